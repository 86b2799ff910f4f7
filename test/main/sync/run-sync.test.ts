import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { openStore, type Store } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import type { SyncOutcome } from '../../../src/shared/sync.ts';
import {
  makePage,
  startScriptedService,
  type ListRequest,
  type ScriptedAnswer,
} from '../../support/scripted-service.ts';
import { syncDemo } from '../../support/synced-demo.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { rounds } from '../../support/rounds.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createRandom } from '../../support/random.ts';

function open(): Store {
  const store = openStore({ file: join(makeTemporaryFolder(), 'copy.sqlite') });
  onTestFinished(() => {
    store.close();
  });
  store.unlock('demo-private');
  return store;
}

async function sync(
  store: Store,
  baseUrl: string,
  options: { acceptEmpty?: boolean; signal?: AbortSignal } = {},
): Promise<SyncOutcome> {
  const client = createClient({
    baseUrl,
    publicKey: 'demo-public',
    privateKey: 'demo-private',
    clock: createTestClock(),
  });
  try {
    return await runSync({
      client,
      store,
      signal: options.signal ?? new AbortController().signal,
      acceptEmpty: options.acceptEmpty,
      onProgress: () => undefined,
    });
  } finally {
    await client.close();
  }
}

const kept = (store: Store): string[] =>
  [...store.proxies.records({ where: { terms: [] }, sort: [], offset: 0, limit: 10_000 }, { secrets: true })].map(
    (record) => JSON.stringify(record),
  );

const makeProxies = (count: number): { proxy_id: string; proxy_http_port: number }[] =>
  Array.from({ length: count }, (_, index) => ({ proxy_id: `proxy-${index}`, proxy_http_port: 8000 + index }));

/** Lists these proxies in pages of 10, nothing of the others; `change` may answer instead. */
function serve(
  proxies: () => readonly object[],
  change: (request: ListRequest) => ScriptedAnswer | undefined = () => undefined,
): Promise<{ baseUrl: string; requestCount: () => number }> {
  return startScriptedService((request) => {
    const paged = { ...request, perPage: Math.min(10, request.perPage) };
    if (request.resource !== 'proxy') return makePage([], paged);
    return change(paged) ?? makePage(proxies(), paged);
  });
}

test('a first sync brings everything, a second finds nothing to write', async () => {
  const demo = await startDemoService({ proxyCount: 1100 });
  onTestFinished(() => demo.close());
  const store = open();
  const first = await sync(store, demo.baseUrl);
  expect(first).toMatchObject({
    complete: true,
    problem: null,
    resources: { proxies: { total: 1100, added: 1100, changed: 0, removed: 0, complete: true } },
  });
  expect(first.requests).toBe(demo.requests.length);
  const before = kept(store);
  const second = await sync(store, demo.baseUrl);
  expect(second.resources.proxies).toMatchObject({ added: 0, changed: 0, removed: 0 });
  expect(second.resources.proxy_users).toMatchObject({ added: 0, changed: 0, removed: 0 });
  expect(kept(store)).toEqual(before);
});

test('rows that changed, came and went are counted and nothing else is written', async () => {
  const demo = await startDemoService({ proxyCount: 300 });
  onTestFinished(() => demo.close());
  const store = open();
  await sync(store, demo.baseUrl);
  const ids = demo.account.proxies.slice(0, 300).map((row) => String(row['proxy_id']));
  for (const id of ids.slice(0, 3)) demo.account.proxies.update(id, { proxy_is_online: null });
  demo.account.proxies.remove(ids[10] ?? '');
  demo.account.proxies.add();
  const outcome = await sync(store, demo.baseUrl);
  expect(outcome.resources.proxies).toMatchObject({ complete: true, total: 300, added: 1, changed: 3, removed: 1 });
  expect(store.proxies.get(ids[10] ?? '')).toBeUndefined();
});

test('a row is removed only when two complete passes in a row lack it', async () => {
  const all = makeProxies(25);
  const store = open();
  await sync(store, (await serve(() => all)).baseUrl);

  // The list claims to be whole without a row that is back in the second pass.
  const flickering = await serve(
    () => all,
    (request) => (request.pass === 1 ? makePage(all.slice(1), request) : undefined),
  );
  const outcome = await sync(store, flickering.baseUrl);
  expect(outcome.resources.proxies).toMatchObject({ complete: true, total: 25, removed: 0 });

  const gone = await serve(() => all.slice(1));
  const next = await sync(store, gone.baseUrl);
  expect(next.resources.proxies).toMatchObject({ complete: true, total: 24, removed: 1 });
});

/** `bad-answers` has those that are not lists at all. */
const badAnswers: [string, (request: ListRequest, rows: readonly object[]) => ScriptedAnswer][] = [
  ['a list without a total', (request, rows) => ({ data: makePage(rows.slice(5), request) })],
  [
    'an answer cut off',
    () => (response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"data":[', () => {
        response.destroy();
      });
    },
  ],
  ['a total that every page tells differently', (request, rows) => makePage(rows.slice(5), request, 25 + request.page)],
  [
    'a total that fits what came, on the first page alone',
    (request, rows) => makePage(rows.slice(5), request, request.page === 1 ? 20 : 25),
  ],
];

test.each(badAnswers)('%s changes no row that is kept, and is said', async (_name, answer) => {
  const all = makeProxies(25);
  const store = open();
  await sync(store, (await serve(() => all)).baseUrl);
  const before = kept(store);
  const bad = await serve(
    () => all,
    (request) => answer(request, all),
  );
  const outcome = await sync(store, bad.baseUrl);
  expect(outcome.complete).toBe(false);
  expect(outcome.resources.proxies.complete).toBe(false);
  expect(outcome.problem?.message).toBeTruthy();
  expect(kept(store)).toEqual(before);
  expect(bad.requestCount()).toBeLessThan(60);
});

