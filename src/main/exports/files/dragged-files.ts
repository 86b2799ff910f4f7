import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { systemClock, type Clock, type Log } from '../../ports.ts';
import type { ExportCounts } from './save.ts';

export type DraggedFiles = ReturnType<typeof createDraggedFiles>;

const keptMs = 10 * 60 * 1000;

/**
 * Files that the user drags out of the window, in a folder that is created when it is needed; each
 * drag has a private folder of its own.
 */
export function createDraggedFiles(folder: string, log: Log, clock: Clock = systemClock) {
  const remove = (path: string): void => {
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 2 });
    } catch (error) {
      // On Windows a file that is being read cannot be removed; the next start deletes it.
      log.error('dragged files not removed', error);
    }
  };
  return {
    /**
     * Writes the files and returns their paths. They remain for a while, because the program that
     * they are dropped on may read them later.
     *
     * @param name of the file
     * @param write writes the file, or several next to it, to a path
     * @throws FailureError of `write`, `file-failed`: no file is left
     */
    async make(
      name: string,
      write: (path: string) => Promise<ExportCounts>,
    ): Promise<{ readonly counts: ExportCounts; readonly paths: readonly string[] }> {
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
    /** Removes all files, including those of earlier runs of the app. Never fails. */
    removeAll(): void {
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
      "The app's own folder cannot be written to, so the file cannot be dragged. Nothing was changed. Save the file instead.",
      { cause },
    );
  }
}
