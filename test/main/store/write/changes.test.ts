import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { queryKeys } from '../../../../src/shared/filter/query-keys.ts';
import { lists } from '../../../../src/shared/lists.ts';
import type { ChangeRow } from '../../../../src/shared/records/change.ts';
import type { JsonObject } from '../../../../src/shared/json.ts';
import type { SyncList } from '../../../../src/shared/sync.ts';
import type { ReceivedRecord } from '../../../../src/shared/records/cached-record.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { createSyncs } from '../../../../src/main/store/write/syncs.ts';
import { createMaskUser } from '../../../../src/main/store/read/memory/proxy-masks.ts';
import { createVaultKey } from '../../../../src/main/store/schema/vault.ts';
import {
  firstRows,
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  makeUuid,
  privateKey,
  query,
} from '../support.ts';

const keep = { days: 90, rows: 1000 };
/** One sync that receives these lists completely; rows that are missing are removed. */
function sync(
  store: Store,
  received: { readonly [L in SyncList]?: readonly ReceivedRecord[] },
  { finishedAt = new Date().toISOString(), limits = keep, isComplete = true } = {},
): void {
  store.syncs.startRun(new Date(Date.parse(finishedAt) - 1000).toISOString());
  // The parameter has no other names.
  for (const list of Object.keys(received) as SyncList[]) {
    const records = received[list] ?? [];
    store.syncs.startPass(list).close();
    store.syncs.writePage(list, records);
    if (isComplete) store.syncs.finishList(list, missingKeys(store, list, records));
  }
  const problem = isComplete ? null : 'timeout';
  store.syncs.endRun({ finishedAt, isComplete, problem, keep: limits });
}

/** Keys of the stored rows that are not among the records. */
function missingKeys(store: Store, list: SyncList, records: readonly ReceivedRecord[]): number[] {
  // A walk over no page misses every row, in the order of the list.
  const walk = store.syncs.startPass(list);
  walk.close();
  const window = firstRows('', 'proxies', 1_000_000);
  const { idField } = lists[list];
  const ids = [...store[list].records(window, { secrets: false })].map((row) => row[idField]);
  return walk.missing().filter((_, at) => !records.some(({ id }) => id === ids[at]));
}

/** Changes a file as another program would. */
function changeFile(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(sql);
  db.close();
}

const changesOf = (store: Store, where = '') => store.changes.list(firstRows(where, 'changes'));
const brief = ({ kind, list, record_id, name, changes }: ChangeRow) => ({ kind, list, record_id, name, changes });

test('a first sync is one line with the counts of its lists, and records no row', () => {
  const store = makeStore();
  sync(store, { services: [makeService('svc-1', 'One')], proxies: makeProxies(30) });
  expect(changesOf(store)).toEqual([]);
  expect(store.changeLog.syncs(10)).toMatchObject([
    {
      kind: 'sync',
      isComplete: true,
      firstLists: { services: 1, proxies: 30 },
      counts: { added: 0, changed: 0, removed: 0, replaced: 0 },
    },
  ]);
});

