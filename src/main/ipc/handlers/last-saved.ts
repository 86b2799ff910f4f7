import { fail } from '../../../shared/failure.ts';

/** The file that was saved last. The window names it by a number, because it never gets a path. */
export interface LastSaved {
  /** Takes the path of a new file and returns its number. */
  put(path: string): number;
  /** @throws FailureError `not-found` if another file was saved since */
  path(id: number): string;
}

export function createLastSaved(): LastSaved {
  let id = 0;
  let lastPath = '';
  return {
    put(path) {
      lastPath = path;
      return (id += 1);
    },
    path(wanted) {
      if (wanted === id) return lastPath;
      throw fail(
        'not-found',
        'Another file was saved after this one. Use the actions of its message.',
      );
    },
  };
}
