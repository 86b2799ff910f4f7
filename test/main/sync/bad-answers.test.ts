import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { startDemoService, type DemoService, type Fault } from '../../support/demo-service.ts';
import { type Store, openStore } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import { syncLists, type SyncList, type SyncOutcome } from '../../../src/shared/sync.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { rounds } from '../../support/rounds.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

const paths: { readonly [L in SyncList]: string } = {
  services: '/service/search',
  proxies: '/proxy/search',
  proxy_users: '/proxy_user/search',
  residential_ledger: '/residential_ledger/search',
};

const html = '<!doctype html><title>Sign in</title>';
const row = { service_id: 'x', proxy_id: 'x', proxy_user_id: 'x', residential_ledger_id: 'x' };
const text = (value: unknown): string => JSON.stringify(value);
const page = (data: unknown, more: object = {}): string =>
  text({ data, item_count: 0, page: 1, per_page: 1000, total_count: 0, message: 'ok', ...more });

/** Bodies that come with status 200 and are not the list; none may cost a row. */
const badBodies: readonly (readonly [name: string, body: string | Buffer])[] = [
  ['a portal', html],
  ['a portal that calls itself JSON', `"${html.replaceAll('"', '')}"`],
  ['nothing', ''],
  ['white space', ' \n'],
  ['null', 'null'],
  ['true', 'true'],
  ['a number', '0'],
  ['a text', '"ok"'],
  ['an empty array', '[]'],
  ['an array of rows', text([row])],
  ['an empty object', '{}'],
  ['a message alone', text({ message: 'ok' })],
  ['an error in JSON', text({ error: 'maintenance' })],
  ['data null', page(null)],
  ['data an object', page({})],
  ['data a text', page('')],
  ['data a number', page(0)],
  ['no rows and no counters', text({ data: [] })],
  ['no rows, a total', page([], { total_count: 40 })],
  ['no rows, another item count', page([], { item_count: 40, total_count: 40 })],
  ['suddenly no rows at all', page([])],
  ['no rows, a total below nothing', page([], { total_count: -1 })],
  ['no rows, a total that is a text', page([], { total_count: 'none' })],
  ['another page', page([row], { page: 7, item_count: 1, total_count: 1 })],
  ['page 0', page([], { page: 0 })],
  ['rows that are null', page([null, null], { item_count: 2, total_count: 2 })],
  ['rows without ids', page([{ a: 1 }, { a: 2 }], { item_count: 2, total_count: 2 })],
  ['rows that are arrays', page([[], []], { item_count: 2, total_count: 2 })],
  ['JSON that is cut', page([row]).slice(0, -20)],
  ['bytes that are not text', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
];

interface Synced {
  readonly demo: DemoService;
  readonly store: Store;
  readonly sync: (only?: readonly SyncList[]) => Promise<SyncOutcome>;
  fault: { list: SyncList; body: string | Buffer } | undefined;
}

async function openSynced(): Promise<Synced> {
  const synced: { fault: Synced['fault'] } = { fault: undefined };
  const answer = (path: string): Fault | undefined =>
    synced.fault && path.endsWith(paths[synced.fault.list]) ? { status: 200, body: synced.fault.body } : undefined;
  const demo = await startDemoService({ proxyCount: 40, faults: ({ path }) => answer(path) });
  const store = openStore({ file: join(makeTemporaryFolder(), 'copy.sqlite') });
  store.unlock(demo.privateKey);
  const client = createClient({ ...demo, clock: createTestClock() });
  onTestFinished(async () => {
    await client.close();
    store.close();
    await demo.close();
  });
  const sync = (only?: readonly SyncList[]): Promise<SyncOutcome> =>
    runSync({
      client,
      store,
      signal: new AbortController().signal,
      only,
      onProgress: () => undefined,
    });
  expect((await sync()).complete).toBe(true);
  return Object.assign(synced, { demo, store, sync });
}

const everything = { where: { terms: [] }, sort: [], offset: 0, limit: 1000 };
const readAll = ({ proxies, services, proxy_users, residential_ledger }: Store): unknown[] =>
  [proxies, services, proxy_users, residential_ledger].map((list) => [...list.records(everything, { secrets: true })]);

// With few rounds each bad answer is given for one list, the next one for another.
const listCount = rounds({ few: 1, many: syncLists.length });

test.each(syncLists)('bad answers for the list of %s change no row', { timeout: 180_000 }, async (list) => {
  const place = syncLists.indexOf(list);
  const bodies = badBodies.filter((_, index) => (index + place) % syncLists.length < listCount);
  const synced = await openSynced();
  const before = readAll(synced.store);
  expect(synced.store.syncs.countRows(list)).toBeGreaterThan(5);
  for (const [name, body] of bodies) {
    synced.fault = { list, body };
    // Twice: what one run finds missing the next must not take for gone.
    for (let run = 0; run < 2; run += 1) {
      const outcome = await synced.sync([list]);
      expect(outcome.resources[list], name).toMatchObject({
        added: 0,
        changed: 0,
        removed: 0,
        complete: false,
      });
      expect(outcome.resources[list].problem, name).not.toBeNull();
    }
  }
  expect(readAll(synced.store)).toEqual(before);
  synced.fault = undefined;
  expect((await synced.sync()).resources[list].complete).toBe(true);
});
