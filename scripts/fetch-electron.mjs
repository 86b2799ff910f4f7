// @ts-check
/**
 * Downloads Electron's binary, checks its checksum and unpacks it:
 * `node fetch-electron.mjs [PACKAGE_FOLDER [IDLE_SECONDS]]`. A slow download may take as long as it
 * needs; one that brings nothing for a while ends. Needs the Node that Electron's installer needs.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = resolve(process.argv[2] ?? join(root, 'node_modules/electron'));
const idleMs = Number(process.argv[3] ?? 30) * 1000;

// The downloader that the package's own installer uses.
const require = createRequire(join(folder, 'install.js'));
/** @type {typeof import('@electron/get')} */
const { downloadArtifact } = await import(pathToFileURL(require.resolve('@electron/get')).href);
const { version } = readJson('package.json');
const arch = findProcessor();

const idle = new AbortController();
let shownTenth = -1;
let idleTimer = setTimeout(stopIdle, idleMs);

try {
  console.log(`Fetching Electron ${version} ...`);
  await downloadArtifact({
    version,
    artifactName: 'electron',
    arch,
    checksums: readJson('checksums.json'),
    ...(process.env['electron_config_cache'] && {
      cacheRoot: process.env['electron_config_cache'],
    }),
    downloadOptions: {
      quiet: true,
      signal: idle.signal,
      getProgressCallback: (/** @type {Progress} */ progress) => {
        clearTimeout(idleTimer);
        idleTimer = setTimeout(stopIdle, idleMs);
        showProgress(progress);
        return Promise.resolve();
      },
    },
  });
  clearTimeout(idleTimer);
  console.log('Unpacking Electron ...');
  const unpacked = spawnSync(process.execPath, [join(folder, 'install.js')], {
    stdio: 'inherit',
    // Checksums come with the package, whose own hash is in the lockfile; never from the download's server.
    env: {
      ...process.env,
      ELECTRON_INSTALL_ARCH: arch,
      electron_use_remote_checksums: '',
      npm_config_electron_use_remote_checksums: '',
    },
  });
  process.exitCode = unpacked.status ?? 1;
} catch (error) {
  clearTimeout(idleTimer);
  console.error(`Electron cannot be fetched: ${describe(error)}`);
  process.exitCode = 1;
}

/** The processor of this computer: a Node for Intel that runs on an Apple processor does not know it. */
function findProcessor() {
  if (process.platform !== 'darwin' || process.arch !== 'x64') return process.arch;
  const { stdout } = spawnSync('sysctl', ['-in', 'sysctl.proc_translated'], { encoding: 'utf8' });
  return stdout?.trim() === '1' ? 'arm64' : 'x64';
}

/** @param {string} name */
function readJson(name) {
  return JSON.parse(readFileSync(join(folder, name), 'utf8'));
}

function stopIdle() {
  idle.abort(new Error(`nothing arrived for ${String(idleMs / 1000)} seconds.`));
}

/** @typedef {{ transferred: number, total: number | null }} Progress @param {Progress} progress */
function showProgress({ transferred, total }) {
  const megabytes = (/** @type {number} */ bytes) => String(Math.round(bytes / 1e6));
  const text = total ? `${megabytes(transferred)} of ${megabytes(total)} MB` : `${megabytes(transferred)} MB`;
  if (process.stdout.isTTY) {
    process.stdout.write(`\r${text}${transferred === total ? '\n' : ''}`);
    return;
  }
  const tenth = Math.floor((transferred / (total ?? 1e8)) * 10);
  if (tenth > shownTenth) console.log(text);
  shownTenth = Math.max(tenth, shownTenth);
}

/** @param {unknown} error */
function describe(error) {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? cause.message : error.message;
}
