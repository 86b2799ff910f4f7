// @ts-check
/**
 * Prepares a fresh machine: npm packages, Electron if a window is wanted, the system packages of the tests (Debian),
 * keytar from its source. If everything is current, it only looks. Runs on Node 20 and newer,
 * because it runs before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchElectron, networkOfNpm } from './electron.mjs';
import { appNode, capture, hasDisplay, nodeFolder, npmCommand, root, toolScript } from './steps.mjs';
import { installCommand, installSystemPackages, packagesOfTests, toBuild } from './system-packages.mjs';

/** The switch that the set-up reads from the command line; the app does not know it. */
export const verbose = '--verbose';

/**
 * Does the whole set-up; ends the process with a plain message if it cannot. Without a compiler,
 * Proxydeck runs and keeps keys in memory only, and the tests of the keychain are skipped; packages need one.
 *
 * @param {'command line' | 'window' | 'tests' | 'packages'} purpose
 * @param {{ isAll?: boolean }} [options] `isAll`: for the slow tests, too
 * @returns {Promise<string | undefined>} for the window and the tests, the path of Electron's binary if there is one
 */
export async function setUp(purpose, { isAll = false } = {}) {
  const tooOld = explainOldNode(process.versions.node, nodeFolder !== undefined);
  if (tooOld) stop(tooOld);
  await installNpmPackages();
  const needsElectron = purpose === 'tests' || (purpose === 'window' && hasDisplay());
  const electron = needsElectron ? await fetchElectron() : undefined;
  if (purpose === 'tests') installSystemPackages(packagesOfTests({ hasElectron: electron !== undefined, isAll }));
  // A window that starts without a keychain does not compile in vain each time.
  if (!isKeytarBuilt() && !(purpose === 'window' && existsSync(failedStampFile))) prepareKeychain(purpose);
  return electron;
}

/**
 * Why Proxydeck cannot be set up with this Node; undefined if it can.
 *
 * @param {string} version such as `22.19.0`
 * @param {boolean} hasOwnNode whether the Node that builds and runs the app comes with the npm packages; npm then
 *   still leaves out optional packages, such as the bundler's, that name a newer Node than the one it runs on
 */
export function explainOldNode(version, hasOwnNode) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isEnough = (/** @type {number} */ wantedMajor, /** @type {number} */ wantedMinor) =>
    major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);
  if (isEnough(22, 19)) return undefined;
  if (!hasOwnNode) return `Please use Node 22.19 or newer; this is Node ${version}.`;
  if (isEnough(22, 12) || (major === 20 && minor >= 19)) return undefined;
  return `Please use Node 20.19, or 22.12 or newer; this is Node ${version}.`;
}

