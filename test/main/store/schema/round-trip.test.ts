import { expect, test } from 'vitest';
import { layouts, type StoredList } from '../../../../src/main/store/schema/layout.ts';
import { parseJson, stringifyJson, type JsonObject } from '../../../../src/shared/json.ts';
import { syncLists, type SyncList } from '../../../../src/shared/sync.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import type { ReceivedRecord } from '../../../../src/shared/records/cached-record.ts';
import { firstRows, makeProxies, makeProxy, makeStore, makeUser, makeUuid, proxyKeys, query } from '../support.ts';
import { createRandom } from '../../../support/random.ts';
import { rounds } from '../../../support/rounds.ts';

/** Values as JSON text, so that what JSON can say is what is tried. */
const oddValues = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1.5',
  '9007199254740993',
  '-123456789012345678901234567890',
  '1e300',
  '""',
  '"text"',
  '"9007199254740993"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00 é 😀"',
  '"=1+1"',
  '[]',
  '["a","b"]',
  '["a",null,1,"\\ud800"]',
  '{}',
  '{"__proto__":1,"b":{"c":[9007199254740993]}}',
  '{"password":"nested secret"}',
  '"2026-10-01 12:34:56"',
  '"2026-10-01T12:34:56Z"',
  '"203.0.113.7"',
  '"203.0.113.007"',
  '"2001:db8::1"',
  '"2001:DB8::0001"',
  '"1b4e28ba-2fa1-41d2-883f-0016d3cca427"',
  '"1B4E28BA-2FA1-41D2-883F-0016D3CCA427"',
];
const oddNames = [
  'unknown_field',
  '__proto__',
  'constructor',
  'toJSON',
  '',
  'a b',
  '\\ud800',
  '7',
  'new_secret',
  'api_token',
  'rest',
  'search',
];

function makeOddRecord(resource: StoredList, number: number): ReceivedRecord {
  const random = createRandom(number + 1);
  const { fields, id } = layouts[resource];
  const pick = (from: readonly string[]): string => from[random(from.length)] ?? '';
  const names = Object.keys(fields).filter((name) => name !== id.field && random(4) > 0);
  for (let added = random(4); added > 0; added -= 1) {
    names.splice(random(names.length + 1), 0, pick(oddNames));
  }
  const own = number % 7 === 0 ? `odd "\ud800" ${String(number)}` : makeUuid(number);
  if (number % 5 > 0) names.splice(random(names.length + 1), 0, id.field);
  const members = [...new Set(names)].map((name) => {
    const value = name === id.field ? JSON.stringify(own) : pick(oddValues);
    return `${JSON.stringify(name).replace('\\\\u', '\\u')}:${value}`;
  });
  return { id: own, fields: parseJson(`{${members.join(',')}}`) as JsonObject };
}

function listOf(store: Store, resource: SyncList) {
  if (resource === 'proxy_users') return { list: store.proxy_users, name: 'proxy_users' } as const;
  if (resource === 'residential_ledger') return { list: store.residential_ledger, name: 'residential_ledger' } as const;
  return { list: store[resource], name: resource } as const;
}

function readAll(store: Store, resource: SyncList, secrets: boolean): JsonObject[] {
  const { list, name } = listOf(store, resource);
  return [...list.records(firstRows('', name, 10_000), { secrets })];
}

/** The text of a record whose fields are in alphabetical order: they may come in any. */
const asText = (record: JsonObject = {}): string =>
  stringifyJson(
    Object.entries(record)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => [name, value]),
  );

const recordCount = rounds({ few: 150, many: 400 });

