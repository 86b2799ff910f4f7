import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/main/store/files/open-database.ts';
import { findIds, makeDatabaseName, makeProxy, makeStore, makeUuid } from './support.ts';

const folder = new URL('../../../src/main/store/migrations/', import.meta.url);

/** A database as the first version made it, with the given statements run in it. */
function makeFirstVersion(file: string, statements: string): void {
  const db = new Database(file);
  db.exec(readFileSync(new URL('0001-initial.sql', folder), 'utf8'));
  db.exec(statements);
  db.pragma('application_id = 0x5078446b');
  db.pragma('user_version = 1');
  db.close();
}

test('proxies of the first version keep their place, network, service and order', () => {
  const file = makeDatabaseName();
  makeFirstVersion(
    file,
    `INSERT INTO shape VALUES (1, '["proxy_id","country_id"]');
     INSERT INTO trait VALUES (1, x'01', 7, 'in_use', 'isp', 'dual', 1), (2, x'02', 7, 'reserved', 'isp', 'dual', 0);
     INSERT INTO place (id, digest, country_id, city_name) VALUES (1, x'01', 'US', 'New York'), (2, x'02', 'GB', 'London');
     INSERT INTO network VALUES (1, x'01', 7922, 'Comcast');
     INSERT INTO subnet VALUES (1, x'01', '203.0.113.0/24', NULL);
     INSERT INTO service_ref VALUES (1, x'01', 'svc-1');
     INSERT INTO user_set VALUES (1, x'01', '[]');
     INSERT INTO credential VALUES (1, x'01', 'default', NULL);
     INSERT INTO proxy (key, shape_id, proxy_id, trait_id, place_id, network_id, subnet_id, service_ref_id, user_set_id, credential_id)
       VALUES (5, 1, 'a', 1, 1, 1, 1, 1, 1, 1), (3, 1, 'b', 1, 2, 1, 1, 1, 1, 1), (9, 1, 'c', 2, 2, 1, 1, 1, 1, 1);`,
  );
  const store = makeStore(file);
  expect(findIds(store, '')).toEqual(['b', 'a', 'c']);
  expect(findIds(store, 'country:GB')).toEqual(['b', 'c']);
  expect(findIds(store, 'status:reserved asn:7922 service:svc-1')).toEqual(['c']);
  expect(store.proxies.record('a', { secrets: false })).toEqual({
    proxy_id: 'a',
    country_id: 'US',
  });
  store.syncs.writePage('proxies', [makeProxy(1)]);
  expect(findIds(store, `id:${makeUuid(1)}`)).toEqual([makeUuid(1)]);
});

test('a profile is kept once, and goes with its last proxy', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const same = { proxy_status: 'in_use', service_id: 'svc-1', asn_id: 1, asn_name: 'One' };
  const place = { country_id: 'US', city_id: 1, city_name: 'New York', proxy_is_online: true };
  const written = store.syncs.writePage(
    'proxies',
    [0, 3, 6].map((number) => makeProxy(number, { ...same, ...place, proxy_type: 'isp' })),
  );
  const countProfiles = (): unknown => {
    const connection = openDatabase(file, { readOnly: true });
    const count = connection.get('SELECT count(*) FROM profile')?.[0];
    connection.close();
    return count;
  };
  expect(countProfiles()).toBe(1);
  store.syncs.finishList('proxies', written.keys.slice(0, 2));
  expect(countProfiles()).toBe(1);
  store.syncs.finishList('proxies', written.keys.slice(2));
  expect(countProfiles()).toBe(0);
});

test('when a list was last complete is known after the tables have changed', () => {
  const file = makeDatabaseName();
  makeFirstVersion(file, `INSERT INTO list_state VALUES ('proxies', '2026-10-01T08:00:00.000Z');`);
  const states = makeStore(file).syncs.resourceStates();
  expect(states.proxies).toEqual({ completedAt: '2026-10-01T08:00:00.000Z', problem: null });
  expect(states.residential_ledger).toEqual({ completedAt: null, problem: null });
});
