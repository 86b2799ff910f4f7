import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../../../src/main/store/index.ts';
import { adjustmentsOfService, missingAdjustments } from '../../../../src/main/store/write/cached-records.ts';
import { accountSchemas } from '../../../../src/main/store/schema/schema.ts';
import { openDatabase } from '../../../../src/main/store/sqlite/open-database.ts';
import type { JsonObject } from '../../../../src/shared/json.ts';
import type { ReceivedRecord } from '../../../../src/shared/records/cached-record.ts';
import { findIds, makeDatabaseName, makeService, makeStore, makeUuid, query } from '../support.ts';

function makeEntry(number: number, changes: JsonObject = {}): ReceivedRecord {
  const id = makeUuid(number);
  return {
    id,
    fields: {
      residential_ledger_id: id,
      service_id: 'svc-1',
      service_adjustment_id: null,
      invoice_id: null,
      residential_ledger_bytes: number * 1_000_000_000,
      residential_ledger_requests: number * 100,
      residential_ledger_reason: 'usage',
      residential_ledger_period_date: `2026-10-0${String(number)}`,
      residential_ledger_creation_datetime: `2026-10-0${String(number)} 06:00:00`,
      residential_ledger_last_update_datetime: `2026-10-0${String(number)} 21:36:00`,
      ...changes,
    },
  };
}

const entries = [
  makeEntry(1),
  makeEntry(2, { residential_ledger_reason: 'top_up', service_adjustment_id: 7, invoice_id: 'in_9' }),
  makeEntry(3, { service_id: 'svc-2', residential_ledger_bytes: 2 ** 40 }),
  makeEntry(4, { residential_ledger_bytes: null, service_id: null }),
];

/** A store with the entries, which several tests only read. */
let store: Store;
beforeAll(() => {
  store = makeStore(undefined, afterAll);
  store.syncs.writePage('services', [makeService('svc-2', 'Residential Texas')]);
  store.syncs.writePage('residential_ledger', entries);
});

test.each<[string, number[]]>([
  ['', [1, 2, 3, 4]],
  ['reason:top_up', [2]],
  ['-reason:top_up', [1, 3, 4]],
  ['service:svc-1', [1, 2]],
  ['service:texas', [3]],
  ['service:""', [4]],
  ['adjustment:7', [2]],
  ['adjustment:*', [2]],
  ['invoice:in_9', [2]],
  ['bytes:>=1099511627776', [3]],
  ['bytes:""', [4]],
  ['requests:100..200', [1, 2]],
  ['date:2026-10', [1, 2, 3, 4]],
  ['date:>2026-10-02', [3, 4]],
  ['created:<2026-10-02', [1]],
  ['updated:2026-10-03', [3]],
  [`id:${makeUuid(3)}`, [3]],
  ['svc-2', [3]],
  ['IN_9', [2]],
  ['2026-10-04', [4]],
  [makeUuid(1).slice(-6), [1]],
])('entries that are "%s"', (text, numbers) => {
  expect(findIds(store, text, 'residential_ledger')).toEqual(numbers.map(makeUuid));
  expect(store.residential_ledger.count(query(text, 'residential_ledger'))).toBe(numbers.length);
});

test('a window of the ledger is in order and shows the name of the service', () => {
  const sort = [{ field: 'residential_ledger_bytes', isDescending: true }];
  const rows = store.residential_ledger.list({ where: query('', 'residential_ledger'), sort, offset: 0, limit: 3 });
  expect(rows.map((row) => row.residential_ledger_bytes)).toEqual([2 ** 40, 2e9, 1e9]);
  expect(rows[0]).toMatchObject({ service_id: 'svc-2', service_name: 'Residential Texas' });
});

test('ids of adjustments are found however an entry has them, kept ones left out', () => {
  const store = makeStore();
  store.syncs.writePage('residential_ledger', [
    makeEntry(1, { service_adjustment_id: 11 }),
    makeEntry(2, { service_adjustment_id: '12' }),
    makeEntry(3, { service_adjustment_id: 9007199254740993n }),
    makeEntry(4, { service_adjustment_id: 14 }),
    makeEntry(5, { service_adjustment_id: 11 }),
    makeEntry(6),
  ]);
  store.adjustments.put('14', { service_adjustment_id: 14, service_adjustment_status: 'complete' });
  expect(store.adjustments.missing().sort()).toEqual(['11', '12', '9007199254740993']);
  store.adjustments.put('12', { service_adjustment_id: 12, service_adjustment_status: 'pending' });
  store.adjustments.put('9007199254740993', {
    service_adjustment_id: 9007199254740993n,
    service_adjustment_status: 'failed',
  });
  expect(store.adjustments.missing().sort()).toEqual(['11', '12']);
  expect(store.adjustments.get('9007199254740993', { secrets: false })?.record).toMatchObject({
    service_adjustment_id: 9007199254740993n,
  });
});

test('the adjustments of a service are found by index, the kept ones of ledger entries by id', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  for (let id = 0; id < 300; id += 1) {
    store.adjustments.put(String(id), {
      service_adjustment_id: id,
      service_id: `svc-${String(id % 100)}`,
      service_adjustment_creation_datetime: `2026-10-01 00:${String(id % 60).padStart(2, '0')}:00`,
    });
  }
  expect(store.adjustments.ofService('svc-7').map((row) => row.service_adjustment_id)).toEqual(['107', '207', '7']);
  const connection = openDatabase(file, accountSchemas, { readOnly: true });
  const planOf = (sql: string, ...params: string[]): string =>
    connection
      .all(`EXPLAIN QUERY PLAN ${sql}`, ...params)
      .map((row) => String(row[3]))
      .join('\n');
  expect(planOf(adjustmentsOfService, 'svc-7')).toMatch(/SEARCH r USING INDEX service_adjustment_by_service/);
  expect(planOf(missingAdjustments)).toMatch(/SEARCH a USING INDEX .*service_adjustment_id=\?/);
  connection.close();
});
