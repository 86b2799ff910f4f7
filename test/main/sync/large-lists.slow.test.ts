import { expect, test } from 'vitest';
import { makePage, startScriptedService } from '../../support/scripted-service.ts';
import { growing, ids, open, serve, sync } from './one-list.ts';

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

const proxyCount = 20_000;
const userCount = 5000;

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
    const outcome = await sync(store, baseUrl);
    expect(outcome.problem).toBeNull();
    expect(outcome.resources.proxies).toMatchObject({ complete: true, total: proxyCount });
    expect(outcome.resources.proxy_users).toMatchObject({ complete: true, total: userCount });
    const last = store.proxies.record(proxyIds.at(-1) ?? '', { secrets: false });
    expect(last?.['proxy_user_ids']).toEqual(proxies.at(proxyCount - 1).proxy_user_ids);
    const peakMb = process.resourceUsage().maxRSS / 1024;
    // The service of this test runs in the same process.
    expect(peakMb).toBeLessThan(3000);
  },
);
