import { lstatSync } from 'node:fs';
// An old Node does not have all of it: it would refuse to load a file that imports a part that it lacks.
import module from 'node:module';
import { defaultCacheDir, makeFolder } from '../data-dir.ts';

/**
 * Caches compiled code between starts. Node runs what it finds there, so the folder must belong
 * to this user alone; Node's own default is a folder that everybody may write to. Never fails.
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
  // Windows has neither: there the folder is one of the user's own.
  return !process.getuid || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
}
