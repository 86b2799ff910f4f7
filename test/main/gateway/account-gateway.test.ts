import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openAccountGateway } from '../../../src/main/gateway/account-gateway.ts';
import { createCachedProxies } from '../../../src/main/gateway/cached-proxies.ts';
import { createGateway } from '../../../src/main/gateway/gateway.ts';
import { writeRequests } from '../../../src/main/gateway/request-log.ts';
import type { RequestBatch } from '../../../src/main/gateway/request-queue.ts';
import { putRule } from '../../../src/main/gateway/rules.ts';
import type { Store } from '../../../src/main/store/index.ts';
import { asFailure, fieldOf } from '../../../src/shared/failure.ts';
import { defaultRule, type RuleChoices } from '../../../src/shared/gateway/gateway.ts';
import { readQuery } from '../../../src/shared/filter/query.ts';
import { getThrough } from '../../support/get-through.ts';
import { listen } from '../../support/listen.ts';
import { patience } from '../../support/patience.ts';
import { startHttpProxy } from '../../support/built-in-proxies.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import {
  makeDatabaseName,
  makeProxy,
  makeStore,
  makeUser,
  makeUuid,
  noPhases,
  startTestRun,
} from '../store/support.ts';

const containing = (text: string): unknown => expect.stringContaining(text);
const token = 'a-token-of-the-rule';

const startTarget = async (): Promise<string> =>
  `http://127.0.0.1:${String(await listen(createServer((_request, response) => response.end('arrived'))))}/`;

const local = (port: number, changes = {}) => ({
  proxy_ip_address: '127.0.0.1',
  proxy_http_port: port,
  default_proxy_user_username: 'user1',
  default_proxy_user_password: 'secret',
  proxy_is_online: true,
  ...changes,
});

async function open(
  store: Store,
  choices: Partial<RuleChoices> = {},
  more: Partial<Pick<Parameters<typeof openAccountGateway>[1], 'onObserved' | 'writeRequests'>> = {},
) {
  const errors: unknown[] = [];
  const onGone = vi.fn();
  const gateway = openAccountGateway(store, {
    onChange: () => undefined,
    onError: (error) => errors.push(error),
    onGone,
    watchMs: 100,
    ...more,
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await gateway.close();
  };
  onTestFinished(close);
  const port = await findFreePort();
  const rule = { ...defaultRule, id: 1, port, allowsPrivate: true, ...choices };
  await gateway.apply([{ rule, token }]);
  const proxy = `http://${rule.name}:${token}@127.0.0.1:${String(port)}`;
  return {
    gateway,
    rule,
    errors,
    onGone,
    close,
    state: () => gateway.state().rules[0],
    get: async (url: string): Promise<string> => (await getThrough(proxy, url)).body,
  };
}

test('the proxies of a filter are used with the password of their default user', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, local(port)), makeProxy(2, local(port)), makeProxy(3, local(1))]);
  const { get, state } = await open(store, { where: `port:${String(port)}` });
  expect(state()).toMatchObject({ inRotation: 2, proxyCount: 2, problem: null });
  expect(await get(await startTarget())).toBe('arrived');
});

test('a proxy user is used with its password, and only for the proxies that it has access to', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'of the user' });
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    [1, 2, 3].map((number) => makeProxy(number, local(port))),
  );
  store.syncs.writePage('proxy_users', [
    makeUser('user1', {
      proxy_user_password: 'of the user',
      proxy_user_access_type: 'proxy_restricted',
      restricted_proxy_ids: [makeUuid(2)],
    }),
  ]);
  const { get, state, gateway } = await open(store, { proxyUserId: 'user1' });
  expect(state()).toMatchObject({ inRotation: 1, proxyCount: 1 });
  expect(await get(await startTarget())).toBe('arrived');
  expect(JSON.stringify(gateway.state())).not.toContain('of the user');
});

test('a rule without a user, or with a password that is not cached, says so', async () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, local(1))]);
  store.syncs.writePage('proxy_users', [makeUser('alice', { proxy_user_password: null })]);
  const { gateway, rule, state } = await open(store, { proxyUserId: 'nobody' });
  expect(state()?.problem).toMatchObject({
    kind: 'failed',
    message: containing('"nobody" is no longer cached'),
  });
  await gateway.apply([{ rule: { ...rule, proxyUserId: 'alice' }, token }]);
  expect(state()?.problem).toMatchObject({
    message: containing('The password of "alice" is not cached'),
  });
  expect(state()).toMatchObject({ inRotation: 0 });
});

