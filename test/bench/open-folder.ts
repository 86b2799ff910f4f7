import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of a benchmark, and what has to stop at its end. */
export function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-bench-'));
  const stops = [
    () => {
      rmSync(folder, { recursive: true, force: true });
    },
  ];
  return {
    folder,
    /** Has something stopped at the end, before everything that was started earlier. */
    after: (stop: () => void): void => void stops.unshift(stop),
    /** Stops everything, and removes the folder. */
    stop: (): void => {
      for (const stop of stops) stop();
    },
  };
}
