import { mobileLedger } from '../support/mobile-ledger.ts';
import { expect, test } from 'vitest';

test('another list is written, recorded, filtered, sorted, counted and shown by its rows alone', async () => {
  const { functionsOf } = await import('../../src/main/threads/functions.ts');
  const { nameResources } = await import('../../src/shared/sync.ts');
  const { makeStore } = await import('./store/support.ts');
  const store = makeStore();
  const entries = [1, 2, 3].map((number) => ({
    id: `entry-${String(number)}`,
    fields: {
      mobile_ledger_id: `entry-${String(number)}`,
      service_id: 'svc-1',
      mobile_ledger_bytes: number * 1000,
      mobile_ledger_reason: number === 2 ? 'top_up' : 'usage',
      new_field: 'kept',
    },
  }));
  const service = { service_id: 'svc-1', service_name: 'Mobile data' };
  store.syncs.writePage('services', [{ id: 'svc-1', fields: service }]);
  store.syncs.startRun(new Date(0).toISOString());
  expect(store.syncs.writePage(mobileLedger, entries)).toEqual({ added: 3, changed: 0 });
  expect(store.syncs.writePage(mobileLedger, entries)).toEqual({ added: 0, changed: 0 });
  store.syncs.finishList(mobileLedger, []);
  expect(store.syncs.countRows(mobileLedger)).toBe(3);
  expect(nameResources([mobileLedger])).toBe('mobile entries');

  const requests = functionsOf(() => store);
  const context = { signal: new AbortController().signal, isCanceled: () => false, report() {} };
  const of = { accountId: 'x', list: mobileLedger };
  const sort = [{ field: 'mobile_ledger_bytes', isDescending: true }];
  const rows = { ...of, where: 'reason:usage', sort, offset: 0, limit: 10 };
  const found = JSON.parse(await requests['list:rows'](rows, context)) as object[];
  expect(found).toMatchObject([{ mobile_ledger_id: 'entry-3' }, { mobile_ledger_id: 'entry-1' }]);
  expect(await requests['list:count']({ ...of, where: 'bytes:>1500' }, context)).toBe('2');
  const ofService = await requests['list:count']({ ...of, where: 'service:"mobile data"' }, context);
  expect(ofService).toBe('3');
  const detail = await requests['list:get']({ ...of, id: 'entry-2' }, context);
  expect(JSON.parse(detail)).toMatchObject({
    row: { mobile_ledger_reason: 'top_up', service_name: 'Mobile data' },
    record: entries[1]?.fields,
  });
});
