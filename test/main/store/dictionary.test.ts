import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/main/store/index.ts';
import { makeDatabaseName, makeProxy, privateKey } from './support.ts';

test('tuples that are kept are found again by a store that has not met them, new ones are added', () => {
  const file = makeDatabaseName();
  const shared = { service_id: 'svc-1', asn_id: 1, subnet_id: '203.0.113.0/24' };
  const writeAnew = (...numbers: readonly number[]): void => {
    const store = openStore({ file });
    store.unlock(privateKey);
    const proxies = numbers.map((number) =>
      makeProxy(number, number % 2 === 1 ? shared : { ...shared, subnet_id: String(number) }),
    );
    store.syncs.writePage('proxies', proxies);
    for (const { id, fields } of proxies) {
      expect(store.proxies.get(id)).toMatchObject({ subnet_id: fields['subnet_id'] });
    }
    store.close();
  };
  writeAnew(1, 3);
  writeAnew(5, 2, 7);
  writeAnew(2, 4, 9);
  const db = new Database(file, { readonly: true });
  const count = (table: string): unknown =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  expect(count('subnet')).toBe(3);
  expect(count('credential')).toBe(1);
  expect(count('proxy')).toBe(7);
  db.close();
});
