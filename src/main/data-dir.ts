import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fail } from '../shared/failure.ts';

/**
 * The default folder for the app's data, the same for the window and the command line. It is
 * never a folder that roams between machines.
 */
export function defaultDataDir(): string {
  const { env, platform } = process;
  switch (platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Proxydeck');
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Proxydeck');
    default:
      return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'Proxydeck');
  }
}

/** Files and folders that Proxydeck itself creates in the data folder. */
const ownNames = ['registry.sqlite', 'registry.sqlite-wal', 'accounts', 'chromium', 'dragged', 'logs', 'window.json'];

/** The mode bits that let the group or everybody write. */
const writableByOthers = 0o022;
const sticky = 0o1000;

/**
 * Creates the data folder, or checks that no other user can replace files in it: with another
 * list of accounts they could change what Proxydeck does. The user's own folder is repaired if
 * it is empty or already has the list; any other folder is left unchanged.
 *
 * @throws FailureError `file-failed`; the system's errors of creating a folder
 */
export function prepareDataDir(folder: string): void {
  makeFolder(folder);
  for (const name of ownNames) refuseLink(join(folder, name));
  // On Windows the folder is in the user's profile, where modes do not exist.
  const ownId = process.getuid?.();
  if (ownId === undefined) return;
  const found = statSync(folder);
  if (found.uid !== ownId) {
    throw fail(
      'file-failed',
      `The data folder ${folder} belongs to another user. Nothing was changed. Choose another one with --data-dir, or --user-data-dir for the window.`,
    );
  }
  if ((found.mode & writableByOthers) === 0) return;
  if (!isRepairable(folder, found)) {
    throw fail(
      'file-failed',
      `Other users can write to the data folder ${folder}. Nothing was changed. Run: chmod 700 "${folder}", or choose another one with --data-dir, or --user-data-dir for the window.`,
    );
  }
  refuseForeign(folder, ownId);
  chmodSync(folder, 0o700);
}

/**
 * In a folder that others could write to, a file of theirs may lie under a name of ours, or
 * may have been put in place of an account's cache: their list of accounts is not read.
 */
function refuseForeign(folder: string, ownId: number): void {
  const accounts = join(folder, 'accounts');
  const kept = existsSync(accounts) ? readdirSync(accounts).map((name) => join(accounts, name)) : [];
  for (const path of [...ownNames.map((name) => join(folder, name)), ...kept]) {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid === ownId) continue;
    throw fail(
      'file-failed',
      `Other users can write to the data folder, and ${path} belongs to another user. Nothing was changed. Move it away and start again.`,
    );
  }
}

/** Creates a folder and its parents, one at a time: a recursive `mkdirSync` never ends if the file system refuses with ENOENT, as /proc does. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** Shared folders such as /tmp are never changed. */
function isRepairable(folder: string, { mode }: Stats): boolean {
  const names = readdirSync(folder);
  return (mode & sticky) === 0 && (names.length === 0 || names.includes('registry.sqlite'));
}

/** A link in the data folder would redirect writes to another place. Failure `file-failed`. */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw fail(
    'file-failed',
    `${path} is a symbolic link, which Proxydeck does not follow. Nothing was changed. Move it away and start again.`,
  );
}

/** The folder for data that can be created again, such as compiled code. */
export function defaultCacheDir(): string {
  switch (process.platform) {
    case 'darwin':
      return join(homedir(), 'Library', 'Caches', 'Proxydeck');
    case 'win32':
      return join(defaultDataDir(), 'cache');
    default:
      return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'Proxydeck');
  }
}
