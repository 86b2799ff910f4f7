import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withoutAddresses } from '../../src/main/diagnostics.ts';
import { createFileLog } from '../../src/main/file-log.ts';
import { serviceEnv } from '../support/env.ts';
import { findSecretsInFiles } from '../support/find-secrets.ts';
import { startDemoService } from '../support/demo-service.ts';
import { runCommandLine } from '../support/run-command-line.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { openApp } from '../support/open-app.ts';

test.each([
  ['connect ECONNREFUSED 10.1.2.3:8080', 'connect ECONNREFUSED <address>'],
  ['GET https://user:pw@api.example.com/1.0?x=1 failed', 'GET <URL> failed'],
  ['via 2001:db8:0:1d::7 and ::1', 'via <address> and <address>'],
  ['connect 2001:db8::1 fe80:1:2:3:4:5:6:7', 'connect <address> <address>'],
  ['user alice@203.0.113.7:9', 'user <address>'],
  ['2026-11-22T21:09:42.123Z process gone type=GPU', '2026-11-22T21:09:42.123Z process gone type=GPU'],
  ['at run (file:///opt/app/out/main/index.js:10:5)', 'at run (file:///opt/app/out/main/index.js:10:5)'],
  [`open ${homedir()}/x`, 'open ~/x'],
])('addresses are left out of %j, and nothing else', (text, expected) => {
  expect(withoutAddresses(text)).toBe(expected);
});

test.each(['a', 'a-', 'a.b', '1:'])('a line of %j again and again is read once', (part) => {
  // With the square of its length this would take longer than a test may.
  const line = part.repeat(100_000);
  expect(withoutAddresses(line)).toHaveLength(line.length);
});

test('diagnostics have versions, sizes and the last errors, and no key, address or password', async () => {
  const demo = await startDemoService({ proxyCount: 30, privateKey: 'canary-private-key' });
  onTestFinished(() => demo.close());
  const dataDir = makeTemporaryFolder();
  const env = serviceEnv(demo);
  const run = (...argv: string[]) => runCommandLine(['--data-dir', dataDir, ...argv], { env });
  await run('sync');
  const log = createFileLog(join(dataDir, 'logs', 'main.log'));
  log.info('start', { port: 5 });
  log.error('sync', new Error('connect ECONNREFUSED 192.0.2.99:443'));
  const { code, stdout } = await run('--json', 'diagnostics');
  expect(code).toBe(0);
  const report = JSON.parse(stdout) as { accounts: unknown[]; errors: string[] };
  expect(report).toMatchObject({
    proxydeck: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
    node: process.versions.node,
    accounts: [{ kind: 'environment', rows: { proxies: 30 }, problems: {} }],
  });
  expect(report.errors).toHaveLength(1);
  expect(report.errors[0]).toContain('ECONNREFUSED <address>');
  const shown = stdout + (await run('diagnostics', '--log')).stdout;
  const secrets = [demo.privateKey, demo.publicKey, demo.baseUrl, '192.0.2.99', dataDir];
  for (const secret of secrets) expect(shown).not.toContain(secret);
  const [proxy] = demo.account.proxies.slice(0, 1);
  expect(shown).not.toContain(String(proxy?.['proxy_ip_address']));
  expect(findSecretsInFiles(join(dataDir, 'logs'), [demo.privateKey])).toEqual([]);
});

test('a report of several accounts that were not open yet lets others have their turn after each', async () => {
  const { ask } = await openApp();
  for (let added = 0; added < 5; added += 1) await ask('accounts:add-demo', { proxyCount: 1 });
  let turns = 0;
  let isReported = false;
  const turn = (): void => {
    turns += 1;
    if (!isReported) setImmediate(turn);
  };
  setImmediate(turn);
  const report = await ask('diagnostics:report', undefined);
  isReported = true;
  expect(JSON.parse(report)).toMatchObject({ accounts: Array.from({ length: 6 }, () => ({ rows: { proxies: 0 } })) });
  expect(turns).toBeGreaterThanOrEqual(6);
});
