import { expect, test } from 'vitest';
import { makePage } from '../../support/scripted-service.ts';
import { growing, open, serve, sync } from './one-list.ts';

test('a list whose rows become large is read again in smaller pages', async () => {
  const rows = growing(1200, 700);
  const { baseUrl, sizes } = await serve('proxy', (request) => makePage(rows, request));
  const store = open();
  const maxBodyBytes = 200_000;
  const outcome = await sync(store, baseUrl, { maxBodyBytes });
  expect(outcome.problem).toBeNull();
  expect(outcome.resources.proxies).toMatchObject({ complete: true, total: 1200, added: 1200 });
  expect(sizes.at(-1)).toBe(100);
});

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
    return { ...makePage(rows, { ...paged, page: request.page - shift }), page: request.page };
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
