import { expect, test, vi } from 'vitest';
import { cachedOrFetched, fetchRecord } from '../../../src/main/sync/fetch-record.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { syncResources } from '../../../src/shared/sync.ts';
import type { FaultHook } from '../../support/demo-service.ts';
import { rounds } from '../../support/rounds.ts';
import { syncDemo } from '../../support/synced-demo.ts';

// Parsing texts of this depth takes ten times as long on a machine that is busy.
vi.setConfig({ testTimeout: 180_000 });

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
/** Either is deeper than any stack. */
const depth = rounds({ few: 30_000, many: 1_000_000 });

test.each<[string, string]>([
  ['a list', `{"data":${deep(depth)}}`],
  ['a row', `{"data":[{"proxy_id":"a","deep":${deep(depth)}}],"item_count":1,"total_count":0}`],
  ['a record', `{"data":{"customer_id":1,"proxy_id":"a","deep":${deep(depth)}}}`],
  ['an answer', deep(depth)],
])('%s that is nested deeper than any stack is a wrong answer, and changes nothing', async (_, body) => {
  let isDeep = false;
  const faults: FaultHook = () => (isDeep ? { status: 200, body } : undefined);
  const { client, store } = await syncDemo({ proxyCount: 20, faults });
  const before = store.syncs.countRows('proxies');
  isDeep = true;
  const errors: unknown[] = [];
  const outcome = await runSync({
    client,
    store,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onError: (error) => errors.push(error),
  });
  expect(errors).toEqual([]);
  for (const resource of syncResources) {
    const { complete, problem } = outcome.resources[resource];
    // The demo has no adjustments that are not cached.
    if (resource !== 'adjustments') expect(complete, resource).toBe(false);
    expect(problem?.code, resource).not.toBe('internal');
  }
  expect(store.syncs.countRows('proxies')).toBe(before);
  const parts = { client, store };
  const fetched = cachedOrFetched({ store, client: () => Promise.resolve(client) }, 'customer', '', {
    refresh: true,
  });
  await expect(fetched.catch(asFailure)).resolves.not.toMatchObject({ code: 'internal' });
  const row = fetchRecord(parts, 'proxy', 'a');
  await expect(row.catch(asFailure)).resolves.not.toMatchObject({ code: 'internal' });
});

test.each([
  [999, true],
  [1000, false],
])('a row that nests %i lists is cached: %s', async (levels, isCached) => {
  let isDeep = false;
  const row = `{"proxy_id":"deep","nested":${deep(levels)}}`;
  const faults: FaultHook = ({ path }) =>
    isDeep && path.endsWith('/proxy/search')
      ? { status: 200, body: `{"data":[${row}],"item_count":1,"total_count":1}` }
      : undefined;
  const { client, store } = await syncDemo({ proxyCount: 1, faults });
  isDeep = true;
  const { signal } = new AbortController();
  await runSync({ client, store, signal, only: ['proxies'], onProgress: () => undefined });
  expect(store.proxies.get('deep') !== undefined).toBe(isCached);
});