test('a later sync records what it added, changed field by field, and removed', () => {
  const store = makeStore();
  sync(store, { services: [makeService('svc-1', 'One')], proxies: [makeProxy(1), makeProxy(2), makeProxy(3)] });
  sync(store, {
    services: [makeService('svc-1', 'One', { service_quantity: 3, service_metadata: { team: 'seo' } })],
    proxies: [makeProxy(1), makeProxy(2, { proxy_is_online: false, city_name: 'Ghent' }), makeProxy(4)],
  });
  expect(
    changesOf(store)
      .map(brief)
      .toSorted((a, b) => String(a.kind).localeCompare(String(b.kind)) || String(a.list).localeCompare(String(b.list))),
  ).toEqual([
    { kind: 'added', list: 'proxies', record_id: makeUuid(4), name: '203.0.0.4:8004', changes: null },
    {
      kind: 'changed',
      list: 'proxies',
      record_id: makeUuid(2),
      name: '203.0.0.2:8002',
      changes: { proxy_is_online: [true, false], city_name: ['City 2', 'Ghent'] },
    },
    {
      kind: 'changed',
      list: 'services',
      record_id: 'svc-1',
      name: 'One',
      changes: { service_quantity: [null, 3], service_metadata: [null, { team: 'seo' }] },
    },
    {
      kind: 'removed',
      list: 'proxies',
      record_id: makeUuid(3),
      name: '203.0.0.3:8003',
      changes: {
        proxy_ip_address: ['203.0.0.3', null],
        proxy_ip_address_v6: ['2001:db8::4', null],
        proxy_http_port: [8003, null],
        proxy_socks5_port: [9003, null],
        asn_name: ['Network 3', null],
        city_name: ['City 3', null],
      },
    },
  ]);
  expect(store.changeLog.syncs(1)[0]).toMatchObject({
    firstLists: null,
    counts: { added: 1, changed: 2, removed: 1, replaced: 0 },
  });
});

test('a change is found by kind, list, field, service, sync, time and name', () => {
  const store = makeStore();
  sync(store, { services: [makeService('svc-2', 'Ghent ISP')], proxies: [makeProxy(1), makeProxy(2)] });
  sync(store, { proxies: [makeProxy(1), makeProxy(2, { proxy_is_online: false })] });
  const [{ id: syncId } = { id: 0 }] = store.changeLog.syncs(1);
  const count = (where: string): number => store.changes.count(query(where, 'changes'));
  const found = [
    'kind:changed',
    'list:proxies',
    'field:is_online',
    'service:ghent',
    'service:svc-2',
    `sync:${syncId}`,
    'found:<1h',
    'name:203.0.0.2',
    '203.0.0',
    `id:${makeUuid(2)}`,
  ];
  const others = [
    'kind:added',
    'list:services',
    'field:city',
    'service:svc-1',
    `sync:>${syncId}`,
    'found:>1h',
    'name:10.0',
    'tag:burnt',
    `id:${makeUuid(1)}`,
  ];
  for (const where of found) expect(count(where), where).toBe(1);
  for (const where of others) expect(count(where), where).toBe(0);
  const tried = [...found, ...others].join(' ');
  for (const key of Object.keys(queryKeys.changes)) expect(tried).toContain(`${key}:`);
  expect(store.proxies.count(query(`sync:${syncId}`))).toBe(1);
  store.tags.change({ kind: 'ids', ids: [makeUuid(2)] }, { add: ['burnt'], remove: [] });
  expect(count('tag:burnt')).toBe(1);
  expect(changesOf(store)[0]?.tags).toEqual(['burnt']);
});

test('a proxy that keeps its ID and gets another address was replaced', () => {
  const store = makeStore();
  sync(store, { proxies: [makeProxy(1)] });
  sync(store, { proxies: [makeProxy(1, { proxy_ip_address: '198.51.100.9' })] });
  expect(changesOf(store).map(brief)).toEqual([
    {
      kind: 'replaced',
      list: 'proxies',
      record_id: makeUuid(1),
      name: '198.51.100.9:8001',
      changes: { proxy_ip_address: ['203.0.0.1', '198.51.100.9'] },
    },
  ]);
});

