const intervalMs = 250;

/** Limits a function to four calls a second, the first after a quarter of a second. */
export function throttle<Args extends readonly unknown[]>(
  call: (...args: Args) => void,
): (...args: Args) => void {
  let calledAtMs = performance.now();
  return (...args) => {
    const nowMs = performance.now();
    if (nowMs - calledAtMs < intervalMs) return;
    calledAtMs = nowMs;
    call(...args);
  };
}
