import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { systemClock, type Clock, type Log } from '../../ports.ts';
import type { ExportCounts } from './save.ts';

export type DraggedFiles = ReturnType<typeof createDraggedFiles>;

const keptMs = 10 * 60 * 1000;
/** Several drags are kept, because a form that takes two files reads both of them when it is sent. */
const mostDrags = 5;
const mostBytes = 256 * 1024 * 1024;

/** The files of one drag. */
interface Drag {
  readonly place: string;
  readonly bytes: number;
}

/**
 * Files that the user drags out of the window, in a folder that is created when it is needed; each
 * drag has a private folder of its own. The last 5 drags are kept, less if their files have more than 256 MiB together.
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
  /** Oldest first. */
  let kept: readonly Drag[] = [];
  const forget = (drag: Drag): void => {
    kept = kept.filter((other) => other !== drag);
    remove(drag.place);
  };
  const keep = (drag: Drag): void => {
    kept = [...kept, drag];
    clock.after(keptMs, () => {
      forget(drag);
    });
    for (const oldest of kept.slice(0, -1)) {
      const bytes = kept.reduce((sum, other) => sum + other.bytes, 0);
      if (kept.length > mostDrags || bytes > mostBytes) forget(oldest);
    }
  };
  return {
    /**
     * Writes the files and returns their paths. They remain for a while, because the program that
     * they are dropped on may read them later; those of older drags may be removed.
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
        const paths = counts.fileNames.map((file) => join(place, file));
        keep({ place, bytes: paths.reduce((sum, file) => sum + statSync(file).size, 0) });
        return { counts, paths };
      } catch (error) {
        remove(place);
        throw error;
      }
    },
    /** Removes all files, including those of earlier runs of the app. Never fails. */
    removeAll(): void {
      kept = [];
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