test('an empty list is accepted on request', async () => {
  const store = open();
  await sync(store, (await serve(() => makeProxies(25))).baseUrl);
  const empty = await serve(() => []);
  expect((await sync(store, empty.baseUrl)).resources.proxies).toMatchObject({ total: 25 });
  const accepted = await sync(store, empty.baseUrl, { acceptEmpty: true });
  expect(accepted.resources.proxies).toMatchObject({ complete: true, total: 0, removed: 25 });
});

test('a row without an ID is skipped and blocks neither its page nor the others', async () => {
  const rows = [...makeProxies(24), { proxy_http_port: 1 }];
  const store = open();
  const service = await serve(() => rows);
  const outcome = await sync(store, service.baseUrl);
  expect(outcome.resources.proxies).toMatchObject({ total: 24, withoutId: 1, complete: false });
  expect(outcome.problem?.message).toContain('1 of 25 proxies have no ID');
  // Reading again would not help: one pass of three pages, three other lists, four single records.
  expect(service.requestCount()).toBe(11);
});

test('a service that goes away in the middle keeps what was received', async () => {
  const store = open();
  const service = await serve(
    () => makeProxies(25),
    (request) => (request.page === 2 ? (response) => response.destroy() : undefined),
  );
  const outcome = await sync(store, service.baseUrl);
  expect(outcome.problem?.code).toBe('unreachable');
  expect(outcome.resources.proxies.total).toBe(10);
  expect(store.syncs.lastRun()).toMatchObject({ lastCompletedAt: null });
});

test('a canceled sync keeps what was received and says so', async () => {
  const store = open();
  const controller = new AbortController();
  const service = await serve(
    () => makeProxies(25),
    (request) => {
      if (request.page === 2) controller.abort();
      return undefined;
    },
  );
  const outcome = await sync(store, service.baseUrl, { signal: controller.signal });
  expect(outcome.problem?.code).toBe('canceled');
  expect(store.syncs.countRows('proxies')).toBeGreaterThanOrEqual(10);
});

const seedCount = rounds({ few: 6, many: 200 });

test(
  `drifting and shuffled lists lose no live row (${seedCount} seeds)`,
  { timeout: 60_000 + seedCount * 300 },
  async () => {
    const store = open();
    let random = createFractions(0);
    let live: { proxy_id: string; proxy_http_port: number }[] = [];
    let next = 0;
    const drift = (): void => {
      if (random() < 0.5 && live.length > 5) live.splice(Math.floor(random() * live.length), 1);
      if (random() < 0.5) live.push({ proxy_id: `row-${(next += 1)}`, proxy_http_port: 8000 });
    };
    let order: 'stable' | 'random' = 'stable';
    let isDrifting = true;
    const listKept = (): string[] =>
      store.proxies.list({ where: { terms: [] }, sort: [], offset: 0, limit: 10_000 }).map((row) => row.proxy_id);
    const service = await serve(
      () => live,
      (request) => {
        if (isDrifting && random() < 0.3) drift();
        const rows = order === 'random' ? live.toSorted(() => random() - 0.5) : live;
        return makePage(rows, request);
      },
    );
    for (let seed = 1; seed <= seedCount; seed += 1) {
      random = createFractions(seed);
      isDrifting = true;
      order = seed % 3 === 0 ? 'random' : 'stable';
      live = Array.from({ length: 20 + (seed % 30) }, (_, index) => ({
        proxy_id: `seed-${seed}-${index}`,
        proxy_http_port: 8000 + index,
      }));
      const alwaysThere = new Set(live.map((row) => row.proxy_id));
      const forget = (): void => {
        const now = new Set(live.map((row) => row.proxy_id));
        for (const id of alwaysThere) if (!now.has(id)) alwaysThere.delete(id);
      };
      await sync(store, service.baseUrl, { acceptEmpty: true });
      forget();
      const keptNow = new Set(listKept());
      await sync(store, service.baseUrl, { acceptEmpty: true });
      forget();
      for (const id of alwaysThere) {
        if (keptNow.has(id)) expect(store.proxies.get(id), `seed ${seed}, ${id}`).toBeDefined();
      }

      // Once the list holds still, the copy is the list.
      isDrifting = false;
      order = 'stable';
      // Rows of the seed before may still be there, so that the list may seem suddenly short.
      const quiet = await sync(store, service.baseUrl, { acceptEmpty: true });
      expect(quiet.complete, `seed ${seed}`).toBe(true);
      expect(listKept().toSorted()).toEqual(live.map((row) => row.proxy_id).toSorted());
    }
  },
);

/** Fractions from 0 to 1. */
function createFractions(seed: number): () => number {
  const draw = createRandom(seed + 1);
  return () => draw(2 ** 32) / 2 ** 32;
}

test('an error inside a sync is reported, and the rest is fetched', async () => {
  const { client, store } = await syncDemo({ proxyCount: 40 });
  const bug = new Error('a bug');
  const errors: unknown[] = [];
  const outcome = await runSync({
    client,
    store,
    signal: new AbortController().signal,
    onProgress(resource) {
      if (resource === 'services' || resource === 'customer') throw bug;
    },
    onError: (error) => errors.push(error),
  });
  expect(outcome.resources.services.problem?.code).toBe('internal');
  expect(outcome.resources.proxies.complete).toBe(true);
  expect(errors).toEqual([bug, bug]);
});
