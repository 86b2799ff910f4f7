// @ts-check
/** Electron's binary: where it is, fetching it, and what to do if its sandbox cannot start. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appNode, root, run } from './steps.mjs';

const electronPackage = join(root, 'node_modules/electron');

/**
 * The path of Electron's binary, if it was unpacked completely and has the package's version.
 * `ELECTRON_OVERRIDE_DIST_PATH` names another folder for it, as for the package itself.
 *
 * @param {string} [folder] the package `electron`
 */
export function findElectron(folder = electronPackage) {
  const { version } = JSON.parse(readText(join(folder, 'package.json')) ?? '{}');
  // Written last by the package's installer: a download that broke off has none.
  const program = readText(join(folder, 'path.txt'));
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const dist = override || join(folder, 'dist');
  const isCurrent =
    Boolean(override) || readText(join(dist, 'version'))?.trim().replace(/^v/, '') === version;
  const binary = join(dist, program ?? 'electron');
  return isCurrent && (program ?? override) && existsSync(binary) ? binary : undefined;
}

/**
 * Fetches Electron's binary unless it is there, with visible progress.
 *
 * @returns {Promise<string | undefined>} its path; undefined if it cannot be fetched, which was then explained
 */
export async function fetchElectron() {
  const found = findElectron();
  if (found) return found;
  await run(appNode, [join(root, 'scripts/fetch-electron.mjs')]);
  return findElectron();
}

/**
 * The switches that this user needs; prints what they give up.
 *
 * @returns {string[]}
 */
export function sandboxSwitches() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  console.log(
    "You are root, and Chromium's sandbox cannot start as root, so the window runs without it.\n" +
      'Start Proxydeck as an ordinary user to have the sandbox.',
  );
  return ['--no-sandbox'];
}

const restrictionFile = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/**
 * How to let Chromium's sandbox start on systems that restrict user namespaces (Ubuntu 23.10 and newer).
 *
 * @param {string} electron the path of its binary
 * @param {string} [restriction] the kernel's setting
 * @returns {string | undefined} undefined if nothing needs to be done
 */
export function adviseOnSandbox(electron, restriction = restrictionFile) {
  if (readText(restriction)?.trim() !== '1') return undefined;
  const helper = join(dirname(electron), 'chrome-sandbox');
  const stat = statSync(helper, { throwIfNoEntry: false });
  if (!stat || (stat.uid === 0 && (stat.mode & 0o7777) === 0o4755)) return undefined;
  return (
    'If the window did not open: this system lets programs use a sandbox only if they are\n' +
    "registered for it. Two commands set up Chromium's own helper for Electron's sandbox:\n\n" +
    `  sudo chown root:root '${helper}'\n` +
    `  sudo chmod 4755 '${helper}'\n\n` +
    'Then run the same command again.'
  );
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
