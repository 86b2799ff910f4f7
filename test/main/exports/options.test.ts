import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareExport } from '../../../src/main/exports/prepare.ts';
import { previewExport } from '../../../src/main/exports/preview.ts';
import { saveExport } from '../../../src/main/exports/files/save.ts';
import type { Store } from '../../../src/main/store/index.ts';
import type { ExportChoices, ExportOptions, Skipped } from '../../../src/shared/exports/export.ts';
import { makeProxies, makeProxy, makeStore, makeUser, makeUuid, startTestRun } from '../store/support.ts';
import { expectPrivate } from '../../support/expect-private.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const choose = (options: ExportOptions, more: Partial<ExportChoices> = {}): ExportChoices => ({
  proxyUserId: 'alice',
  proxies: { kind: 'query', where: '' },
  format: 'host:port:user:pass',
  protocol: 'http',
  ip: '4',
  options,
  ...more,
});

/** Twelve proxies in three countries; alice and bob may use all, carol the first three. */
function makeUsedStore(): Store {
  const store = makeStore();
  store.syncs.writePage('proxies', makeProxies(12));
  const named = (id: string, more = {}) => makeUser(id, { proxy_user_password: `${id}-pass`, ...more });
  store.syncs.writePage('proxy_users', [
    named('alice', { ip_address_authentications: ['198.51.100.7'] }),
    named('bob'),
    named('carol', { proxy_user_access_type: 'proxy_restricted', restricted_proxy_ids: [0, 1, 2].map(makeUuid) }),
    named('default-user', { proxy_user_is_default: true }),
    makeUser('mute', { proxy_user_password: null }),
  ]);
  return store;
}

function run(store: Store, choices: ExportChoices): { lines: string[]; skipped: Skipped[] } {
  const prepared = prepareExport(store, choices);
  const lines = [...prepared.lines];
  const { writtenCount, skipped } = prepared.count();
  expect(writtenCount).toBe(lines.length);
  return { lines, skipped };
}

const reasons = (skipped: readonly Skipped[]) => skipped.map(({ reason, count }) => [reason, count]);

test('a shuffled export has the same lines, and the same order for the same seed', () => {
  const store = makeUsedStore();
  const plain = run(store, choose({})).lines;
  const first = run(store, choose({ shuffleSeed: 'a' })).lines;
  expect(run(store, choose({ shuffleSeed: 'a' })).lines).toEqual(first);
  expect(run(store, choose({ shuffleSeed: 'b' })).lines).not.toEqual(first);
  expect(first).not.toEqual(plain);
  expect(first.toSorted()).toEqual(plain.toSorted());
});

test('the limit per country applies also to proxies without one, and the rest is counted', () => {
  const store = makeUsedStore();
  store.syncs.writePage('proxies', [
    makeProxy(20, { country_id: null }),
    makeProxy(21, { country_id: '' }),
    makeProxy(22, { country_id: null }),
  ]);
  const template = '{country}{index}';
  const made = run(store, choose({ perCountry: 2 }, { format: 'template', template }));
  expect(made.lines).toEqual(['US1', 'GB2', 'DE3', 'US4', 'GB5', 'DE6', '7', '8']);
  expect(reasons(made.skipped)).toEqual([['enough-of-country', 7]]);
});

test('only the first proxy of an address and port is written, per address version', () => {
  const store = makeUsedStore();
  store.syncs.writePage('proxies', [
    makeProxy(20, { proxy_ip_address: '203.0.0.1', proxy_http_port: 8001 }),
    makeProxy(21, { proxy_ip_address: '203.0.0.1', proxy_http_port: 8999 }),
    makeProxy(22, { proxy_ip_address: '203.0.0.1', proxy_http_port: 8999 }),
  ]);
  const made = run(store, choose({ isDistinct: true }));
  expect(new Set(made.lines).size).toBe(13);
  expect(made.lines).toHaveLength(13);
  expect(reasons(made.skipped)).toEqual([['repeated', 2]]);
  expect(run(store, choose({ isDistinct: true }, { ip: '6' })).lines).toHaveLength(15);
});

