// @ts-check
/** Electron's binary: where it is, fetching it, opening the app with it, and what to do if that fails. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  const isCurrent = Boolean(override) || readText(join(dist, 'version'))?.trim().replace(/^v/, '') === version;
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
  await run(appNode, [join(root, 'scripts/fetch-electron.mjs')], networkOfNpm());
  return findElectron();
}

/**
 * npm uses a company's proxy and root certificate, from its own settings too. Node does so only if it
 * these variables say so.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function networkOfNpm(env = process.env) {
  /** @param {string} name @param {(string | undefined)[]} values */
  const unlessSet = (name, ...values) => {
    const value = values.find(Boolean);
    return value && !env[name] && !env[name.toLowerCase()] ? { [name]: value } : {};
  };
  return {
    NODE_USE_ENV_PROXY: '1',
    NODE_USE_SYSTEM_CA: '1',
    ...unlessSet('HTTPS_PROXY', env['npm_config_https_proxy'], env['npm_config_proxy']),
    ...unlessSet('HTTP_PROXY', env['npm_config_proxy']),
    ...unlessSet('NO_PROXY', env['npm_config_noproxy']),
    ...unlessSet('NODE_EXTRA_CA_CERTS', env['npm_config_cafile']),
  };
}

/**
 * Opens the app and waits for its end.
 *
 * @param {string} electron the path of its binary
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code; if the window could not open, what to do about it was printed
 */
export async function openElectron(electron, args) {
  const code = await run(electron, [...sandboxSwitches(), root, ...args]);
  if (code !== 0) printAdvice(electron);
  return code;
}

/** Prints known reasons why a window may not open on this system. @param {string} electron */
export function printAdvice(electron) {
  const advice = adviseOnLibraries(electron) ?? adviseOnSandbox(electron);
  if (advice) console.error(`\n${advice}`);
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

/**
 * The shared libraries that a program lacks.
 *
 * @param {string} program
 * @returns {string | undefined} undefined if none is missing, or if that cannot be found out
 */
function adviseOnLibraries(program) {
  if (process.platform !== 'linux') return undefined;
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  const missing = [...(stdout ?? '').matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name);
  if (missing.length === 0) return undefined;
  return (
    `Electron cannot start because this system lacks libraries: ${missing.join(', ')}.\n` +
    'On Debian: apt-get install libgtk-3-0 libnss3 libasound2 libgbm1'
  );
}

const profileFile = '/etc/apparmor.d/proxydeck-source';

/** Settings of the kernel that keep ordinary users from a sandbox, each with the value that does. */
const restrictions = [
  ['/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '1'],
  ['/proc/sys/kernel/unprivileged_userns_clone', '0'],
];

/**
 * How to let Chromium's sandbox start on systems that restrict user namespaces, such as Ubuntu 23.10
 * and newer. The advice stays in force when Electron is installed again.
 *
 * @param {string} electron the path of its binary
 * @param {string} [system] the folder with the system's files
 * @returns {string | undefined} undefined if nothing needs to be done
 */
export function adviseOnSandbox(electron, system = '/') {
  const [byAppArmor, byKernel] = restrictions.map(
    ([file = '', value]) => readText(join(system, file))?.trim() === value,
  );
  const why = 'If the window did not open: this system does not let every program use a sandbox.\n';
  if (byAppArmor) {
    if (readText(join(system, profileFile))?.includes(electron)) return undefined;
    const profile = `abi <abi/4.0>,\nprofile proxydeck-source "${electron}" ` + 'flags=(unconfined) {\n  userns,\n}';
    return (
      `${why}These commands register Electron for it:\n\n` +
      `  sudo tee ${profileFile} << 'END'\n${profile}\nEND\n` +
      `  sudo apparmor_parser -r ${profileFile}\n\n` +
      'Then run the same command again.'
    );
  }
  if (byKernel) {
    return (
      `${why}This command allows it:\n\n` +
      '  echo kernel.unprivileged_userns_clone=1 | sudo tee /etc/sysctl.d/60-sandbox.conf && sudo sysctl --system\n\n' +
      'Then run the same command again.'
    );
  }
  return undefined;
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