test('a removed and an added proxy that an adjustment names are one replaced proxy, with the tags and the note that moved', () => {
  const store = makeStore();
  const [old, next] = [makeProxy(1), makeProxy(8)];
  sync(store, { proxies: [old, makeProxy(2)] });
  const one = { kind: 'ids', ids: [old.id] } as const;
  store.tags.change(one, { add: ['nike', 'seo'], remove: [] });
  store.notes.put(one, 'Warm up first.');
  store.adjustments.put('7001', {
    service_adjustment_id: 7001,
    service_id: 'svc-1',
    service_adjustment_type: 'proxy_replacement',
    service_adjustment_status: 'complete',
    proxy_replacements: [
      {
        proxy_replacement_id: 5,
        proxy_replacement_ip_address_ipv4: old.fields['proxy_ip_address'] ?? null,
        proxy_replacement_http_port: old.fields['proxy_http_port'] ?? null,
        proxy_replacement_new_ip_address_ipv4: next.fields['proxy_ip_address'] ?? null,
        proxy_replacement_new_http_port: next.fields['proxy_http_port'] ?? null,
      },
    ],
  });
  sync(store, { proxies: [makeProxy(2), next] });
  expect(changesOf(store)).toMatchObject([
    {
      kind: 'replaced',
      record_id: next.id,
      old_record_id: old.id,
      service_adjustment_id: '7001',
      name: '203.0.0.8:8008',
      movedAnnotations: { tags: ['nike', 'seo'], hasNote: true },
      hasNote: true,
      tags: ['nike', 'seo'],
    },
  ]);
  expect(changesOf(store)[0]?.changes).toMatchObject({
    proxy_ip_address: ['203.0.0.1', '203.0.0.8'],
    city_name: ['City 1', 'City 8'],
  });
  expect(store.changeLog.syncs(1)[0]?.counts).toEqual({ added: 0, changed: 0, removed: 0, replaced: 1 });
  expect(store.proxies.idsOf({ list: 'changes', kind: 'query', where: 'kind:replaced' })).toEqual([next.id]);

  // What moved is removed by edits, and undone like others.
  const moved = { kind: 'ids', ids: [next.id] } as const;
  store.tags.change(moved, { add: [], remove: ['nike', 'seo'] });
  store.notes.put(moved, null);
  expect(store.annotationsOf(moved)).toMatchObject({ tags: [], noteCount: 0 });
  expect(changesOf(store)[0]?.tags).toBeNull();
  store.edits.undo();
  store.edits.undo();
  expect(store.annotationsOf(moved)).toMatchObject({ note: 'Warm up first.' });
  expect(changesOf(store)[0]?.tags).toEqual(['nike', 'seo']);
});

/** A complete adjustment that puts one proxy in the place of another, and names both by an address. */
function noteReplacement(store: Store, field: 'ipv4' | 'ipv6', old: ReceivedRecord, next: ReceivedRecord): void {
  const name = field === 'ipv4' ? 'proxy_ip_address' : 'proxy_ip_address_v6';
  store.adjustments.put('7002', {
    service_adjustment_id: 7002,
    service_adjustment_status: 'complete',
    proxy_replacements: [
      {
        [`proxy_replacement_ip_address_${field}`]: old.fields[name] ?? null,
        [`proxy_replacement_new_ip_address_${field}`]: next.fields[name] ?? null,
      },
    ],
  });
}

test('the replaced proxy is found by an IPv6 address alone, among others that were removed before', () => {
  const store = makeStore();
  const [old, next] = [makeProxy(1), makeProxy(8)];
  sync(store, { proxies: [old, makeProxy(2), makeProxy(3)] });
  sync(store, { proxies: [old, makeProxy(2)] });
  noteReplacement(store, 'ipv6', old, next);
  sync(store, { proxies: [next] });
  expect(changesOf(store).map(({ kind, record_id: id }) => [kind, id])).toEqual([
    ['removed', makeUuid(2)],
    ['replaced', next.id],
    ['removed', makeUuid(3)],
  ]);
});

test('a damaged removal in the history stops no sync, and no replacement of another proxy', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const [old, next] = [makeProxy(1), makeProxy(8)];
  sync(store, { proxies: [old, makeProxy(2)] });
  sync(store, { proxies: [old] });
  changeFile(`${file}.records`, `UPDATE change SET rest = '{"fields' WHERE record_id = '${makeUuid(2)}'`);
  noteReplacement(store, 'ipv4', old, next);
  sync(store, { proxies: [next] });
  expect(store.changeLog.syncs(1)[0]?.counts).toMatchObject({ removed: 0, replaced: 1 });
});

