import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** An update starts the app without switches, so that it was in the background is kept in the data folder. */
const fileIn = (dataDir: string): string => join(dataDir, 'starts-in-background');
/** An update takes less; if it failed, the user who starts the app later wants to see it. */
const longestMs = 10 * 60_000;

/** Lets the next start be without a window. */
export function keepBackground(dataDir: string): void {
  closeSync(openSync(fileIn(dataDir), 'w', 0o600));
}

/** Whether the last run wanted this start to be without a window, which is true for one start. */
export function takeBackground(dataDir: string): boolean {
  const file = fileIn(dataDir);
  const keptAtMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  rmSync(file, { force: true });
  return keptAtMs !== undefined && Math.abs(Date.now() - keptAtMs) < longestMs;
}
