const intervalMs = 250;

/** Tells how far work is, four times a second; of work that is over in a moment, nothing. */
export function tellSometimes<Args extends readonly unknown[]>(
  tell: (...args: Args) => void,
): (...args: Args) => void {
  let toldAtMs = performance.now();
  return (...args) => {
    const nowMs = performance.now();
    if (nowMs - toldAtMs < intervalMs) return;
    toldAtMs = nowMs;
    tell(...args);
  };
}
