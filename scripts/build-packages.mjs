// @ts-check
/** Runs electron-builder. Started by `package.mjs` with Node of Electron's version. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, Platform } from 'electron-builder';
import { createConfig, readSigning } from '../electron-builder.config.mjs';
import { findElectron } from './electron.mjs';
import { packCommandLine } from './pack-command-line.mjs';
import { isInstalled, root } from './steps.mjs';

const { values } = parseArgs({
  options: {
    // Leaves the npm package to a job of its own.
    release: { type: 'boolean', default: false },
    // Only the folder of the app, without an installer.
    dir: { type: 'boolean', default: false },
    // Builds with programs of this system what electron-builder would fetch tools for, from GitHub.
    'own-tools': { type: 'boolean', default: false },
    // Read by the set-up.
    verbose: { type: 'boolean', default: false },
    // Only the npm package.
    'command-line': { type: 'boolean', default: false },
    // A folder with keychain modules that other machines compiled, for the npm package.
    modules: { type: 'string' },
  },
});
const { platform } = process;
// Two builds of a commit give the same packages: folders that everyone may read, and the time of the commit.
process.umask(0o022);
const { stdout: committedAt } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
if (committedAt) process.env['SOURCE_DATE_EPOCH'] ??= committedAt.trim();
const electron = findElectron();
const distribution = process.env['ELECTRON_OVERRIDE_DIST_PATH'] || join(root, 'node_modules/electron/dist');
const isCommandLineOnly = values['command-line'];
const hasOwnTools = values['own-tools'];
if (!electron && !isCommandLineOnly) {
  console.error("Electron's binary is missing, so nothing can be packaged.");
  process.exit(1);
}

if (isCommandLineOnly) {
  packCommandLineHere();
} else {
  const { targets, skipped } = chooseTargets();
  const packages = await packApp(values.dir ? ['dir'] : targets);
  // A release makes the npm package once all machines have compiled their modules.
  if (!values.release) packCommandLineHere();
  reportSizes(packages);
  reportLimits(skipped);
}

function packCommandLineHere() {
  const { tarball, targets } = packCommandLine(join(root, 'dist'), {
    ...(values.modules && { modules: resolve(values.modules) }),
    isRelease: values.release,
  });
  reportSizes([tarball]);
  console.log(`It has a keychain module for ${targets.join(', ') || 'no system'}.`);
}

/** @param {string[]} targets */
async function packApp(targets) {
  const work = mkdtempSync(join(tmpdir(), 'proxydeck-package-'));
  try {
    if (hasOwnTools && platform === 'linux' && !values.dir) {
      const { makeOwnTools } = await import('./own-tools/tools.ts');
      Object.assign(process.env, makeOwnTools(join(work, 'tools')));
    }
    const { directories, ...config } = createConfig();
    return await build({
      targets: Platform.current().createTarget(targets),
      publish: 'never',
      config: {
        ...config,
        directories: { ...directories, output: join(root, 'dist') },
        electronDist: distribution,
      },
    });
  } catch (error) {
    if (hasOwnTools || !/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT)\b/.test(String(error))) throw error;
    console.error(
      `The tools that make packages cannot be fetched: ${String(error)}\n` +
        'With programs of this system instead: npm run package -- --own-tools',
    );
    process.exit(1);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What this system can build; every other package with the reason why not. */
function chooseTargets() {
  /** What the tools need besides. @param {string[]} programs */
  const without = (programs) => {
    const missing = programs.filter((program) => !isInstalled(program));
    return missing.length > 0 ? `${missing.join(', ')} missing` : undefined;
  };
  /** @type {readonly { name: string, system: NodeJS.Platform, reason?: string | undefined }[]} */
  const packages = [
    {
      name: 'AppImage',
      system: 'linux',
      reason: hasOwnTools ? 'its start program is fetched' : undefined,
    },
    { name: 'deb', system: 'linux', reason: without(hasOwnTools ? ['dpkg-deb'] : []) },
    { name: 'rpm', system: 'linux', reason: without(['rpmbuild']) },
    { name: 'dmg', system: 'darwin' },
    { name: 'zip', system: 'darwin' },
    { name: 'nsis', system: 'win32' },
    { name: 'zip', system: 'win32' },
  ];
  const systems = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };
  const skipped = packages.flatMap(({ name, system, reason }) => {
    if (system !== platform) return [`${name} (needs ${String(Reflect.get(systems, system))})`];
    return reason ? [`${name} (${reason})`] : [];
  });
  const targets = packages.filter(({ system, reason }) => system === platform && !reason).map(({ name }) => name);
  return { targets, skipped };
}

/** @param {readonly string[]} files */
function reportSizes(files) {
  console.log('');
  for (const file of files) {
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    console.log(`${relative(root, file)}  ${megabytes} MB`);
  }
}

/** @param {readonly string[]} skipped */
function reportLimits(skipped) {
  if (skipped.length > 0) console.log(`Not built on this system: ${skipped.join(', ')}.`);
  const { isSigned, isNotarized } = readSigning(platform, process.env);
  if (!isSigned) console.log('These packages are not signed. docs/release.md says how to sign them.');
  else if (platform === 'darwin' && !isNotarized) console.log('These packages are not notarized.');
}
