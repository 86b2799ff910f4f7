import { readFileSync } from 'node:fs';
import { expect, test } from './fixture.ts';
import { openDemo } from '../page/open-demo.ts';

test.skip(
  process.env['PROXYDECK_TEST_SANDBOX'] !== '1' || process.platform !== 'linux',
  "Chromium's sandbox is on only with PROXYDECK_TEST_SANDBOX=1, not as root.",
);

const read = (pid: number, file: string): string => readFileSync(`/proc/${String(pid)}/${file}`, 'utf8');

test('the page runs in the sandbox, and the app works', async ({ app }) => {
  await openDemo(app.page);
  const main = read(app.pid, 'status');
  expect(/^Uid:\t(\d+)/m.exec(main)?.[1]).not.toBe('0');
  expect(read(app.pid, 'cmdline')).not.toContain('--no-sandbox');
  const pages = await app.evaluate(
    ({ app: electron }) => electron.getAppMetrics().flatMap(({ pid, type }) => (type === 'Tab' ? [pid] : [])),
    null,
  );
  expect(pages).toHaveLength(1);
  const page = read(pages[0] ?? 0, 'status');
  // System calls are filtered, and no program that it starts gains rights.
  expect(page).toMatch(/^Seccomp:\t2$/m);
  expect(page).toMatch(/^NoNewPrivs:\t1$/m);
  // It has another number inside its own namespace of processes.
  expect(page).toMatch(/^NSpid:\t\d+\t\d+/m);
});
