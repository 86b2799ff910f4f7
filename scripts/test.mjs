// @ts-check
/**
 * `npm test`: set-up, types, lint, build, unit and integration tests, packages, end-to-end
 * tests. Continues after a failure, adds up all counts, and ends with
 * `N passed, N failed, N skipped` alone on its line. Tests whose programs are missing are skipped; with
 * `--all`, or if `CI` is set, their absence is a failure.
 */
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findElectron } from './electron.mjs';
import { isKeytarBuilt, setUp } from './setup.mjs';
import { summarize } from './test-report.mjs';
import { appNode, findChromium, hasDisplay, isInstalled, root, run, toolScript } from './steps.mjs';
import { findInstallCommand, isSet, toBuild, toTest } from './system-packages.mjs';

await setUp('tests');
if (process.env['E2E_TARGET'] !== 'stand-in' && !(await canElectronStart())) {
  console.log("Electron's binary is not available, so the window is tested on the stand-in.");
  process.env['E2E_TARGET'] = 'stand-in';
}

const reports = mkdtempSync(join(tmpdir(), 'proxydeck-reports-'));
const reporter = join(import.meta.dirname, 'test-report.mjs');
// A machine for CI may stand still for a second: there a second attempt counts, and is reported.
const isCi = isSet(process.env['CI']);
const retries = isCi ? 1 : 0;
const vitest = [
  ...[toolScript('vitest'), 'run', `--retry=${retries}`],
  ...['--reporter=default', `--reporter=${reporter}`],
];
const playwright = [toolScript('playwright'), 'test', '--project=app', `--retries=${retries}`];
/** @type {import('./test-report.mjs').TestReport} */
const total = { passed: 0, skipped: 0, lacking: {}, failed: [], retried: [] };

// Unit tests in one row, everything else in another, which takes about as long. The windows of end-to-end tests come last and
// alone: next to the rest they took longer, and so did the whole.
const build = runCheck('Build', 'electron-vite', 'build', '--logLevel', 'warn');
await Promise.all([
  build.then(runUnitTests),
  (async () => {
    // Each component that is parsed makes TypeScript look at the types of all files again, so they come by themselves.
    const components = '**/*.svelte';
    await runCheck('Lint', 'eslint', '.', '--max-warnings=0', '--ignore-pattern', components);
    await runCheck('Lint of components', 'eslint', components, '--max-warnings=0');
    await build;
    await runCheck('Types', 'svelte-check', '--fail-on-warnings');
    await runCheck('Format', 'prettier', '--check', '--log-level=warn', '.');
    await runPackageTests();
  })(),
]);
await runEndToEndTests();
rmSync(reports, { recursive: true, force: true });

const { text, exitCode } = summarize(total, {
  // Other systems have no such programs.
  isStrict: process.platform === 'linux' && (isCi || process.argv.includes('--all')),
  remedy: findRemedy(),
});
console.log(text);
process.exitCode = exitCode;

/**
 * A check that passes or fails as a whole counts as one. Prints its output when it has ended, because others
 * run at the same time.
 *
 * @param {string} title
 * @param {string} tool
 * @param {readonly string[]} args
 */
async function runCheck(title, tool, ...args) {
  const code = await printAfterwards(title, (output) => run(appNode, [toolScript(tool), ...args], {}, output));
  if (code === 0) total.passed += 1;
  else total.failed.push(title);
}

/**
 * @param {string} title
 * @param {(output: number) => Promise<number>} runAll gives the exit code
 */
async function printAfterwards(title, runAll) {
  const file = join(reports, `${title}.txt`);
  const output = openSync(file, 'w');
  try {
    return await runAll(output);
  } finally {
    closeSync(output);
    console.log(`\n== ${title}\n${readFileSync(file, 'utf8')}`);
  }
}

function runUnitTests() {
  if (!findChromium()) skipComponents();
  return runTests('Unit and integration tests', (env) => {
    console.log('\n== Unit and integration tests');
    return runBesideKeyring(vitest, env);
  });
}

function runPackageTests() {
  const args = [...vitest, '--config=test/packaging/vitest.config.ts'];
  return runTests('Packages', (env) => printAfterwards('Packages', (output) => runBesideKeyring(args, env, output)));
}

/** The specs start their own displays and keyrings. */
function runEndToEndTests() {
  return runTests('End-to-end tests', (env) => {
    console.log('\n== End-to-end tests');
    return run(appNode, playwright, env);
  });
}

/**
 * @param {string} title
 * @param {(env: NodeJS.ProcessEnv) => Promise<number>} runAll gives the exit code
 */
async function runTests(title, runAll) {
  const file = join(reports, `${title}.json`);
  const code = await runAll({ TEST_REPORT: file });
  /** @type {import('./test-report.mjs').TestReport} */
  let counted = { passed: 0, skipped: 0, lacking: {}, failed: [], retried: [] };
  try {
    counted = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`The report of this run cannot be read: ${String(error)}`);
  }
  total.passed += counted.passed;
  total.skipped += counted.skipped;
  for (const [reason, count] of Object.entries(counted.lacking)) countLacking(reason, count);
  total.retried.push(...counted.retried);
  total.failed.push(...counted.failed);
  // A runner that ends badly has failed even where its report names no failure.
  if (code !== 0 && counted.failed.length === 0) {
    total.failed.push(`${title}: ended with exit code ${code}`);
  }
}

/** @param {string} reason @param {number} count */
function countLacking(reason, count) {
  total.lacking[reason] = (total.lacking[reason] ?? 0) + count;
}

/** Without Chromium vitest leaves out the project of components: counts its tests without running them. */
function skipComponents() {
  const folder = join(root, 'test/renderer');
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.browser.test.ts'))
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/^ *test[.(]/gm) ?? []);
  total.skipped += tests.length;
  countLacking('needs chromium', tests.length);
}

/** The one command that brings the programs that are missing. */
function findRemedy() {
  return findInstallCommand([...toBuild, ...toTest]) ?? (isKeytarBuilt() ? undefined : 'npm run setup -- --verbose');
}

/** Whether Electron's binary is here, with every library that it is linked to, and a display for it. */
async function canElectronStart() {
  const electron = findElectron();
  return (
    electron !== undefined &&
    (isInstalled('Xvfb') || hasDisplay()) &&
    (await run(electron, ['-e', '0'], { ELECTRON_RUN_AS_NODE: '1' })) === 0
  );
}

/**
 * Runs Node inside a session bus of its own with a fresh, unlocked keyring; where
 * the system has its own keychain, straight.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} testEnv
 * @param {number} [output] as for `run`
 */
async function runBesideKeyring(args, testEnv, output) {
  if (process.platform !== 'linux' || !isInstalled('dbus-run-session')) {
    return run(appNode, args, testEnv, output);
  }
  const home = mkdtempSync(join(tmpdir(), 'proxydeck-keyring-'));
  const script = 'printf \'test\\n\' | gnome-keyring-daemon --unlock --components=secrets > /dev/null && exec "$@"';
  const command = ['--', 'sh', '-c', script, 'sh', appNode, ...args];
  const env = {
    ...testEnv,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: home,
    // The desktop's own Wayland socket is in the folder that was just replaced.
    WAYLAND_DISPLAY: undefined,
    XDG_SESSION_TYPE: undefined,
    PROXYDECK_TEST_KEYRING: '1',
  };
  const code = await run('dbus-run-session', command, env, output);
  try {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A keyring that is still ending may write there; the system clears its own temporary folder.
  }
  return code;
}
