import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { openStore, type Store } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run.ts';
import type { SyncOutcome } from '../../../src/shared/sync.ts';
import { reportFigures } from '../../support/fuzz.ts';
import { rounds } from '../../support/rounds.ts';
import { makePage, startScriptedService, type ListRequest } from '../../support/scripted-service.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestClock } from '../../support/test-clock.ts';

function open(): Store {
  const store = openStore({ file: join(makeTemporaryFolder(), 'copy.sqlite') });
  store.unlock('demo-private');
  onTestFinished(() => {
    store.close();
  });
  return store;
}

async function sync(
  store: Store,
  baseUrl: string,
  options: { acceptEmpty?: boolean; maxBodyBytes?: number } = {},
): Promise<SyncOutcome> {
  const { acceptEmpty, maxBodyBytes } = options;
  const keys = { publicKey: 'demo-public', privateKey: 'demo-private' };
  const limits = maxBodyBytes === undefined ? {} : { maxBodyBytes };
  const client = createClient({ baseUrl, ...keys, limits, clock: createTestClock() });
  try {
    const { signal } = new AbortController();
    return await runSync({ client, store, signal, acceptEmpty, onProgress: () => undefined });
  } finally {
    await client.close();
  }
}

/** A service with one list; `sizes` are those of the pages that were requested, in order. */
async function serve(
  resource: ListRequest['resource'],
  answer: (request: ListRequest) => object,
): Promise<{ baseUrl: string; sizes: number[] }> {
  const sizes: number[] = [];
  const { baseUrl } = await startScriptedService((request) => {
    if (request.resource !== resource) return makePage([], request);
    sizes.push(request.perPage);
    const body = answer(request);
    // Several times faster than the way of `startScriptedService`, which keeps large integers.
    return (response) => response.end(JSON.stringify(body));
  });
  return { baseUrl, sizes };
}

const ids = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, number) => `${prefix}${String(number).padStart(15, '0')}`);

test('2,000 proxies that name 2,000 users each are synced in smaller pages', { timeout: 60_000 }, async () => {
  const proxy_user_ids = ids(2000, 'u');
  const proxies = ids(2000, 'p').map((proxy_id) => ({ proxy_id, proxy_user_ids }));
  const { baseUrl, sizes } = await serve('proxy', (request) => makePage(proxies, request));
  const store = open();
  const outcome = await sync(store, baseUrl);
  expect(outcome.problem).toBeNull();
  expect(outcome.resources.proxies).toMatchObject({ complete: true, total: 2000, added: 2000 });
  expect(sizes.filter((size) => size >= 500).length).toBeLessThan(6);
  const record = store.proxies.record('p000000000001999', { secrets: false });
  expect(record?.['proxy_user_ids']).toEqual(proxy_user_ids);
});

test('1,000 users that are restricted to 600 proxies each are synced in smaller pages', async () => {
  const restricted_proxy_ids = ids(600, '00000000-0000-4000-8');
  const users = ids(1000, 'u').map((proxy_user_id) => ({
    proxy_user_id,
    proxy_user_access_type: 'proxy_restricted',
    restricted_proxy_ids,
  }));
  const { baseUrl } = await serve('proxy_user', (request) => makePage(users, request));
  const outcome = await sync(open(), baseUrl);
  expect(outcome.problem).toBeNull();
  expect(outcome.resources.proxy_users).toMatchObject({ complete: true, total: 1000 });
});

const small = 'x'.repeat(10);
/** A list whose rows from `from` on are large, and a limit that a page of 250 large rows just exceeds. */
const growing = (count: number, from: number): { proxy_id: string; proxy_status: string }[] =>
  ids(count, 'p').map((proxy_id, number) => ({
    proxy_id,
    proxy_status: number < from ? small : 'x'.repeat(1000),
  }));

test.each([
  [0, 100],
  [1, 100],
  [999, 100],
  [1000, 100],
  [1001, 100],
  [2500, 100],
  [3700, 100],
  // The last page holds 900 small rows too, and fits.
  [3900, 1000],
])(
  'a list whose rows become large at row %i is read again in smaller pages: the last has %i rows',
  async (from, size) => {
    const rows = growing(4000, from);
    const { baseUrl, sizes } = await serve('proxy', (request) => makePage(rows, request));
    const store = open();
    const maxBodyBytes = 200_000;
    const outcome = await sync(store, baseUrl, { maxBodyBytes });
    expect(outcome.problem).toBeNull();
    expect(outcome.resources.proxies).toMatchObject({ complete: true, total: 4000, added: 4000 });
    expect(sizes.at(-1)).toBe(size);
    // The size is kept for all passes of a run.
    const again = await sync(store, baseUrl, { maxBodyBytes });
    expect(again.resources.proxies).toMatchObject({ complete: true, added: 0, removed: 0 });
  },
);

test('a single row that is too large ends the list, and what was received is cached', async () => {
  const rows = [...growing(30, 30), { proxy_id: 'large', proxy_status: 'x'.repeat(200_000) }];
  const { baseUrl, sizes } = await serve('proxy', (request) => makePage(rows, request));
  const store = open();
  const outcome = await sync(store, baseUrl, { maxBodyBytes: 100_000 });
  expect(outcome.resources.proxies).toMatchObject({ complete: false, total: 30, removed: 0 });
  expect(outcome.problem?.code).toBe('too-large');
  expect(sizes.at(-1)).toBe(1);
});