test('a new password is recorded without the password, and no file of the account contains one', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const of = (secret: string, changes: JsonObject = {}) => ({
    proxies: [makeProxy(1, { default_proxy_user_password: `proxy ${secret}`, api_key: `key ${secret}`, ...changes })],
    proxy_users: [makeUser('alice', { proxy_user_password: `user ${secret}` })],
  });
  sync(store, of('hunter2'));
  sync(store, of('correct horse', { nickname: 'proxy correct horse' }));
  const changes = changesOf(store);
  expect(changes.map(({ list }) => list).toSorted()).toEqual(['proxies', 'proxy_users']);
  for (const { list, changes: values } of changes) {
    const field = list === 'proxies' ? 'default_proxy_user_password' : 'proxy_user_password';
    expect(values).toEqual({ [field]: [null, null] });
  }
  store.close();
  const files = ['', '-wal', '.records', '.records-wal', '.records.backup'].map((end) => file + end);
  const bytes = files.filter((name) => existsSync(name)).map((name) => readFileSync(name, 'latin1'));
  expect(bytes.length).toBeGreaterThan(1);
  for (const text of bytes) expect(text).not.toMatch(/hunter2|correct horse/);
});

test('a full sync records real changes only: neither rows that are written again, nor the repair of a damaged one', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  sync(store, { proxies: [makeProxy(1), makeProxy(2), makeProxy(3)] });
  store.syncs.forgetComparisons();
  changeFile(file, `UPDATE proxy SET city_name = 'Nowhere' WHERE proxy_id = '${makeUuid(3)}'`);
  sync(store, { proxies: [makeProxy(1), makeProxy(2, { city_name: 'Ghent' }), makeProxy(3)] });
  expect(changesOf(store).map(({ record_id: id }) => id)).toEqual([makeUuid(2)]);
});

test('the changes of pages that were written stay if the sync does not finish, and it removes nothing', () => {
  const store = makeStore();
  sync(store, { proxies: [makeProxy(1), makeProxy(2)] });
  sync(store, { proxies: [makeProxy(1, { city_name: 'Ghent' })] }, { isComplete: false });
  expect(changesOf(store).map(({ kind }) => kind)).toEqual(['changed']);
  expect(store.changeLog.syncs(1)[0]).toMatchObject({ isComplete: false, problem: 'timeout' });
});

test('a row that is fetched again on its own is a refresh, if it changed', () => {
  const store = makeStore();
  sync(store, { services: [makeService('svc-1', 'One')] });
  store.syncs.writePage('services', [makeService('svc-1', 'One')]);
  expect(store.changeLog.syncs(10)).toHaveLength(1);
  store.syncs.writePage('services', [makeService('svc-1', 'Two')]);
  expect(store.changeLog.syncs(1)).toMatchObject([{ kind: 'refresh', isComplete: true, counts: { changed: 1 } }]);
});

test('changes survive a cache that is rebuilt; its first sync is one line again', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  sync(store, { proxies: [makeProxy(1), makeProxy(2)] });
  sync(store, { proxies: [makeProxy(1)] });
  changeFile(file, 'DELETE FROM proxy; DELETE FROM resource_state');
  sync(store, { proxies: [makeProxy(5)] });
  expect(changesOf(store).map(({ kind }) => kind)).toEqual(['removed']);
  expect(store.changeLog.syncs(1)[0]?.firstLists).toEqual({ proxies: 1 });
});

