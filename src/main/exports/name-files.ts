import { basename, dirname, extname, join } from 'node:path';

/** Distinguishes one file of an export from the others; null if not needed. */
export interface FileMark {
  readonly user: string | null;
  readonly number: number | null;
}

/**
 * Derives the names of an export's files from the selected one: `proxies.txt`,
 * `proxies-alice.txt`, `proxies-alice-001.txt`. Names are unique.
 */
export function createFileNames(path: string): (mark: FileMark) => string {
  const used = new Set<string>();
  const extension = extname(path);
  const stem = basename(path, extension);
  return ({ user, number }) => {
    const marks = [
      ...(user === null ? [] : [user.replace(/[^\w.-]+/g, '_').slice(0, 60)]),
      ...(number === null ? [] : [String(number).padStart(3, '0')]),
    ];
    for (let again = 1; ; again += 1) {
      const parts = [stem, ...marks, ...(again === 1 ? [] : [String(again)])];
      const name = join(dirname(path), parts.join('-') + extension);
      // Some file systems ignore case.
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
}