test('proxies that are offline or failed their last test are skipped, unless the rule uses them', async () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1, local(1)),
    makeProxy(2, local(1, { proxy_is_online: false })),
    makeProxy(3, local(1)),
    // It can't be reached at all.
    makeProxy(4, local(1, { proxy_http_port: null })),
  ]);
  const observed = (proxyId: string, reason: 'refused' | null) => ({
    proxyId,
    host: '127.0.0.1',
    port: 1,
    protocol: 'http' as const,
    url: null,
    result: {
      reason,
      status: null,
      firstByteMs: null,
      bytes: 0,
      phases: noPhases,
    },
  });
  // What the gateway itself saw takes nothing out: it has pauses for that.
  store.testRuns.observe([observed(makeUuid(1), 'refused')]);
  const id = startTestRun(store, { source: 'service', urls: [] });
  store.testRuns.finishBatch(id, {
    results: [{ proxyId: makeUuid(3), fields: { proxy_test_result_is_successful: false } }],
    problem: null,
  });
  const { gateway, rule, state } = await open(store);
  expect(state()).toMatchObject({ inRotation: 1, proxyCount: 4 });
  await gateway.apply([{ rule: { ...rule, skipsFailed: false }, token }]);
  expect(state()).toMatchObject({ inRotation: 2, proxyCount: 4 });
  await gateway.apply([{ rule: { ...rule, skipsFailed: false, skipsOffline: false }, token }]);
  expect(state()).toMatchObject({ inRotation: 3, proxyCount: 4 });
});

test('a sync of another process is followed: removed proxies go, new addresses are used, wrong passwords are forgiven', async () => {
  const [good, other] = await Promise.all([
    startHttpProxy({ host: '127.0.0.1', password: 'secret' }),
    startHttpProxy({ host: '127.0.0.1', password: 'secret' }),
  ]);
  const file = makeDatabaseName();
  const syncing = makeStore(file);
  syncing.syncs.writePage('proxies', [
    makeProxy(1, local(good)),
    makeProxy(2, local(good, { default_proxy_user_password: 'old' })),
  ]);
  const { get, state } = await open(makeStore(file));
  const target = await startTarget();
  for (let round = 0; round < 2; round += 1) expect(await get(target)).toBe('arrived');
  expect(state()).toMatchObject({ inRotation: 1, outCount: 1 });
  // Proxy 1 gets another address, proxy 2 the right password, and proxy 3 is new.
  syncing.syncs.writePage('proxies', [
    makeProxy(1, local(other)),
    makeProxy(2, local(good)),
    makeProxy(3, local(good)),
  ]);
  await vi.waitFor(() => {
    expect(state()).toMatchObject({ inRotation: 3, proxyCount: 3, outCount: 0 });
  }, patience);
  for (let round = 0; round < 3; round += 1) expect(await get(target)).toBe('arrived');
  const walk = syncing.syncs.startPass('proxies');
  walk.close();
  syncing.syncs.finishList('proxies', walk.missing());
  // Before the rule has found its proxies again.
  expect(await get(target)).toContain('No proxy in rotation');
  await vi.waitFor(() => {
    expect(state()).toMatchObject({ inRotation: 0, proxyCount: 0 });
  }, patience);
}, 120_000);

test('what proxies did is in the history of tests, with hosts only if the user wants them', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, local(port)), makeProxy(2, local(await findFreePort()))]);
  const target = await startTarget();
  const first = await open(store);
  for (let round = 0; round < 4; round += 1) expect(await first.get(`${target}private/path?secret`)).toBe('arrived');
  await first.close();
  expect(first.errors).toEqual([]);
  const resultsOf = (number: number) => store.testRuns.resultsOfProxy(makeUuid(number), 10);
  expect(resultsOf(1)).toMatchObject([{ proxy_test_result_is_successful: true, proxy_test_result_url: null }]);
  expect(resultsOf(2)).toMatchObject([{ proxy_test_result_is_successful: false, proxy_test_result_url: null }]);
  expect(store.testRuns.list()).toMatchObject([{ source: 'gateway', successCount: 1, resultCount: 2 }]);
  store.settings.set({ gatewaySavesHosts: true });
  const second = await open(store);
  expect(await second.get(`${target}private/path?secret`)).toBe('arrived');
  await second.close();
  expect(resultsOf(1)[0]).toMatchObject({ proxy_test_result_url: target.replace(/\/$/, '') });
});