test.each(syncLists)('odd %s come back as they were received', (resource) => {
  const store = makeStore();
  const records = Array.from({ length: recordCount }, (_, number) => makeOddRecord(resource, number));
  expect(store.syncs.writePage(resource, records)).toMatchObject({ added: recordCount, changed: 0 });
  const found = readAll(store, resource, true);
  expect(found).toHaveLength(recordCount);
  records.forEach(({ id, fields }, index) => {
    // As text too: every digit counts.
    expect(asText(found[index])).toBe(asText(fields));
    expect(found[index]).toEqual(fields);
    const { list } = listOf(store, resource);
    expect(asText(list.record(id, { secrets: true }))).toBe(asText(fields));
  });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test('odd adjustments and single records come back as they were received', () => {
  const store = makeStore();
  for (let number = 0; number < recordCount; number += 1) {
    const { id, fields } = makeOddRecord('adjustments', number);
    store.adjustments.put(id, fields);
    const adjustment = store.adjustments.get(id, { secrets: true });
    expect(asText(adjustment?.record)).toBe(asText(fields));
    store.cachedRecords.put('city', id, fields);
    const record = store.cachedRecords.get('city', id, { secrets: true });
    expect(asText(record?.record)).toBe(asText(fields));
  }
  expect(store.cachedRecords.list('city')).toHaveLength(recordCount);
});

test('rows that did not change are not written again, and keep their keys', () => {
  const store = makeStore();
  const records = [...makeProxies(500), makeProxy(900, { unknown: 9007199254740993n })];
  const first = store.syncs.writePage('proxies', records);
  expect(first).toMatchObject({ added: 501, changed: 0 });
  const size = store.sizeBytes();
  const keys = proxyKeys(store);
  expect(store.syncs.writePage('proxies', records)).toEqual({ added: 0, changed: 0 });
  expect(proxyKeys(store)).toEqual(keys);
  expect(store.sizeBytes()).toBe(size);
});

test.each<[string, JsonObject]>([
  ['a value', { proxy_status: 'waiting' }],
  ['a password', { default_proxy_user_password: 'another' }],
  ['a new unknown field', { later: null }],
  ['a big integer in its last digit', { unknown: 9007199254740994n }],
])('a row is written again where %s changed', (_what, changes) => {
  const store = makeStore();
  const before = { unknown: 9007199254740993n };
  store.syncs.writePage('proxies', [makeProxy(1, before), makeProxy(2, before)]);
  store.syncs.writePage('proxies', [makeProxy(1, before)]);
  const keys = proxyKeys(store);
  const after = makeProxy(1, { ...before, ...changes });
  expect(store.syncs.writePage('proxies', [after])).toEqual({ added: 0, changed: 1 });
  expect(proxyKeys(store)).toEqual(keys);
  expect(store.proxies.record(after.id, { secrets: true })).toEqual(after.fields);
});

test('secrets are left out unless requested, whatever their name, and null ones are shown', () => {
  const store = makeStore();
  const changes = {
    api_token: 'the token',
    note: { user_password: 'nested' },
    address: 'http://default-user:the default password@203.0.113.1',
    other_secret: null,
    harmless: 'yes',
  };
  const { id, fields } = makeProxy(1, changes);
  store.syncs.writePage('proxies', [{ id, fields }]);
  const shown = store.proxies.record(id, { secrets: false });
  const hidden = ['default_proxy_user_password', 'api_token', 'note', 'address'];
  const expected = Object.entries(fields).filter(([name]) => !hidden.includes(name));
  expect(Object.entries(shown ?? {})).toEqual(expected);
  expect(store.proxies.record(id, { secrets: true })).toEqual(fields);
});

test('removed rows take what only they used with them', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1),
    makeProxy(2, { city_name: 'Elsewhere', default_proxy_user_password: 'other' }),
  ]);
  const keys = proxyKeys(store);
  store.syncs.finishList('proxies', keys.slice(1));
  expect(proxyKeys(store)).toEqual(keys.slice(0, 1));
  expect(store.proxies.facets(query('city:elsewhere')).type).toEqual([]);
  const again = makeProxy(3, { city_name: 'Elsewhere', default_proxy_user_password: 'other' });
  store.syncs.writePage('proxies', [again]);
  expect(store.proxies.record(again.id, { secrets: true })).toEqual(again.fields);
});

test('a page that fails leaves no row', () => {
  const store = makeStore();
  const broken = { ...makeProxy(2).fields, deep: deepList(200_000) };
  const records = [makeProxy(1), { id: makeUuid(2), fields: broken }];
  expect(() => store.syncs.writePage('proxies', records)).toThrow(/nested too deeply/);
  expect(store.syncs.countRows('proxies')).toBe(0);
  // Credentials that only the failed page had must not be taken for written.
  store.syncs.writePage('proxies', [makeProxy(1)]);
  expect(readAll(store, 'proxies', true)).toEqual([makeProxy(1).fields]);
});

function deepList(depth: number): JsonObject[string] {
  return JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as JsonObject[string];
}

test('the ids that a user is restricted to come back in their order, 20,000 of them', () => {
  const store = makeStore();
  const ids = Array.from({ length: 20_000 }, (_, number) => makeUuid((number * 7919) % 20_011));
  const user = makeUser('alice', { restricted_proxy_ids: ids, restricted_service_ids: ['b', 'a'] });
  store.syncs.writePage('proxy_users', [user]);
  expect(store.proxy_users.record('alice', { secrets: true })).toEqual(user.fields);
  expect(store.proxy_users.get('alice')).toMatchObject({ restrictedProxyCount: 20_000, restrictedServiceCount: 2 });
});
