import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { mkdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { defaultRule } from '../../src/shared/gateway/gateway.ts';
import type { FaultHook } from '../support/demo-service.ts';
import { openApp } from '../support/open-app.ts';
import { findFreePort } from '../support/real-proxies.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const urls = ['https://example.com/'];

test('what needs the app without a window: a gateway, a test in progress or repeated, a preset that follows syncs', async () => {
  const faults: { now?: FaultHook } = {};
  const path = join(makeTemporaryFolder(), 'list.txt');
  const desktop = { chooseSaveFile: () => Promise.resolve(path) };
  const { ask, accountId, background, demo } = await openApp({ isSynced: true, faults, desktop });
  expect(background.work()).toEqual([]);

  await ask('gateway:put-rule', { accountId, rule: { ...defaultRule, port: await findFreePort() } });
  await ask('gateway:switch', { accountId, isOn: true });
  expect(background.work()).toEqual(['The gateway of env']);
  await ask('gateway:switch', { accountId, isOn: false });
  expect(background.work()).toEqual([]);

  const { promise, resolve } = Promise.withResolvers<undefined>();
  faults.now = () => promise;
  const { id: testRunId } = await ask('tests:start', { accountId, proxies: { kind: 'query', where: '' }, urls });
  expect(background.work()).toEqual(['The test in progress, 0 of 40 tested']);
  expect((await background.status()).tests).toEqual({ done: 0, total: 40 });
  resolve(undefined);
  await ask('tests:stop', { accountId, testRunId, canResume: false });
  expect(background.work()).toEqual([]);

  const content = { everyHours: 24, viewId: null, where: '', urls, proxyUserId: null, settings: null };
  await ask('saved:put', { accountId, kind: 'test-schedule', name: 'each day', content });
  expect(background.work()).toEqual(['1 test that is repeated']);
  const proxyUserId = String(demo.account.proxyUsers.slice(0, 1)[0]?.['proxy_user_id']);
  const choices = {
    proxyUserId,
    proxies: { kind: 'query', where: '' },
    format: 'url',
    protocol: 'http',
    ip: '4',
  } as const;
  const { id } = await ask('presets:put', { accountId, name: 'all', choices });
  await ask('presets:save', { accountId, id, asksFile: true });
  await ask('presets:refresh', { accountId, id, isRefreshed: true });
  expect(background.work()).toEqual(['1 test that is repeated', '1 preset that is updated after each sync']);
});

test('the addresses of rules that are on are known, and the first problem', async () => {
  const { ask, accountId, background } = await openApp();
  const [port, taken] = [await findFreePort(), createServer()];
  onTestFinished(() => void taken.close());
  const { id: ruleId } = await ask('gateway:put-rule', { accountId, rule: { ...defaultRule, port } });
  expect(await background.status()).toEqual({
    accounts: [{ id: accountId, name: 'env', isGatewayOn: false, openCount: 0 }],
    rules: [],
    tests: null,
    problem: null,
    isSyncing: false,
  });
  await once(taken.listen(port, '127.0.0.1'), 'listening');
  await ask('gateway:switch', { accountId, isOn: true });
  expect(await background.status()).toMatchObject({
    accounts: [{ isGatewayOn: true }],
    rules: [{ accountId, ruleId, name: defaultRule.name, address: `127.0.0.1:${String(port)}` }],
    problem: {
      accountId,
      text: `${defaultRule.name}: Port ${String(port)} is in use.`,
      target: { view: 'gateway', filter: null },
    },
  });
});

test('an account whose cache cannot be opened has no work, and the others are still known', async () => {
  const { accountId, databaseFile, background } = await openApp();
  mkdirSync(databaseFile, { recursive: true });
  expect(background.work()).toEqual([]);
  expect(await background.status()).toMatchObject({ accounts: [{ id: accountId, isGatewayOn: false }], problem: null });
});
