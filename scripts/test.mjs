// @ts-check
/**
 * `npm test`: set-up, build, types, lint, format, unit tests, components, the page, and Electron if its binary is there.
 * `npm run test:all` (`--all`): besides, everything slow, and the packages. Both continue after a failure, add up
 * all counts, and end with `N passed, N failed, N skipped`. Tests whose programs are missing are skipped and
 * listed; with `--all` their absence is a failure.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findElectron } from './electron.mjs';
import { setUp } from './setup.mjs';
import { addReport, emptyReport, summarize } from './test-report.mjs';
import { appNode, capture, isInstalled, listChecks, run, toolScript } from './steps.mjs';
import { installCommand, packagesOfTests } from './system-packages.mjs';

const isAll = process.argv.includes('--all');
if (isAll) process.env['PROXYDECK_ALL_TESTS'] = '1';
await setUp('tests', { isAll });

const reports = mkdtempSync(join(tmpdir(), 'proxydeck-reports-'));
const total = emptyReport();
// Only failures, with what their tests printed, and the counts.
const vitest = [toolScript('vitest'), 'run', '--reporter=minimal', `--reporter=${import.meta.dirname}/test-report.mjs`];
const windows = isAll ? ['page-in-electron', 'electron', 'screenshots'] : ['page', 'electron'];
const playwright = [toolScript('playwright'), 'test', ...windows.map((project) => `--project=${project}`)];

// Checks next to the unit tests, which often wait. Windows come after them: next to the rest all took longer.
const [isBuilt] = await Promise.all([
  check('Build', 'electron-vite', 'build', '--logLevel', 'warn').then(async (hasPassed) => {
    if (hasPassed) await runTests('Unit tests', (env) => runBesideKeyring(vitest, env));
    return hasPassed;
  }),
  (async () => {
    for (const [title, [tool = '', ...args]] of Object.entries(listChecks())) await check(title, tool, ...args);
  })(),
]);
if (isBuilt) {
  const packages = [...vitest, '--config=test/packaging/vitest.config.ts'];
  await Promise.all([
    runTests('Tests of the window', (env) => run(appNode, playwright, env)),
    // They wait for mirrors and for compression, which takes one processor.
    ...(isAll ? [runTests('Packages', (env) => runBesideKeyring(packages, env))] : []),
  ]);
}
rmSync(reports, { recursive: true, force: true });

const { text, exitCode } = summarize(total, {
  isStrict: isAll,
  remedy: installCommand(packagesOfTests({ hasElectron: findElectron() !== undefined, isAll })),
});
console.log(text);
process.exitCode = exitCode;

/**
 * Runs a check that passes or fails as a whole, and counts as one. Its output is printed when it has ended, because unit tests
 * print at the same time.
 *
 * @param {string} title
 * @param {string} tool
 * @param {readonly string[]} args
 * @returns {Promise<boolean>} whether it passed
 */
async function check(title, tool, ...args) {
  const { code, printed, seconds } = await capture(appNode, [toolScript(tool), ...args]);
  console.log(`\n== ${title}, ${seconds} s\n${printed}`);
  if (code === 0) total.passed += 1;
  else total.failed.push(title);
  return code === 0;
}

/**
 * @param {string} title
 * @param {(env: NodeJS.ProcessEnv) => Promise<number>} runAll gives the exit code
 */
async function runTests(title, runAll) {
  console.log(`\n== ${title}`);
  const file = join(reports, `${title}.json`);
  const code = await runAll({ TEST_REPORT: file });
  addReport(total, title, file, code);
}

/**
 * Runs Node with a session bus and an unlocked keyring of its own, if their programs are there.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} testEnv
 */
async function runBesideKeyring(args, testEnv) {
  const hasKeyring = ['dbus-run-session', 'gnome-keyring-daemon'].every(isInstalled);
  if (process.platform !== 'linux' || !hasKeyring) return run(appNode, args, testEnv);
  const home = mkdtempSync(join(tmpdir(), 'proxydeck-keyring-'));
  const script = 'printf \'test\\n\' | gnome-keyring-daemon --unlock --components=secrets > /dev/null && exec "$@"';
  const env = {
    ...testEnv,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: home,
    // The desktop's own Wayland socket is in the folder that was just replaced.
    WAYLAND_DISPLAY: undefined,
    XDG_SESSION_TYPE: undefined,
    PROXYDECK_TEST_KEYRING: '1',
  };
  const code = await run('dbus-run-session', ['--', 'sh', '-c', script, 'sh', appNode, ...args], env);
  try {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A keyring that is still ending may write there; the system clears its own temporary folder.
  }
  return code;
}
