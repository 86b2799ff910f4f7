import { basename, dirname, extname, join } from 'node:path';

/** What tells one file of an export from the others; null: nothing. */
export interface FileMark {
  readonly user: string | null;
  readonly number: number | null;
}

/**
 * Names the files of an export after the one that was chosen: `proxies.txt`,
 * `proxies-alice.txt`, `proxies-alice-001.txt`. No name comes twice.
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
      // Some file systems do not tell capital letters from small ones.
      if (used.has(name.toLowerCase())) continue;
      used.add(name.toLowerCase());
      return name;
    }
  };
}
