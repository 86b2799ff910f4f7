import { expect, test } from 'vitest';
import type { Store } from '../../../../src/main/store/index.ts';
import type { AddressRequest } from '../../../../src/main/store/types.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import { compileFlags, selectAddresses, selectRepeatedHosts } from '../../../../src/main/store/read/addresses.ts';
import {
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeStore,
  makeUser,
  makeUuid,
  proxyKeys,
  query,
  startTestRun,
} from '../support.ts';

const everything = { kind: 'query', where: '', excludedIds: [] } as const;
const plain = {
  rows: everything,
  accessibleTo: null,
  protocol: 'http',
  ip: '4',
} as const satisfies AddressRequest;

function makeFilledStore(count: number, file?: string): Store {
  const store = makeStore(file);
  const records = makeProxies(count);
  store.syncs.writePage('proxies', records);
  return store;
}

const readIds = (store: Store, request: Partial<AddressRequest>): string[] =>
  [...store.proxies.addresses({ ...plain, ...request })].map(({ proxy_id }) => proxy_id);

test('the same seed gives the same order, every proxy once, another seed another order', () => {
  const store = makeFilledStore(2500);
  const received = readIds(store, {});
  const shuffled = readIds(store, { shuffleSeed: 'one' });
  expect(readIds(store, { shuffleSeed: 'one' })).toEqual(shuffled);
  expect(shuffled.toSorted()).toEqual(received.toSorted());
  expect(shuffled).not.toEqual(received);
  const other = readIds(store, { shuffleSeed: 'two' });
  const samePlaces = other.filter((id, place) => id === shuffled[place]).length;
  expect(samePlaces).toBeLessThan(20);
  // As many as chance has it come from the first half of the list.
  const firstHalf = new Set(received.slice(0, 1250));
  const early = shuffled.slice(0, 1250).filter((id) => firstHalf.has(id)).length;
  expect(early).toBeGreaterThan(525);
  expect(early).toBeLessThan(725);
});

test('proxies are read in the order of columns, those without a value last, with every other choice', () => {
  const store = makeFilledStore(40);
  const sort = [
    { field: 'city_name', isDescending: true },
    { field: 'proxy_ip_address', isDescending: true },
  ];
  const listed = store.proxies.list({ where: query(''), sort, offset: 0, limit: 100 }).map(({ proxy_id }) => proxy_id);
  expect(listed).not.toEqual(readIds(store, {}));
  expect(readIds(store, { sort })).toEqual(listed);
  const rows = { ...everything, excludedIds: listed.slice(0, 5) };
  expect(readIds(store, { rows, sort })).toEqual(listed.slice(5));
  // Columns of joined tables.
  const computed = [{ field: 'service_name', isDescending: true }, ...sort];
  expect(readIds(store, { sort: computed, hasDetails: true, hasTags: true })).toHaveLength(40);
  expect(readIds(store, { sort, shuffleSeed: 'x' })).toEqual(readIds(store, { shuffleSeed: 'x' }));
  expect(() => readIds(store, { sort: [{ field: 'speed', isDescending: false }] })).toThrow(
    /can't be sorted by "speed"/,
  );
});

test('proxies that come or go move no other in a shuffled order', () => {
  const store = makeFilledStore(300);
  const before = readIds(store, { shuffleSeed: 'x' });
  const rows = { ...everything, excludedIds: [makeUuid(7), makeUuid(200)] };
  const kept = before.filter((id) => id !== makeUuid(7) && id !== makeUuid(200));
  expect(readIds(store, { rows, shuffleSeed: 'x' })).toEqual(kept);
  store.syncs.writePage('proxies', [makeProxy(900)]);
  const after = readIds(store, { shuffleSeed: 'x' });
  expect(after.filter((id) => id !== makeUuid(900))).toEqual(before);
});

test('a shuffled stream sees one state, whatever is written meanwhile', () => {
  const store = makeFilledStore(50);
  const stream = store.proxies.addresses({ ...plain, shuffleSeed: 'x' });
  const { value: first } = stream.next() as { value: { proxy_id: string } };
  store.syncs.finishList('proxies', proxyKeys(store));
  store.syncs.writePage('proxies', [makeProxy(900)]);
  const rest = [...stream].map(({ proxy_id }) => proxy_id);
  expect([first.proxy_id, ...rest].toSorted()).toEqual(Array.from({ length: 50 }, (_, number) => makeUuid(number)));
});

test('of several users each proxy says who may use it, shuffled or not', () => {
  const store = makeFilledStore(4);
  store.syncs.writePage('proxy_users', [
    makeUser('all'),
    makeUser('one', {
      proxy_user_access_type: 'proxy_restricted',
      restricted_proxy_ids: [makeUuid(2)],
    }),
    makeUser('gone', { proxy_user_is_deleted: true }),
  ]);
  const read = (accessibleTo: readonly string[], shuffleSeed?: string) =>
    [...store.proxies.addresses({ ...plain, accessibleTo, shuffleSeed })].map(({ proxy_id, userBits }) => [
      proxy_id,
      userBits,
    ]);
  const expected = [0, 1, 2, 3].map((number) => [makeUuid(number), number === 2 ? 0b11 : 0b01]);
  expect(read(['all', 'one', 'gone'])).toEqual(expected);
  expect(read(['all', 'one', 'gone'], 'x').toSorted()).toEqual(expected);
  expect(read(['one', 'nobody'])).toEqual([[makeUuid(2), 0b01]]);
  expect(read(['gone'])).toEqual([]);
});

