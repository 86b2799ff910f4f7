import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summarize } from '../../scripts/test-report.mjs';
import { root, toolScript } from '../../scripts/steps.mjs';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

test('tests that lack a program are counted by the reason, apart from others that are skipped', () => {
  const folder = makeTemporaryFolder();
  const report = join(folder, 'report.json');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
  writeFileSync(
    join(folder, 'some.test.js'),
    `import { test } from 'vitest';
    test('passes', () => undefined);
    test.skip('is skipped', () => undefined);
    test('is for others', ({ skip }) => skip('As root only.'));
    test('goes through squid', ({ skip }) => skip('needs squid'));
    test('goes through squid, too', ({ skip }) => skip('needs squid'));`,
  );
  const reporter = join(root, 'scripts/test-report.mjs');
  const words = [toolScript('vitest'), 'run', '--root', folder, `--reporter=${reporter}`];
  spawnSync(process.execPath, words, { cwd: folder, env: { ...process.env, TEST_REPORT: report } });
  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
    passed: 1,
    skipped: 4,
    lacking: { 'needs squid': 2 },
    failed: [],
  });
});

const total = { passed: 7, skipped: 3, lacking: { 'needs squid': 2 }, failed: [] };

test('a missing program is named with the command that brings it, and does not fail the run', () => {
  const { text, exitCode } = summarize(total, { isStrict: false, remedy: 'apt-get install squid' });
  expect(text).toContain('Skipped:\n- 2 tests: needs squid\n');
  expect(text).toContain('\n  apt-get install squid\n');
  expect(text).toMatch(/\n7 passed, 0 failed, 3 skipped$/);
  expect(exitCode).toBe(0);
});

test('where all tests have to run, a missing program is a failure', () => {
  const { text, exitCode } = summarize(total, { isStrict: true, remedy: undefined });
  expect(text).toContain('Failed:\n- not run, 2 tests: needs squid\n');
  expect(text).toMatch(/\n7 passed, 1 failed, 3 skipped$/);
  expect(exitCode).toBe(1);
});