test('only proxies that recently passed a test are written', () => {
  const store = makeUsedStore();
  const testRun = startTestRun(store, { proxyCount: 2 });
  const results = [3, 4].map((number) => ({
    proxyId: makeUuid(number),
    fields: { proxy_test_result_is_successful: number === 3 },
  }));
  store.testRuns.finishBatch(testRun, { results, problem: null });
  const made = run(store, choose({ aliveWithinHours: 0.5 }));
  expect(made.lines).toEqual(['203.0.0.3:8003:alice:alice-pass']);
  expect(reasons(made.skipped)).toEqual([['not-alive', 11]]);
  expect(made.skipped[0]?.message).toContain('0.5 hours');
  // A run of the future was recorded by a clock that was ahead.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 24 * 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(run(store, choose({ aliveWithinHours: 0.5 })).lines).toEqual([]);
});

test('several users share the proxies evenly, each only those it has access to', () => {
  const store = makeUsedStore();
  const made = run(store, choose({ otherUserIds: ['bob', 'carol', 'bob'] }));
  const byUser = Map.groupBy(made.lines, (line) => line.split(':')[2]);
  expect([...byUser].map(([user, lines]) => [user, lines.length])).toEqual([
    ['alice', 6],
    ['bob', 5],
    ['carol', 1],
  ]);
  expect(byUser.get('carol')?.every((line) => /^203\.0\.0\.[012]:/.test(line))).toBe(true);
  expect(made.lines.every((line) => /:(\w+):\1-pass$/.test(line))).toBe(true);
  expect(made.skipped).toEqual([]);
  const two = run(store, choose({ otherUserIds: ['carol'] }, { proxyUserId: 'carol' }));
  expect(reasons(two.skipped)).toEqual([['no-access', 9]]);
  expect(() => run(store, choose({ otherUserIds: ['mute'] }))).toThrow(/password of mute is not saved/);
  expect(() => run(store, choose({ otherUserIds: ['nobody'] }))).toThrow(/proxy user "nobody" is not cached/);
});

test('users with an authorized IP address are exported without credentials, others are not', async () => {
  const store = makeUsedStore();
  const none = { credentials: 'none' } as const;
  expect(run(store, choose(none)).lines[1]).toBe('203.0.0.1:8001');
  const inFormat = (format: string) => run(store, choose(none, { format })).lines[0] ?? '';
  expect(inFormat('http')).toBe('http://203.0.0.0:8000');
  expect(inFormat('user:pass@host:port')).toBe('203.0.0.0:8000');
  expect(JSON.parse(inFormat('ndjson'))).toMatchObject({ host: '203.0.0.0', password: '' });
  expect(inFormat('curl')).toContain("'http://203.0.0.0:8000'");
  expect(() => inFormat('gologin')).toThrow(/needs credentials/);
  expect(() => run(store, choose(none, { proxyUserId: 'bob' }))).toThrow(
    /bob needs its credentials, because it has no authorized IP address/,
  );
  expect((await previewExport(store, choose(none), false)).lines.join()).not.toContain('•');
});

test("a default user's export uses the credentials of each proxy's own record", () => {
  const store = makeUsedStore();
  store.syncs.writePage('proxies', [
    makeProxy(5, { default_proxy_user_username: 'somebody else' }),
    makeProxy(6, { default_proxy_user_password: null }),
  ]);
  const own = { credentials: 'default' } as const;
  const made = run(store, choose(own, { proxyUserId: 'default-user', format: 'http' }));
  expect(made.lines[0]).toBe('http://default-user:the%20default%20password@203.0.0.0:8000');
  expect(made.lines).toHaveLength(10);
  expect(reasons(made.skipped)).toEqual([['no-password', 2]]);
  expect(() => run(store, choose(own))).toThrow(/alice is not the default proxy user/);
  const alsoAlice = choose({ ...own, otherUserIds: ['alice'] }, { proxyUserId: 'default-user' });
  expect(() => run(store, alsoAlice)).toThrow(/alice is not the default proxy user/);
});

test('without a proxy user each proxy is exported with the credentials of its own record', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(0),
    makeProxy(1, { default_proxy_user_username: 'somebody', default_proxy_user_password: 'else' }),
    makeProxy(2, { default_proxy_user_username: null, default_proxy_user_password: null }),
  ]);
  const none = { proxyUserId: null } as const;
  const made = run(store, choose({}, { ...none, format: 'http' }));
  expect(made.lines).toEqual([
    'http://default-user:the%20default%20password@203.0.0.0:8000',
    'http://somebody:else@203.0.0.1:8001',
  ]);
  expect(made.skipped).toEqual([
    {
      reason: 'no-password',
      count: 1,
      message: expect.stringContaining('Their record contains no credentials') as string,
    },
  ]);
  expect(run(store, choose({}, { ...none, format: 'host:port' })).lines).toHaveLength(3);
  expect(() => run(store, choose({ credentials: 'none' }, none))).toThrow(
    /Choose a proxy user, or export with credentials/,
  );
});

