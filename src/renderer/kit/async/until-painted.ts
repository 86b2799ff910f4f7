/** No frame is waited for longer than this: a hidden window paints none. */
const mostMs = 500;

/** Resolves when what is set now is on screen. */
export const untilPainted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, mostMs);
    requestAnimationFrame(() => {
      // The frame is painted after the callbacks before it.
      setTimeout(resolve);
    });
  });
