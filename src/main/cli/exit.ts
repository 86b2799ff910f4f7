/** For readers of the output. */
const longestWaitMs = 1_000;

/**
 * Ends the process soon, even with unread output, which would keep it running with keys in memory.
 *
 * @param isResultAwaited writes standard output to its end first
 */
export function exitOnceWritten(isResultAwaited: boolean): void {
  const exitSoon = (): void => {
    setTimeout(() => process.exit(), longestWaitMs).unref();
  };
  // After all writes, or once the reader has gone.
  if (isResultAwaited) process.stdout.write('', exitSoon);
  else exitSoon();
}