test.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'then', '', '\0', '1', '\ud800'])(
  'a field that the service calls %j is recorded like any other',
  (field) => {
    const store = makeStore();
    const withField = ({ id, fields }: ReceivedRecord, value: string): ReceivedRecord => ({
      id,
      // As a parser makes it: assignment would set a prototype.
      fields: { ...fields, ...Object.fromEntries([[field, value]]) },
    });
    const received = { services: [makeService('svc-1', 'One')], proxies: [makeProxy(1)], proxy_users: [makeUser('u')] };
    const all = (value: string) => ({
      services: received.services.map((record) => withField(record, value)),
      proxies: received.proxies.map((record) => withField(record, value)),
      proxy_users: received.proxy_users.map((record) => withField(record, value)),
    });
    sync(store, received);
    sync(store, all('one'));
    sync(store, all('two'));
    const [first, second] = [{ [field]: [null, 'one'] }, { [field]: ['one', 'two'] }].map((changes) =>
      field === '__proto__' ? null : changes,
    );
    const found = changesOf(store).map(({ kind, list, changes }) => [
      kind,
      list,
      field === '__proto__' ? null : changes,
    ]);
    for (const list of ['services', 'proxies', 'proxy_users']) {
      expect(found).toContainEqual(['changed', list, first]);
      expect(found).toContainEqual(['changed', list, second]);
    }
    expect(found).toHaveLength(6);
  },
);

test('a clock that was ahead for some syncs removes no recorded change', () => {
  const store = makeStore();
  const now = Date.UTC(2026, 9, 1);
  const after = (days: number): string => new Date(now + days * 24 * 60 * 60 * 1000).toISOString();
  const at = (days: number): void => {
    sync(store, { proxies: [makeProxy(1, { city_name: `Day ${String(days)}` })] }, { finishedAt: after(days) });
  };
  const cities = (): unknown[] => changesOf(store).map((row) => row.changes?.['city_name']?.[1]);
  for (const days of [0, 1, 20]) at(days);
  const known = cities();
  for (const days of [4000, 4001, 21, 22]) at(days);
  expect(cities()).toEqual(expect.arrayContaining(known));
  expect(cities()).toHaveLength(6);
  for (const days of [45, 70, 95, 115]) at(days);
  expect(cities()).toEqual(['Day 115', 'Day 95', 'Day 70', 'Day 45', 'Day 4001', 'Day 4000']);
});

test('syncs that are too old, and the oldest beyond the number of changes, are removed; the newest stays', () => {
  const store = makeStore();
  const at = (day: number): string => new Date(Date.UTC(2026, 9, day)).toISOString();
  const city = (name: string) => ({ proxies: [makeProxy(1, { city_name: name })] });
  sync(store, city('A'), { finishedAt: at(1) });
  sync(store, city('B'), { finishedAt: at(2) });
  sync(store, city('C'), { finishedAt: at(20) });
  sync(store, city('D'), { finishedAt: at(21), limits: { days: 7, rows: 1000 } });
  expect(changesOf(store).map((row) => row.changes?.['city_name']?.[1])).toEqual(['D', 'C']);
  sync(store, city('E'), { finishedAt: at(22), limits: { days: 7, rows: 1 } });
  expect(changesOf(store).map((row) => row.changes?.['city_name']?.[1])).toEqual(['E']);
  expect(store.changeLog.syncs(9)).toHaveLength(1);
});

test('one sync records a limited number of changes, and counts the others', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const cities = (name: string) => makeProxies(15, () => ({ city_name: name }));
  sync(store, { proxies: cities('A') });
  const writer = openDatabase(file, accountSchemas, { readOnly: false });
  const vaultKey = createVaultKey(writer);
  vaultKey.unlock(privateKey);
  const context = {
    writer,
    reader: () => writer,
    vault: () => vaultKey.vault(),
    masks: createMaskUser(writer),
    nowMs: () => Date.now(),
  };
  const syncs = createSyncs(context, 10);
  const now = new Date().toISOString();
  syncs.startRun(now);
  const records = cities('B');
  syncs.writePage('proxies', records.slice(0, 7));
  syncs.writePage('proxies', records.slice(7));
  syncs.endRun({ finishedAt: now, isComplete: true, problem: null, keep });
  writer.close();
  expect(changesOf(store)).toHaveLength(10);
  expect(store.changeLog.syncs(1)[0]).toMatchObject({ counts: { changed: 10 }, skippedCount: 5 });
});
