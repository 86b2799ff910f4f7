import { accessSync, constants, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { runsAllTests } from './rounds.ts';

const disk = '/dev/shm';
/** Many times what the files of all tests take at once. */
const neededBytes = 2 ** 30;

/**
 * Vitest calls this once before the tests: where Linux has room for files in memory, the temporary ones of the tests are there,
 * because a small SQLite file spends nearly all of its time waiting for a disk. `npm run test:all` uses the disk.
 *
 * @returns the function that removes them
 */
export default function useMemoryDisk(): () => void {
  if (runsAllTests || !canBeUsed()) return () => undefined;
  const folder = mkdtempSync(join(disk, 'proxydeck-tests-'));
  process.env['TMPDIR'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Whether it has room, and programs that a test writes can run there. */
function canBeUsed(): boolean {
  try {
    accessSync(disk, constants.W_OK);
    const { bavail, bsize } = statfsSync(disk);
    const options = new RegExp(` ${disk} \\S+ (\\S+)`).exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? 'noexec';
    return bavail * bsize >= neededBytes && !options.split(',').includes('noexec');
  } catch {
    // Another system, or a mount that this user cannot write to.
    return false;
  }
}
