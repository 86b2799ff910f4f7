import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import type { DemoRequest } from '../../../src/main/demo/requests.ts';
import { openStore } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import type { SyncOutcome } from '../../../src/shared/sync.ts';
import { shortestMs, startStrictService, type Counting, type Way } from '../../support/strict-service.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestClock } from '../../support/test-clock.ts';

/** A strict service whose clock moves only when the client waits, and an empty cache for its account. */
async function open(options: Parameters<typeof startStrictService>[0]) {
  const clock = createTestClock();
  const service = await startStrictService({ ...options, now: () => clock.now() });
  const store = openStore({ file: join(makeTemporaryFolder(), 'copy.sqlite') });
  store.unlock(service.privateKey);
  onTestFinished(async () => {
    store.close();
    await service.close();
  });
  return {
    service,
    store,
    sync: async (
      onWait: (leftMs: number) => void = () => undefined,
      signal = new AbortController().signal,
    ): Promise<SyncOutcome> => {
      const client = createClient({ ...service, clock }, { onWait });
      try {
        return await runSync({ client, store, signal, onProgress: () => undefined });
      } finally {
        await client.close();
      }
    },
  };
}

const isComplete = ({ complete, resources }: SyncOutcome): boolean =>
  complete && Object.values(resources).every((outcome) => outcome.complete);

/** Few rows in many pages: a sync of 700 proxies makes more than 60 requests. */
const pages = { maxPerPage: 10, defaultPerPage: 10 };

/** `api/pacing` has every way of counting, and `api/rate-headers` every header. */
test.each<[Way, Counting]>([
  ['nothing', 'from first request'],
  ['nothing', 'bucket'],
  ['Retry-After, always 5', 'from first request'],
  ['RateLimit, a list', 'in any window'],
])(
  'at 60 requests a minute a first sync completes, and no request of the second is refused: the service says %s, counts %s',
  async (says, counting) => {
    const limit = { requests: 60, windowMs: 60_000, counting };
    const { service, sync } = await open({ ...pages, proxyCount: 700, says, limit });
    expect(isComplete(await sync())).toBe(true);
    const { acceptedAtMs, refusedAtMs, requests } = service;
    // With fewer the limit would not be met.
    expect(acceptedAtMs.length).toBeGreaterThan(60);
    expect(acceptedAtMs.at(-1)).toBeLessThanOrEqual(1.2 * shortestMs(acceptedAtMs.length, limit));
    const refused = refusedAtMs.length;
    expect(new Set(refusedAtMs).size).toBe(refused);
    // It continues where it was: nothing that was received is requested again.
    expect(requests).toHaveLength(acceptedAtMs.length + refused);
    expect(new Set(requests.map(({ path, query }) => JSON.stringify([path, query]))).size).toBe(acceptedAtMs.length);
    expect(isComplete(await sync())).toBe(true);
    expect(refusedAtMs).toHaveLength(refused);
  },
);

test('a sync is canceled at once while it waits, and the next one uses what it learned', async () => {
  const limit = { requests: 60, windowMs: 60_000 };
  const { service, sync } = await open({ ...pages, proxyCount: 1300, limit });
  const controller = new AbortController();
  let waitCount = 0;
  const cancelLater = (): void => {
    waitCount += 1;
    // After the first pauses, in the middle of a window.
    if (waitCount === 90) controller.abort();
  };
  const canceled = await sync(cancelLater, controller.signal);
  expect(canceled.problem?.code).toBe('canceled');
  expect(waitCount).toBe(90);
  const refused = service.refusedAtMs.length;
  expect(isComplete(await sync())).toBe(true);
  expect(service.refusedAtMs).toHaveLength(refused);
});

const perPageOf = ({ requests }: { readonly requests: readonly DemoRequest[] }): (string | undefined)[] =>
  requests.filter(({ path }) => path.endsWith('/search')).map(({ query }) => query['per_page']);

test('the largest page is learned once for an account, and more is asked for again after a week', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { service, sync } = await open({ proxyCount: 250, maxPerPage: 100 });
  const refusedSizes = ['1000', '500', '250'];
  const sizes: (string | undefined)[][] = [];
  for (const days of [0, 0, 6, 1.1, 0]) {
    vi.setSystemTime(Date.now() + days * 86_400_000);
    const before = service.requests.length;
    expect(isComplete(await sync())).toBe(true);
    sizes.push(perPageOf({ requests: service.requests.slice(before) }));
  }
  const learned = Array.from({ length: 6 }, () => '100');
  expect(sizes).toEqual([[...refusedSizes, ...learned], learned, learned, [...refusedSizes, ...learned], learned]);
});

test('codes in lower case are shown in upper case, and what a refusal says is part of the problem', async () => {
  const { store, sync } = await open({ proxyCount: 40, hasLowerCodes: true });
  expect(isComplete(await sync())).toBe(true);
  const shown = store.proxies.list({ where: { terms: [] }, sort: [], offset: 0, limit: 40 });
  for (const { country_id: country } of shown) expect(country).toMatch(/^[A-Z]{2}$/);
  const closed = await open({
    limit: { requests: 0, windowMs: 7_200_000 },
    says: 'X-RateLimit-Reset, seconds to go',
    errorBody: { error: 'quota', message: 'Enough for today.', api_request_id: 'req-7' },
  });
  const { problem } = await closed.sync();
  expect(problem).toMatchObject({
    code: 'too-many-requests',
    message: 'The service received too many requests. Try again in 2 h.',
    serviceMessage: 'Enough for today.',
    requestId: 'req-7',
  });
});

test('a list that is refused in every size says nothing about the pages of the others', async () => {
  const { service, sync } = await open({
    proxyCount: 250,
    faults: ({ path }) => (path.includes('/residential_ledger/search') ? { status: 400 } : undefined),
  });
  await sync();
  const before = service.requests.length;
  await sync();
  const others = service.requests.slice(before).filter(({ path }) => !path.includes('ledger'));
  expect(new Set(perPageOf({ requests: others }))).toEqual(new Set(['1000']));
});