test('a service that repeats one page for ever is left after a few requests, with its rows cached', async () => {
  const rows = growing(20, 20);
  for (const total of [20_000, 1e15]) {
    const { baseUrl, sizes } = await serve('proxy', (request) => ({
      ...makePage(rows, { page: 1, perPage: 20 }, total),
      page: request.page,
    }));
    const outcome = await sync(open(), baseUrl);
    expect(outcome.resources.proxies).toMatchObject({ complete: false, total: 20 });
    expect(outcome.problem?.code).toBe('incomplete');
    // Four passes of four pages, and those that were requested ahead.
    expect(sizes.length).toBeLessThanOrEqual(4 * (4 + 8));
  }
});

test('a list that moves by two pages while it is read is read to its end', async () => {
  const rows = growing(100, 100);
  const { baseUrl } = await serve('proxy', (request) => {
    const paged = { ...request, perPage: 10 };
    // In the first pass rows are inserted in front, so that pages 4 and 5 repeat earlier rows.
    const shift = request.pass === 1 && request.page >= 4 ? 2 : 0;
    return {
      ...makePage(rows, { ...paged, page: request.page - shift }),
      page: request.page,
    };
  });
  const outcome = await sync(open(), baseUrl);
  expect(outcome.resources.proxies).toMatchObject({ complete: true, total: 100 });
});

test.each([
  [300, 1, false],
  [300, 149, false],
  [300, 150, true],
  [20, 9, false],
  [19, 9, false],
  [17, 8, true],
  [18, 8, false],
  [3, 1, true],
  [1, 0, false],
])('a list that shrinks from %i to %i rows is believed at once: %s', async (before, after, isBelieved) => {
  let rows = growing(before, before);
  const { baseUrl } = await serve('proxy', (request) => makePage(rows, request));
  const store = open();
  await sync(store, baseUrl);
  rows = rows.slice(0, after);
  const outcome = await sync(store, baseUrl);
  expect(outcome.complete).toBe(isBelieved);
  expect(outcome.resources.proxies.total).toBe(isBelieved ? after : before);
  if (!isBelieved) {
    expect(outcome.problem?.message).toContain(`while ${String(before)} are cached`);
  }
  const accepted = await sync(store, baseUrl, { acceptEmpty: true });
  expect(accepted.resources.proxies).toMatchObject({ complete: true, total: after });
});

const proxyCount = rounds({ few: 1000, many: 100_000 });
const userCount = rounds({ few: 50, many: 5000 });

test(
  'proxies that name many users, users that are restricted to many proxies, and services between them are all synced',
  { timeout: 3_600_000 },
  async () => {
    const userIds = ids(userCount, 'u');
    const proxyIds = ids(proxyCount, 'p');
    // A tenth of the users for each proxy, and as many proxies for each of a tenth of the users.
    const shareOf = (all: readonly string[], index: number, count: number): string[] => {
      const start = (index * 7) % (all.length - count);
      return all.slice(start, start + count);
    };
    const proxies = {
      length: proxyCount,
      at: (index: number) => ({
        proxy_id: proxyIds[index],
        service_id: `s${String(index % 100)}`,
        proxy_user_ids: shareOf(userIds, index, userCount / 10),
      }),
    };
    const users = {
      length: userCount,
      at: (index: number) =>
        index % 10 === 0
          ? {
              proxy_user_id: userIds[index],
              proxy_user_access_type: 'proxy_restricted',
              restricted_proxy_ids: shareOf(proxyIds, index, proxyCount / 10),
            }
          : {
              proxy_user_id: userIds[index],
              proxy_user_access_type: index % 10 === 1 ? 'service_restricted' : 'all',
              restricted_service_ids: index % 10 === 1 ? ids(50, 's') : [],
            },
    };
    const { baseUrl } = await startScriptedService((request) => {
      const { resource, page, perPage } = request;
      if (resource !== 'proxy' && resource !== 'proxy_user') return makePage([], request);
      const list = resource === 'proxy' ? proxies : users;
      const start = (page - 1) * perPage;
      const count = Math.max(0, Math.min(perPage, list.length - start));
      const data = Array.from({ length: count }, (_, index) => list.at(start + index));
      const body = { data, item_count: count, page, per_page: perPage, total_count: list.length };
      return (response) => response.end(JSON.stringify({ ...body, message: '' }));
    });
    const store = open();
    const startedAt = performance.now();
    const outcome = await sync(store, baseUrl);
    const seconds = (performance.now() - startedAt) / 1000;
    expect(outcome.problem).toBeNull();
    expect(outcome.resources.proxies).toMatchObject({ complete: true, total: proxyCount });
    expect(outcome.resources.proxy_users).toMatchObject({ complete: true, total: userCount });
    const last = store.proxies.record(proxyIds.at(-1) ?? '', { secrets: false });
    expect(last?.['proxy_user_ids']).toEqual(proxies.at(proxyCount - 1).proxy_user_ids);
    const peakMb = process.resourceUsage().maxRSS / 1024;
    reportFigures({ proxyCount, userCount, seconds, peakMb });
    // The service of this test runs in the same process.
    expect(peakMb).toBeLessThan(3000);
  },
);