async function installNpmPackages() {
  const stampFile = join(root, 'node_modules/.proxydeck-setup');
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(readFileSync(join(root, 'package.json')))
    .digest('hex');
  const isCurrent = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
  if (isCurrent && existsSync(appNode)) return;
  console.log('Installing npm packages ...');
  const network = { ...networkOfNpm(), ...rootsForOldNode() };
  if (!isAnswered(network)) {
    stop(explainNpm(`reason: no answer for ${answerMs / 1000} seconds`, { ...process.env, ...network }));
  }
  const slow = setTimeout(() => {
    console.log('npm is still at it: on a slow network this takes minutes.');
  }, 10_000);
  const [npm, args] = npmCommand(
    ...['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    // When something stops answering, npm would try for minutes before it says anything.
    ...['--fetch-retries=1', '--fetch-timeout=20000', '--fetch-retry-mintimeout=1000'],
  );
  const { code, printed } = await capture(npm, args, network);
  clearTimeout(slow);
  // What npm prints about a failure is a page long, with a stack.
  if (code === 0 || process.argv.includes(verbose)) console.log(printed);
  if (code !== 0) stop(explainNpm(printed, { ...process.env, ...network }));
  if (!existsSync(appNode)) {
    stop('The npm package of Node lacks its program. Please delete node_modules and try again.');
  }
  writeFileSync(stampFile, stamp);
}

/** Less than the 20 seconds in which the first command says what is wrong. */
const answerMs = 15_000;

/**
 * Whether the registry, or what is before it, says anything: npm would wait without an end for a proxy that accepts
 * connections and stays silent. Another failure counts as an answer, because the installation reports it.
 *
 * @param {NodeJS.ProcessEnv} network
 */
function isAnswered(network) {
  const [npm, args] = npmCommand('ping', '--fetch-retries=0');
  const env = { ...process.env, ...network };
  const { error } = spawnSync(npm, args, { cwd: root, env, stdio: 'ignore', timeout: answerMs, killSignal: 'SIGKILL' });
  return !(error && 'code' in error && error.code === 'ETIMEDOUT');
}

/**
 * Why `npm ci` failed, and what to do about it.
 *
 * @param {string} printed by npm
 * @param {NodeJS.ProcessEnv} env npm's own
 */
export function explainNpm(printed, env) {
  const lines = [...printed.matchAll(/^npm (?:error|ERR!) (.+)$/gm)].map(([, line = '']) => line);
  const sentence = lines.find((line) => !/^(code|syscall|errno|path|dest)\b/.test(line));
  const reason = /reason: (.+)/.exec(printed)?.[1] ?? sentence ?? printed.trim();
  const proxy = env['HTTPS_PROXY'] ?? env['https_proxy'];
  const address = proxy && URL.canParse(proxy) ? new URL(proxy).host : proxy;
  const advice = /\b(EBUSY|EPERM)\b/.test(printed)
    ? 'Close Proxydeck and try again.'
    : 'If it is about the network or a certificate, docs/set-up.md says how to name a proxy.';
  return [
    `npm packages cannot be installed: ${reason}`,
    ...(address ? [`npm uses the proxy ${address}.`] : []),
    `${advice} \`npm run setup -- --verbose\` prints all that npm says.`,
  ].join('\n');
}

/**
 * The file of the system's root certificates, for a Node that does not know `NODE_USE_SYSTEM_CA`.
 *
 * @returns {NodeJS.ProcessEnv}
 */
function rootsForOldNode() {
  const file = '/etc/ssl/certs/ca-certificates.crt';
  const [major = 0] = process.versions.node.split('.').map(Number);
  const isNamed = process.env['NODE_EXTRA_CA_CERTS'] ?? process.env['npm_config_cafile'];
  return major < 22 && !isNamed && existsSync(file) ? { NODE_EXTRA_CA_CERTS: file } : {};
}

const keytarFolder = join(root, 'node_modules/keytar');

/** Whether keytar was compiled here: a prebuilt binary comes without `config.gypi`. */
export function isKeytarBuilt(folder = keytarFolder) {
  return ['build/Release/keytar.node', 'build/config.gypi'].every((file) => existsSync(join(folder, file)));
}

/** Left by an attempt that failed; `npm ci` removes it. */
const failedStampFile = join(root, 'node_modules/.proxydeck-keychain');

/** @param {Parameters<typeof setUp>[0]} purpose */
function prepareKeychain(purpose) {
  console.log('Compiling keytar ...');
  const { isBuilt, output } = buildKeytar();
  rmSync(failedStampFile, { force: true });
  if (isBuilt) return;
  if (process.argv.includes(verbose)) console.error(output);
  const command = installCommand(toBuild);
  const tools = `${command ? `On Debian: \`${command}\`; elsewhere ` : ''}docs/set-up.md names the tools. Then run \`npm run setup\`.`;
  if (purpose === 'packages') stop(`keytar cannot be compiled: ${findReason(output)}\n${tools}`);
  writeFileSync(failedStampFile, '');
  console.log(
    `The keychain module was not compiled: ${findReason(output)}\n` +
      (purpose === 'tests'
        ? 'Its tests are skipped, and no others.\n'
        : 'So keys can be kept in memory only. Everything else works.\n') +
      `${tools}\n`,
  );
}

/**
 * The line in which node-gyp says why it failed.
 *
 * @param {string} output of node-gyp and the compiler
 */
function findReason(output) {
  return /gyp ERR! stack Error: (.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? '';
}

/**
 * Compiles keytar from its source, with headers that are already here. Its own install script, which
 * would download a binary that nobody checks, never runs (`ignore-scripts` in `.npmrc`). The builder is the project's, not npm's:
 * that of Debian's npm links each module with the system's Node, and the app would crash.
 *
 * @returns {{ isBuilt: boolean, output: string }} with what the builder and the compiler printed
 */
export function buildKeytar(folder = keytarFolder) {
  const prefix = dirname(dirname(process.execPath));
  // On Windows the headers alone are not enough; node-gyp fetches the library that it links and checks its hash.
  const headers =
    process.platform === 'win32'
      ? undefined
      : [nodeFolder, prefix].find((path) => path && existsSync(join(path, 'include/node/node_api.h')));
  const { status, stdout, stderr, error } = spawnSync(
    appNode,
    [
      toolScript('node-gyp'),
      'rebuild',
      // Relative, because make splits the path of the project if it contains a space.
      ...(headers ? [`--nodedir=${relative(folder, headers)}`] : []),
    ],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, ...networkOfNpm() } },
  );
  return {
    isBuilt: status === 0 && isKeytarBuilt(folder),
    output: error ? error.message : stdout + stderr,
  };
}

/**
 * @param {string} message
 * @returns {never}
 */
function stop(message) {
  console.error(message);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await setUp('command line');