test('a rule follows its saved view', async () => {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    [0, 1, 2, 3, 4, 5].map((number) => makeProxy(number, local(1))),
  );
  const view = store.saved.put({
    kind: 'view',
    name: 'Germany',
    content: { list: 'proxies', where: 'country:DE' },
  });
  const { gateway, state } = await open(store, { viewId: view.id, where: 'country:US' });
  expect(state()).toMatchObject({ proxyCount: 2 });
  store.saved.put({
    id: view.id,
    kind: 'view',
    name: 'All',
    content: { list: 'proxies', where: '' },
  });
  await gateway.refresh();
  expect(state()).toMatchObject({ proxyCount: 6 });
  store.saved.remove('view', view.id);
  await gateway.refresh();
  expect(state()).toMatchObject({ proxyCount: 2 });
});

test('a rule that was saved has its name once', () => {
  const store = makeStore();
  const rule = putRule(store, defaultRule);
  expect(() => putRule(store, defaultRule)).toThrow('There is already a rule named "rotate"');
  const fieldOfRefused = (choices: Partial<RuleChoices>): string | null => {
    try {
      putRule(store, { ...defaultRule, ...choices });
      return null;
    } catch (error) {
      return fieldOf(asFailure(error));
    }
  };
  expect(fieldOfRefused({})).toBe('name');
  expect(fieldOfRefused({ name: 'us-country-de' })).toBe('name');
  expect(fieldOfRefused({ name: 'other', port: 70_000 })).toBe('port');
  expect(putRule(store, { ...defaultRule, port: 24_001 }, rule.id)).toMatchObject({
    id: rule.id,
    port: 24_001,
  });
  expect(() => putRule(store, { ...defaultRule, name: 'a:b' })).toThrow('letters, digits');
  expect(() => putRule(store, { ...defaultRule, name: 'a-session-b' })).toThrow('separates');
  expect(() => putRule(store, { ...defaultRule, name: 'x', where: 'country:' })).toThrow("The filter can't be read");
});

test.each([
  [
    'removed',
    (file: string) => {
      rmSync(file);
    },
  ],
  [
    'replaced',
    (file: string) => {
      copyFileSync(file, `${file}.new`);
      renameSync(`${file}.new`, file);
    },
  ],
])('a gateway whose cache another process has %s ends at once, and says so', async (_how, change) => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', [makeProxy(1, local(port))]);
  const { get, onGone, errors } = await open(store);
  const target = await startTarget();
  expect(await get(target)).toBe('arrived');
  change(store.file);
  await vi.waitFor(() => {
    expect(onGone).toHaveBeenCalledOnce();
  }, patience);
  await expect(get(target)).rejects.toThrow('ECONNREFUSED');
  expect(errors).toEqual([]);
});

test('after one connection without a route, proxies with IPv6 only are skipped, and the rule says how many', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const store = makeStore();
  const noIpv4 = { proxy_ip_address: null, proxy_ip_address_v6: '2001:db8::7' };
  store.syncs.writePage('proxies', [
    makeProxy(1, local(port, { proxy_ip_address_v6: '2001:db8::1' })),
    makeProxy(2, local(port, noIpv4)),
    makeProxy(3, local(port, { ...noIpv4, proxy_ip_address: '' })),
  ]);
  let isMissing = false;
  const used: string[] = [];
  const gateway = createGateway({
    source: createCachedProxies(store),
    onAttempt: ({ proxy }) => used.push(proxy.host),
    onChange: () => undefined,
    ipv6: { opened: () => undefined, failed: () => undefined, isMissing: () => isMissing },
  });
  onTestFinished(() => gateway.close());
  const rule = { ...defaultRule, id: 1, port: await findFreePort(), allowsPrivate: true };
  await gateway.apply([{ rule, token }]);
  expect(gateway.state().rules[0]).toMatchObject({ inRotation: 3, ipv6Skipped: 0 });
  isMissing = true;
  expect(gateway.state().rules[0]).toMatchObject({ inRotation: 1, ipv6Skipped: 2 });
  const target = await startTarget();
  const proxy = `http://${rule.name}:${token}@127.0.0.1:${String(rule.port)}`;
  for (let sent = 0; sent < 4; sent += 1) expect((await getThrough(proxy, target)).body).toBe('arrived');
  expect(new Set(used)).toEqual(new Set(['127.0.0.1']));
});

test('those who show proxies learn of observations once they are written', async () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, local(1))]);
  const onObserved = vi.fn(() => {
    expect(store.proxies.get(makeUuid(1))?.isLastTestSuccessful).toBe(false);
  });
  const { get, close } = await open(store, {}, { onObserved });
  await get(await startTarget());
  expect(onObserved).not.toHaveBeenCalled();
  await close();
  expect(onObserved).toHaveBeenCalledOnce();
});

