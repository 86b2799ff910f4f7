import { lstatSync } from 'node:fs';
// An old Node refuses named imports that it lacks.
import module from 'node:module';
import { defaultCacheDir, makeFolder } from '../data-dir.ts';

/**
 * Caches compiled code in a folder of this user alone, unlike Node's default, because Node runs it. Never fails.
 *
 * @returns whether the folder is used
 */
export function useCompileCache(folder = defaultCacheDir()): boolean {
  try {
    makeFolder(folder);
    if (!isPrivate(folder)) return false;
    module.enableCompileCache(folder);
    return true;
  } catch {
    return false;
  }
}

function isPrivate(folder: string): boolean {
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) return false;
  // Windows has neither; its folder is the user's own.
  return !process.getuid || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
}