/** Keeps a run that gave each of the proxies some results. */
function keepRun(store: Store, results: readonly (readonly [number, boolean])[]): void {
  const run = startTestRun(store);
  store.testRuns.finishBatch(run, {
    problem: null,
    results: results.map(([number, isSuccessful]) => ({
      proxyId: makeUuid(number),
      fields: {
        proxy_test_result_is_successful: isSuccessful,
        // In a zone that is not shown: it must not be compared with the local clock.
        proxy_test_result_creation_datetime: '1999-01-01 00:00:00',
      },
    })),
  });
}

test('alive is what answered a test in the last run that tested it, since the time asked', () => {
  const store = makeFilledStore(6);
  keepRun(store, [
    [0, true],
    [1, true],
    [2, false],
    [2, true],
  ]);
  keepRun(store, [
    [1, false],
    [3, false],
  ]);
  const readAlive = (aliveSince: string, shuffleSeed?: string) =>
    [...store.proxies.addresses({ ...plain, aliveSince, shuffleSeed })]
      .filter(({ isAlive }) => isAlive)
      .map(({ proxy_id }) => proxy_id);
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  expect(readAlive(hourAgo)).toEqual([makeUuid(0), makeUuid(2)]);
  expect(readAlive(hourAgo, 'x').toSorted()).toEqual([makeUuid(0), makeUuid(2)]);
  expect(readAlive(new Date(Date.now() + 60_000).toISOString())).toEqual([]);
});

test('the default user of each proxy comes with the password of its own record', () => {
  const store = makeFilledStore(2);
  const other = {
    default_proxy_user_username: 'other',
    default_proxy_user_password: 'another one',
  };
  store.syncs.writePage('proxies', [
    makeProxy(2, other),
    makeProxy(3, { default_proxy_user_username: null }),
    makeProxy(4, { default_proxy_user_password: null }),
  ]);
  const read = [...store.proxies.addresses({ ...plain, hasDefaultCredentials: true })];
  const own = { username: 'default-user', password: 'the default password' };
  expect(read.map(({ defaultCredentials }) => defaultCredentials)).toEqual([
    own,
    own,
    { username: 'other', password: 'another one' },
    undefined,
    { username: 'default-user', password: null },
  ]);
});

test('addresses that several proxies have are found, in both versions', () => {
  const store = makeFilledStore(3);
  store.syncs.writePage('proxies', [
    makeProxy(3, { proxy_ip_address: '203.0.0.1' }),
    makeProxy(4, { proxy_ip_address: 'gate.example', proxy_ip_address_v6: null }),
    makeProxy(5, { proxy_ip_address: 'gate.example', proxy_ip_address_v6: '2001:db8::2' }),
    makeProxy(6, { proxy_ip_address: null }),
    makeProxy(7, { proxy_ip_address: null }),
  ]);
  expect([...store.proxies.repeatedHosts('4')].toSorted()).toEqual(['203.0.0.1', 'gate.example']);
  expect([...store.proxies.repeatedHosts('6')]).toEqual(['2001:db8::2']);
  expect([...store.proxies.repeatedHosts('any')].toSorted()).toEqual(['2001:db8::2', '203.0.0.1', 'gate.example']);
});

test('a shuffled stream looks rows up by key; who is alive is computed once, not once a row', () => {
  const file = makeDatabaseName();
  makeFilledStore(10, file);
  const connection = openDatabase(file, accountSchemas, { readOnly: true });
  const planOf = (sql: string, ...params: string[]): string =>
    connection
      .all(`EXPLAIN QUERY PLAN ${sql}`, ...params)
      .map((row) => String(row[3]))
      .join('\n');
  const shuffled = selectAddresses({ ...plain, shuffleSeed: 'x' }, []);
  expect(planOf(shuffled.sql, 'x')).toMatch(/USE TEMP B-TREE FOR ORDER BY[^]*SEARCH r USING INTEGER PRIMARY KEY/);
  const flags = compileFlags({ ...plain, aliveSince: '2026-01-01T00:00:00.000Z' });
  const plan = planOf(`SELECT ${flags.sql} FROM proxy r`, ...flags.params.map(String));
  expect(plan).toMatch(/LIST SUBQUERY/);
  expect(plan).not.toMatch(/CORRELATED/);
  const repeated = planOf(selectRepeatedHosts('4'));
  expect(repeated).toMatch(/SCAN proxy USING COVERING INDEX proxy_by_ip/);
  expect(repeated).not.toMatch(/SCAN proxy(\n|$)/);
  connection.close();
});
