import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fail } from '../shared/failure.ts';

/** Shared by window and command line; never roams between machines. */
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

const ownNames = ['registry.sqlite', 'registry.sqlite-wal', 'accounts', 'chromium', 'dragged', 'logs', 'window.json'];

const writableByOthers = 0o022;
const sticky = 0o1000;

/**
 * Creates the data folder, or checks that nobody else can replace its files. Repairs only the user's own, if empty or
 * with a list of accounts.
 *
 * @throws FailureError `file-failed`; the system's errors
 */
export function prepareDataDir(folder: string): void {
  makeFolder(folder);
  for (const name of ownNames) refuseLink(join(folder, name));
  // On Windows it is in the user's profile, without modes.
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

/** Others may have put files there, so the list of accounts is not read. */
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

/** One parent at a time: a recursive `mkdirSync` never ends on ENOENT, as in /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it.
    if (!existsSync(folder)) throw error;
  }
}

/** Shared folders such as /tmp are never changed. */
function isRepairable(folder: string, { mode }: Stats): boolean {
  const names = readdirSync(folder);
  return (mode & sticky) === 0 && (names.length === 0 || names.includes('registry.sqlite'));
}

/** Refuses a link, which would redirect writes. Failure `file-failed`. */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  throw fail(
    'file-failed',
    `${path} is a symbolic link, which Proxydeck does not follow. Nothing was changed. Move it away and start again.`,
  );
}

/** For data that can be created again, such as compiled code. */
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
