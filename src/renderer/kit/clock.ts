import { createSubscriber } from 'svelte/reactivity';

const tickMs = 20_000;
const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, tickMs);
  return () => {
    clearInterval(timer);
  };
});

/** Milliseconds since the epoch; effects run again every 20 seconds. */
export function nowMs(): number {
  subscribe();
  return Date.now();
}
