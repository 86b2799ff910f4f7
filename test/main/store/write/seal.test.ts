import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { layouts } from '../../../../src/main/store/schema/layout.ts';
import type { ReceivedRecord } from '../../../../src/shared/records/received-record.ts';
import { syncLists, type SyncList } from '../../../../src/shared/sync.ts';
import {
  makeDatabaseName,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  makeUuid,
} from '../support.ts';

/** Rows with values of every form: fractions, large and missing ones, other letters, lists. */
const records: { readonly [L in SyncList]: readonly ReceivedRecord[] } = {
  proxies: [
    makeProxy(1, { city_latitude: -0.1, city_longitude: 1e21, unknown_field: [1, { a: null }] }),
    makeProxy(2, { city_name: 'Zürich \u001f "x"', proxy_ip_address: null, asn_id: 4_294_967_295 }),
  ],
  services: [
    makeService('svc-1', 'Ünï', { service_total: 0.1, service_is_reconfigurable: false }),
    makeService('svc-2', '', { service_total: 1e-7, service_total_more: 12_345_678_901_234 }),
  ],
  proxy_users: [
    makeUser('alice', {
      restricted_proxy_ids: [makeUuid(2), makeUuid(1)],
      restricted_service_ids: ['svc-1'],
      ip_address_authentications: ['192.0.2.1'],
    }),
    makeUser('bob'),
  ],
  residential_ledger: [
    {
      id: makeUuid(7),
      fields: { residential_ledger_id: makeUuid(7), residential_ledger_bytes: -5_000_000_000 },
    },
  ],
};

/** A store with all of them, and the records as it gives them back. */
function fill(file = makeDatabaseName()) {
  const store = makeStore(file);
  for (const list of syncLists) store.syncs.writePage(list, records[list]);
  const window = { where: { terms: [] }, sort: [], offset: 0, limit: 100 };
  const read = (list: SyncList): unknown[] => [...store[list].records(window, { secrets: true })];
  return { file, store, read };
}

test.each(syncLists)('%s that are stored as they were written match their seals', (list) => {
  const { store } = fill();
  expect(store.syncs.forgetDamaged(list)).toBe(0);
});

test.each(syncLists)(
  'each column of %s that is changed in the file is found and repaired',
  (list) => {
    const { file, store, read } = fill();
    const { table, id, columns, computed, lists } = layouts[list];
    const names = [
      ...columns.map(({ field }) => field),
      ...computed.map(({ name }) => name),
      'rest',
    ];
    const before = read(list);
    const db = new Database(file);
    for (const name of names.filter((name) => name !== id.field)) {
      const type = String(
        db.prepare(`SELECT type FROM pragma_table_info(?) WHERE name = ?`).pluck().get(table, name),
      );
      const other = { INTEGER: '77', REAL: '7.7', BLOB: "x'77'" }[type] ?? `'{"other": 7}'`;
      db.exec(`UPDATE ${table} SET "${name}" = ${other}`);
      expect(store.syncs.forgetDamaged(list), name).toBe(records[list].length);
      store.syncs.writePage(list, records[list]);
      expect(store.syncs.forgetDamaged(list), name).toBe(0);
      expect(read(list), name).toEqual(before);
    }
    for (const { table: listed } of lists) {
      db.exec(`UPDATE ${listed} SET value = 'planted'`);
      expect(store.syncs.forgetDamaged(list), listed).toBe(1);
      store.syncs.writePage(list, records[list]);
      expect(read(list)).toEqual(before);
    }
    db.close();
  },
);

test('a row that somebody copied over another one is found', () => {
  const { file, store } = fill();
  const db = new Database(file);
  db.exec(`UPDATE service SET (service_name, seal) =
    (SELECT service_name, seal FROM service WHERE service_id = 'svc-1')`);
  db.close();
  expect(store.syncs.forgetDamaged('services')).toBe(1);
});

test('a large list is checked once a day', { timeout: 60_000 }, () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const proxies = Array.from({ length: 2 }, (_, number) => makeProxy(number));
  store.syncs.writePage('proxies', proxies);
  const db = new Database(file);
  const change = (): void => {
    db.exec("UPDATE proxy SET city_name = city_name || 'x'");
  };
  // The keys count as the length: rows of a large list were numbered on.
  db.exec('UPDATE proxy SET key = key + 20000');
  change();
  expect(store.syncs.forgetDamaged('proxies')).toBe(2);
  change();
  expect(store.syncs.forgetDamaged('proxies')).toBe(0);
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000).toISOString();
  db.prepare('UPDATE resource_state SET checked_at = ?').run(yesterday);
  expect(store.syncs.forgetDamaged('proxies')).toBe(2);
  db.close();
});
