import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { layouts } from '../../../../src/main/store/schema/layout.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import type { ReceivedRecord } from '../../../../src/shared/records/cached-record.ts';
import { syncLists, type SyncList } from '../../../../src/shared/sync.ts';
import { makeDatabaseName, makeProxy, makeService, makeStore, makeUser, makeUuid } from '../support.ts';

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
    { id: makeUuid(7), fields: { residential_ledger_id: makeUuid(7), residential_ledger_bytes: -5_000_000_000 } },
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

/** Reads a list once, as a sync does; returns what it counted as added or changed. */
function readList(store: Store, list: SyncList, received = records[list]): number {
  const walk = store.syncs.startPass(list);
  const { added, changed } = walk.write(received);
  walk.close();
  store.syncs.finishList(list, walk.missing(), walk.isThorough);
  return added + changed;
}

test.each(syncLists)(
  'each column of %s that is changed in the file is repaired by the first sync of a day, and counts as unchanged',
  (list) => {
    const { file, store, read } = fill();
    const { table, id, columns, computed, lists } = layouts[list];
    const names = [...columns.map(({ field }) => field), ...computed.map(({ name }) => name), 'rest'];
    const before = read(list);
    const db = new Database(file);
    for (const name of names.filter((name) => name !== id.field)) {
      const type = String(db.prepare(`SELECT type FROM pragma_table_info(?) WHERE name = ?`).pluck().get(table, name));
      const value = (): unknown[] => db.prepare(`SELECT "${name}" FROM ${table} ORDER BY key`).pluck().all();
      const written = value();
      const other = { INTEGER: '77', REAL: '7.7', BLOB: "x'77'" }[type] ?? `'{"other": 7}'`;
      db.exec(`UPDATE ${table} SET "${name}" = ${other}; UPDATE resource_state SET compared_at = NULL`);
      expect(value(), name).not.toEqual(written);
      expect(readList(store, list), name).toBe(0);
      expect(value(), name).toEqual(written);
      expect(read(list), name).toEqual(before);
    }
    for (const { table: listed } of lists) {
      db.exec(`UPDATE ${listed} SET value = 'planted'; UPDATE resource_state SET compared_at = NULL`);
      expect(readList(store, list), listed).toBe(0);
      expect(read(list)).toEqual(before);
    }
    db.close();
  },
);

test.each(syncLists)(
  'each column of %s that is damaged in the file is replaced when the service changes its row',
  (list) => {
    const { file, store, read } = fill();
    const { table, id, columns, secretFields, sharesSecrets } = layouts[list];
    const changed = records[list].map((record, at) => ({ ...record, fields: { ...record.fields, renewed: at } }));
    const names = [...columns.map(({ field }) => field), 'rest'].filter((name) => name !== id.field);
    if (secretFields.length > 0 && !sharesSecrets) names.push('secrets');
    readList(store, list);
    // From here on, changes are recorded, for which a row is compared with the stored one.
    store.syncs.startRun(new Date().toISOString());
    const before = read(list);
    const db = new Database(file);
    for (const name of names) {
      db.exec(`UPDATE ${table} SET "${name}" = CASE typeof("${name}") WHEN 'blob' THEN x'0102' ELSE '{"fields":[' END
      WHERE "${name}" IS NOT NULL AND typeof("${name}") IN ('text', 'blob')`);
      expect(readList(store, list, changed), name).toBe(changed.length);
      expect(readList(store, list), name).toBe(changed.length);
      expect(read(list), name).toEqual(before);
    }
    db.close();
  },
);

test('a list is compared once a day', () => {
  const { file, store } = fill();
  const db = new Database(file);
  const planted = (): unknown => db.prepare("SELECT count(*) FROM proxy WHERE city_name = 'planted'").pluck().get();
  const change = (): void => {
    db.exec("UPDATE proxy SET city_name = 'planted'");
  };
  const setComparedBefore = (hours: number): void => {
    const at = new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();
    db.prepare('UPDATE resource_state SET compared_at = ?').run(at);
  };
  change();
  readList(store, 'proxies');
  expect(planted()).toBe(0);
  change();
  setComparedBefore(23);
  readList(store, 'proxies');
  expect(planted()).toBe(2);
  setComparedBefore(25);
  readList(store, 'proxies');
  expect(planted()).toBe(0);
  // One sync ran while the clock was ahead.
  change();
  setComparedBefore(-10 * 365 * 24);
  readList(store, 'proxies');
  expect(planted()).toBe(0);
  db.close();
});

test('a pass that does not end leaves the comparison to the next one', () => {
  const { file, store } = fill();
  const walk = store.syncs.startPass('proxies');
  walk.write(records.proxies.slice(0, 1));
  walk.close();
  const db = new Database(file);
  db.exec("UPDATE proxy SET city_name = 'planted'");
  readList(store, 'proxies');
  expect(db.prepare("SELECT 1 FROM proxy WHERE city_name = 'planted'").get()).toBeUndefined();
  db.close();
});
