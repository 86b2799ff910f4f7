import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { systemClock, type Clock } from '../../ports.ts';
import type { ExportCounts } from './save.ts';

/** Files that the user drags out of the window; each drag has a private folder of its own. */
export interface DraggedFiles {
  /**
   * Has files written and gives their paths. They stay for a while: whoever they are
   * dropped on reads them when it likes.
   *
   * @param name of the file
   * @param write writes it, or several beside it, to a path
   * @throws FailureError of `write`, `file-failed`; then nothing is left
   */
  make(
    name: string,
    write: (path: string) => Promise<ExportCounts>,
  ): Promise<{ readonly counts: ExportCounts; readonly paths: readonly string[] }>;
  /** Removes them all, those that an earlier run of the app left among them. */
  removeAll(): void;
}

const keptMs = 10 * 60 * 1000;

/** Keeps files that are dragged out in a folder, which may not be there yet. */
export function createDraggedFiles(folder: string, clock: Clock = systemClock): DraggedFiles {
  const remove = (path: string): void => {
    // On Windows whoever still reads a file keeps it; the next removal takes it.
    rmSync(path, { recursive: true, force: true, maxRetries: 2 });
  };
  return {
    async make(name, write) {
      const place = makePlace(folder);
      const path = join(place, name);
      try {
        const counts = await write(path);
        clock.after(keptMs, () => {
          remove(place);
        });
        return { counts, paths: counts.fileNames.map((file) => join(place, file)) };
      } catch (error) {
        remove(place);
        throw error;
      }
    },
    removeAll() {
      remove(folder);
    },
  };
}

function makePlace(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return mkdtempSync(join(folder, 'export-'));
  } catch (cause) {
    throw fail(
      'file-failed',
      "The app's own folder cannot be written to, so there is no file to drag. Nothing was changed. Save the file instead.",
      { cause },
    );
  }
}