test('a split export consists of complete documents, per number of proxies or per user', async () => {
  const store = makeUsedStore();
  const folder = makeTemporaryFolder();
  const path = join(folder, 'list.json');
  const choices = choose({ proxiesPerFile: 5 }, { format: 'json' });
  const saved = await saveExport(store, { choices, path });
  expect(saved).toMatchObject({ writtenCount: 12, fileNames: ['list-001.json', 'list-002.json', 'list-003.json'] });
  const counts = saved.fileNames.map((name) => {
    expectPrivate(join(folder, name));
    return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown[]).length;
  });
  expect(counts).toEqual([5, 5, 2]);
  expect(await previewExport(store, choices, false)).toMatchObject({ fileCount: 3, shownCount: 5 });

  const each = choose({ otherUserIds: ['carol'], sharing: 'file-each', proxiesPerFile: 10 });
  const users = await saveExport(store, { choices: each, path: join(folder, 'p') });
  expect(users.fileNames).toEqual(['p-alice-001', 'p-alice-002', 'p-carol-001']);
  expect(users.writtenCount).toBe(15);
  expect(users.skipped).toMatchObject([{ reason: 'no-access', count: 9 }]);
  expect(readFileSync(join(folder, 'p-carol-001'), 'utf8')).toMatch(/^([^:]+:\d+:carol:.*\n){3}$/);
  expect(await previewExport(store, each, false)).toMatchObject({ fileCount: 3, writtenCount: 15 });
});

test('the index starts again in every file, so the limit of a format applies to each file', () => {
  const store = makeUsedStore();
  const choices = choose({ proxiesPerFile: 1 }, { format: 'curl-config' });
  const files = [...prepareExport(store, choices).files.map((lines) => [...lines])];
  expect(files).toHaveLength(12);
  expect(files.every((lines) => lines.length === 1)).toBe(true);
});

test('a canceled split export, or one that fails at its last file, leaves no file', async () => {
  const store = makeUsedStore();
  const folder = makeTemporaryFolder();
  const path = join(folder, 'list.txt');
  const controller = new AbortController();
  const canceled = saveExport(store, {
    choices: choose({ proxiesPerFile: 2 }),
    path,
    signal: controller.signal,
    onProgress: (writtenCount) => {
      if (writtenCount > 5) controller.abort();
    },
  });
  await expect(canceled).rejects.toThrow(/canceled. No file/);
  expect(readdirSync(folder)).toEqual([]);
  const failing = choose({ otherUserIds: ['nobody'], sharing: 'file-each' });
  await expect(saveExport(store, { choices: failing, path })).rejects.toThrow(/nobody/);
  expect(readdirSync(folder)).toEqual([]);
});

test('more than a thousand files are rejected, and none remains', async () => {
  const store = makeStore();
  const records = makeProxies(1001);
  store.syncs.writePage('proxies', records);
  store.syncs.writePage('proxy_users', [makeUser('alice', { proxy_user_password: 'p' })]);
  const folder = makeTemporaryFolder();
  const choices = choose({ proxiesPerFile: 1 });
  await expect(saveExport(store, { choices, path: join(folder, 'x') })).rejects.toThrow(/more than 1000 files/);
  expect(readdirSync(folder)).toEqual([]);
});

test('a country that is received in lower case is written and limited as the same in upper case', () => {
  const store = makeUsedStore();
  store.syncs.writePage('proxies', [
    makeProxy(0, { country_id: 'us', city_name: null, subdivision_name: null }),
    makeProxy(1, { country_id: 'US', city_name: null, subdivision_name: null }),
  ]);
  const proxies = { kind: 'ids', ids: [makeUuid(0), makeUuid(1)] } as const;
  const template = { format: 'template', template: '{country} {host}', proxies } as const;
  expect(run(store, choose({}, template)).lines).toEqual(['US 203.0.0.0', 'US 203.0.0.1']);
  expect(run(store, choose({ perCountry: 1 }, { proxies })).lines).toHaveLength(1);
  const settings = [...prepareExport(store, choose({}, { proxies, format: 'foxyproxy' })).lines].join('\n');
  expect(settings.match(/"cc":"[^"]*"/g)).toEqual(['"cc":"US"', '"cc":"US"']);
});
