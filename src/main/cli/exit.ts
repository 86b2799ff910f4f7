/** For readers of the output. */
const longestWaitMs = 1_000;

/**
 * Ends the process, whose unread output would keep keys in memory.
 *
 * @param isResultAwaited writes standard output first
 */
export function exitOnceWritten(isResultAwaited: boolean): void {
  const exitSoon = (): void => {
    setTimeout(() => process.exit(), longestWaitMs).unref();
  };
  // After all writes, or once the reader has gone.
  if (isResultAwaited) process.stdout.write('', exitSoon);
  else exitSoon();
}
