/** For so long a process that is done waits for readers of its output. */
const longestWaitMs = 1_000;

/**
 * Ends this process soon after its work is done, also while nobody reads what it wrote: pending output would keep it running,
 * with keys in its memory.
 *
 * @param isResultAwaited standard output is written to its end first, however slow its reader is
 */
export function exitOnceWritten(isResultAwaited: boolean): void {
  const exitSoon = (): void => {
    setTimeout(() => process.exit(), longestWaitMs).unref();
  };
  // Called once everything before it is written, or the reader has gone.
  if (isResultAwaited) process.stdout.write('', exitSoon);
  else exitSoon();
}
