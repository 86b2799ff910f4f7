import { createSubscriber } from 'svelte/reactivity';

const tickMs = 20_000;
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, tickMs);
  return () => {
    clearInterval(timer);
  };
});

/** The current time in milliseconds since the epoch; effects that read it run again every 20 seconds. */
export function nowMs(): number {
  subscribe();
  return Date.now();
}