/** A store whose gateway logs requests, and what it wrote. */
async function openLogged(ports: readonly number[], choices: Partial<RuleChoices> = {}) {
  const store = makeStore();
  store.settings.set({ gatewayLogDays: 7 });
  store.syncs.writePage(
    'proxies',
    ports.map((port, at) => makeProxy(at + 1, local(port))),
  );
  const batches: RequestBatch[] = [];
  const opened = await open(store, choices, {
    writeRequests: (batch) => {
      batches.push(batch);
      return writeRequests(store, batch, new AbortController().signal);
    },
  });
  const logged = async () => {
    await opened.close();
    return store.requests.list({ where: readQuery('', 'requests'), sort: [], offset: 0, limit: 100 });
  };
  return { ...opened, store, batches, logged };
}

test('a plain request and a tunnel are logged with host, bytes, phases and proxy, without a path', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const { get, logged } = await openLogged([port]);
  const target = await startTarget();
  await get(`${target}secret-path?q=1`);
  const rows = await logged();
  expect(rows[0]).toMatchObject({
    rule: 'rotate',
    client: '127.0.0.1',
    kind: 'http',
    target_host: '127.0.0.1',
    target_port: Number(new URL(target).port),
    outcome: 'works',
    reason: null,
    status: 200,
    try_count: 1,
    proxy_id: makeUuid(1),
    proxy_address: `127.0.0.1:${String(port)}`,
  });
  expect(rows[0]?.received_bytes).toBeGreaterThan(50);
  expect(rows[0]?.connect_ms).not.toBeNull();
  expect(JSON.stringify(rows)).not.toContain('secret-path');
});

test('a request that a second proxy carried has both in its tries, and one that none carried says why', async () => {
  const dead = await findFreePort();
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const first = await openLogged([dead, port]);
  const target = await startTarget();
  // Each begins with the next proxy in turn, so one or both begin with the first one.
  await first.get(target);
  await first.get(target);
  const carried = (await first.logged()).filter(({ try_count: count }) => count === 2);
  expect(carried[0]).toMatchObject({
    outcome: 'works',
    tries: [
      { reason: 'refused', proxy_id: makeUuid(1) },
      { reason: null, proxy_id: makeUuid(2) },
    ],
  });
  const figures = first.store.hosts.list({
    where: readQuery('by:proxy', 'hosts'),
    sort: [{ field: 'failed', isDescending: true }],
    offset: 0,
    limit: 10,
  });
  expect(figures).toMatchObject([
    { name: `127.0.0.1:${String(dead)}`, requests: carried.length, failed: carried.length, bytes: 0, p50_ms: null },
    { name: `127.0.0.1:${String(port)}`, requests: 2, failed: 0 },
  ]);
  expect(figures[1]?.received_bytes).toBeGreaterThan(50);
  expect(figures[1]?.p50_ms).not.toBeNull();
  const second = await openLogged([dead]);
  await second.get(await startTarget());
  expect(await second.logged()).toMatchObject([{ outcome: 'fails', reason: 'refused', fault: 'proxy', try_count: 1 }]);
});

test('a target that the gateway refuses is logged, and nothing while no log is wanted', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const { get, logged, store } = await openLogged([port], { allowsPrivate: false });
  await get('http://10.0.0.1/');
  expect(await logged()).toMatchObject([
    { outcome: 'refused', reason: 'private', fault: 'client', target_host: '10.0.0.1', try_count: 0 },
  ]);
  store.settings.set({ gatewayLogDays: 0 });
  store.requestLog.clear();
  const silent = await open(store, {}, { writeRequests: () => Promise.reject(new Error('Not wanted.')) });
  await silent.get(await startTarget());
  await silent.close();
  expect(silent.errors).toEqual([]);
  expect(store.requests.count(readQuery('', 'requests'))).toBe(0);
});

test('forwarding does not wait for a log that cannot be written, and the next batch counts what was lost', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const store = makeStore();
  store.settings.set({ gatewayLogDays: 7 });
  store.syncs.writePage('proxies', [makeProxy(1, local(port))]);
  const batches: RequestBatch[] = [];
  let isFull = true;
  const { get, close, errors } = await open(
    store,
    {},
    {
      writeRequests(batch) {
        if (isFull) return Promise.reject(new Error('The disk is full.'));
        batches.push(batch);
        return Promise.resolve();
      },
    },
  );
  const target = await startTarget();
  expect(await get(target)).toBe('arrived');
  await expect.poll(() => errors.length, patience).toBeGreaterThan(0);
  isFull = false;
  expect(await get(target)).toBe('arrived');
  await close();
  expect(batches.map(({ requests, lostCount }) => [requests.length, lostCount])).toEqual([[1, 1]]);
});
