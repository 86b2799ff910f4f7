// @ts-check
/**
 * `npm test`: set-up, types, lint, build, unit and integration tests, packages, end-to-end
 * tests. Continues after a failure, adds up all counts, and ends with
 * `N passed, N failed` alone on its line.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findElectron } from './electron.mjs';
import { setUp } from './setup.mjs';
import { appNode, isInstalled, run, toolScript } from './steps.mjs';

await setUp('tests');

const reports = mkdtempSync(join(tmpdir(), 'proxydeck-reports-'));
const total = { passed: 0, failed: 0, skipped: 0 };

// Each of them works on one processor.
await Promise.all([
  runCheck('Lint', 'eslint', '.', '--max-warnings=0'),
  (async () => {
    await runCheck('Types', 'tsc', '--noEmit');
    await runCheck('Types of components', 'svelte-check', '--fail-on-warnings');
    await runCheck('Format', 'prettier', '--check', '--log-level=warn', '.');
    await runCheck('Build', 'electron-vite', 'build', '--logLevel', 'warn');
  })(),
]);
const vitest = [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, 'vitest.json')}`,
];
await runTests('Unit and integration tests', readVitest, 'vitest', vitest);
await runTests('Packages', readVitest, 'vitest', [
  ...vitest,
  '--config=test/packaging/vitest.config.ts',
]);
await runTests('End-to-end tests', readPlaywright, 'playwright', ['test', '--project=app'], {
  PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
});
rmSync(reports, { recursive: true, force: true });

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 ? 1 : 0;

/**
 * A check that passes or fails as a whole counts as one.
 *
 * @param {string} title
 * @param {string} tool
 * @param {readonly string[]} args
 */
async function runCheck(title, tool, ...args) {
  console.log(`\n== ${title}`);
  const isPassed = (await run(appNode, [toolScript(tool), ...args])) === 0;
  if (isPassed) total.passed += 1;
  else total.failed += 1;
}

/**
 * @param {string} title
 * @param {() => { passed: number, failed: number, skipped: number }} readReport
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
async function runTests(title, readReport, tool, args, env = {}) {
  console.log(`\n== ${title}`);
  const code = await runBesideKeyring([toolScript(tool), ...args], env);
  let counted = { passed: 0, failed: 0, skipped: 0 };
  try {
    counted = readReport();
  } catch (error) {
    console.error(`The report of ${tool} cannot be read: ${String(error)}`);
  }
  total.passed += counted.passed;
  total.skipped += counted.skipped;
  // A runner that ends badly has failed even where its report counts no failure.
  total.failed += counted.failed > 0 || code === 0 ? counted.failed : 1;
}

/**
 * Runs Node inside a session bus of its own with a fresh, unlocked keyring; where
 * the system has its own keychain, straight.
 *
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runBesideKeyring(args, env) {
  if (process.platform !== 'linux' || !isInstalled('dbus-run-session'))
    return run(appNode, args, env);
  const home = mkdtempSync(join(tmpdir(), 'proxydeck-keyring-'));
  const script =
    'printf \'test\\n\' | gnome-keyring-daemon --unlock --components=secrets > /dev/null && exec "$@"';
  // Real Electron needs a display, and one that is large enough for the window's first size.
  const display = findElectron() ? ['xvfb-run', '-a', '-s', '-screen 0 1920x1200x24'] : [];
  const command = ['--', ...display, 'sh', '-c', script, 'sh', appNode, ...args];
  const code = await run('dbus-run-session', command, {
    ...env,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: home,
    // The desktop's own Wayland socket is in the folder that was just replaced.
    WAYLAND_DISPLAY: undefined,
    XDG_SESSION_TYPE: undefined,
    PROXYDECK_TEST_KEYRING: '1',
  });
  try {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // A keyring that is still ending may write there; the system clears its own temporary folder.
  }
  return code;
}

function readVitest() {
  const file = join(reports, 'vitest.json');
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // The next run of vitest writes its own; if it cannot, it must not be taken for this one.
  rmSync(file);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
  };
}

function readPlaywright() {
  const { stats } = JSON.parse(readFileSync(join(reports, 'playwright.json'), 'utf8'));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
