import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { startDemoService, type FaultHook } from '../../support/demo-service.ts';
import { asFailure, type Failure } from '../../../src/shared/failure.ts';
import { openApp } from '../../support/open-app.ts';
import { patience } from '../../support/patience.ts';

test('a wrong base URL is corrected with keys that the old one never gets', async () => {
  const { demo, ask } = await openApp();
  const wrong = await startDemoService({ proxyCount: 1 });
  try {
    const added = await ask('accounts:add', {
      name: 'Northwind',
      baseUrl: wrong.baseUrl,
      publicKey: 'mistyped',
      privateKey: 'mistyped',
      keysInMemory: true,
    });
    const accountId = added.id;
    const check = (): Promise<unknown> => ask('accounts:check', { accountId });
    expect(asFailure(await check().catch((error: unknown) => error)).code).toBe('keys-refused');
    const asked = wrong.requests.length;

    const { publicKey, privateKey } = demo;
    const keys = { accountId, publicKey, privateKey, keysInMemory: true };
    const refused = ask('accounts:set-keys', { ...keys, baseUrl: 'api.example.com' });
    expect(asFailure(await refused.catch((error: unknown) => error)).code).toBe('invalid-input');
    expect(asFailure(await check().catch((error: unknown) => error)).code).toBe('keys-refused');

    await ask('accounts:set-keys', { ...keys, baseUrl: `${demo.baseUrl}/` });
    await expect(check()).resolves.toMatchObject({ customer_domain: 'northwind.example' });
    expect(wrong.requests.length).toBe(asked + 1);
    const accounts = await ask('accounts:list', undefined);
    expect(accounts.find(({ id }) => id === accountId)?.base_url).toBe(demo.baseUrl);
  } finally {
    await wrong.close();
  }
});

test('new keys end the sync and pause the test run that use the old ones, and the next sync uses the new ones', async () => {
  const faults: { now?: FaultHook } = {};
  const { demo, ask } = await openApp({ faults });
  const { baseUrl, publicKey, privateKey } = demo;
  const keys = { baseUrl, publicKey, privateKey, keysInMemory: true };
  const { id: accountId } = await ask('accounts:add', { ...keys, name: 'Northwind' });
  await ask('sync:run', { accountId });
  faults.now = () => 'hang';
  const count = demo.requests.length;
  await ask('tests:start', { accountId, proxies: { kind: 'query', where: '' }, urls: ['https://example.com/'] });
  const before = ask('sync:run', { accountId });
  await vi.waitUntil(() => demo.requests.length >= count + 2, patience);

  await ask('accounts:set-keys', { ...keys, accountId });
  delete faults.now;
  expect(await ask('sync:run', { accountId })).toMatchObject({ complete: true });
  expect(await before).toMatchObject({ problem: { code: 'canceled' } });
  const runs = await ask('tests:list', { accountId });
  expect(runs.map(({ state }) => state)).toEqual(['paused']);
});

test('a new private key, with which every row is written, does not hold up the main thread', async () => {
  const { demo, ask } = await openApp({ proxyCount: 2000 });
  const { baseUrl, publicKey, privateKey } = demo;
  const keys = { baseUrl, publicKey, privateKey, keysInMemory: true };
  const { id: accountId } = await ask('accounts:add', { ...keys, name: 'Northwind' });
  await ask('sync:run', { accountId });
  const request = { accountId, where: '', sort: [], offset: 0, limit: 1 };
  const [user] = await ask('list:rows', { list: 'proxy_users', ...request });
  const id = String(user?.proxy_user_id);
  await ask('passwords:reveal', { accountId, id });

  const watch = new AbortController();
  const set = ask('accounts:set-keys', { ...keys, accountId, privateKey: 'another-key' });
  void set.finally(() => {
    watch.abort();
  });
  let turns = 0;
  for (; !watch.signal.aborted; turns += 1) await setImmediate();
  expect(turns).toBeGreaterThan(100);
  // The passwords that were encrypted with the old one are forgotten.
  const revealed = ask('passwords:reveal', { accountId, id });
  expect(asFailure(await revealed.catch((error: unknown) => error)).code).toBe('not-found');
});

test('keys that were kept in memory are found after they were stored in the keychain', async () => {
  const { demo, ask } = await openApp();
  const { baseUrl, publicKey, privateKey } = demo;
  const keys = { baseUrl, publicKey, privateKey };
  const { id: accountId } = await ask('accounts:add', { ...keys, name: 'Northwind', keysInMemory: true });
  await ask('accounts:check', { accountId });
  await ask('accounts:set-keys', { ...keys, accountId });
  await expect(ask('accounts:check', { accountId })).resolves.toMatchObject({ customer_domain: 'northwind.example' });
});

test('keys at an address without the version are answered with what is wrong, and promise no cached data', async () => {
  const { ask, demo } = await openApp();
  const { publicKey, privateKey } = demo;
  const tried = (baseUrl: string): Promise<Failure | null> =>
    ask('accounts:try', { baseUrl, publicKey, privateKey }).then(() => null, asFailure);
  expect(await tried(demo.baseUrl)).toBeNull();
  const failure = await tried(demo.baseUrl.replace('/1.0', ''));
  expect(failure?.code).toBe('not-this-service');
  expect(failure?.message).toContain('it usually ends with the version, such as /1.0.');
  expect((await tried('http://127.0.0.1:9/1.0'))?.message).not.toContain('Cached data');
});
