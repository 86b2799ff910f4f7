import { asFailure, fail, infoOf, type Failure, type FailureError } from '../../shared/failure.ts';
import type { ApiClient } from '../api/http/client.ts';
import { createProxyTestRun } from '../api/actions.ts';
import type { Store } from '../store/index.ts';
import type { ServiceBatch, TestedProxy } from './plan.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';

export interface RunEnding {
  readonly state: 'finished' | 'failed' | 'canceled' | 'stopped';
  readonly problem: string | null;
}

/**
 * Sends a plan in batches, each marked as sent first, and sent once.
 *
 * @param run.signal aborts the request in flight
 * @param run.isPausing sends no more
 */
export async function runByService(run: {
  readonly client: ApiClient;
  readonly store: Store;
  readonly testRunId: number;
  readonly urls: readonly string[];
  /** None: all. */
  readonly testerServerIds: readonly string[];
  readonly readBatch: (from: number) => Promise<ServiceBatch | null>;
  readonly signal: AbortSignal;
  readonly isPausing: () => boolean;
  readonly report: () => void;
}): Promise<RunEnding> {
  const { client, store, testRunId, urls, testerServerIds, signal, report } = run;
  let succeeded = 0;
  let last: Failure | null = null;
  let from = 0;
  let finishedAtMs = performance.now();
  const finishBatch = (
    batch: Pick<Parameters<Store['testRuns']['finishBatch']>[1], 'results' | 'problem' | 'positions' | 'state'>,
  ): Promise<void> => {
    const activeMs = Math.round(performance.now() - finishedAtMs);
    finishedAtMs = performance.now();
    return store.whenFree(() => {
      store.testRuns.finishBatch(testRunId, { ...batch, activeMs });
    });
  };
  const mark = (positions: readonly number[], state: 'sent' | 'planned'): Promise<void> =>
    store.whenFree(() => {
      store.testRuns.markSent(testRunId, positions, state);
    });
  const isStopped = (): boolean => signal.aborted || run.isPausing();
  while (!isStopped()) {
    const batch = await run.readBatch(from);
    if (batch === null) break;
    const { positions, gonePositions } = batch;
    from = Math.max(...positions, ...gonePositions) + 1;
    if (isStopped()) break;
    if (gonePositions.length > 0) {
      await store.whenFree(() => {
        store.testRuns.skipGone(testRunId, gonePositions);
      });
      report();
    }
    if (positions.length === 0) continue;
    await mark(positions, 'sent');
    try {
      if (batch.proxies.length === 0) throw notTestable();
      const proxies = batch.proxies.map(({ proxy_id, proxy_string }) => ({
        proxy_id,
        proxy_string,
      }));
      const servers = testerServerIds.length > 0 && { proxy_tester_server_id: testerServerIds };
      const data = await createProxyTestRun(client, { proxies, urls, ...servers }, { signal });
      const results = matchResults(data, batch.proxies);
      if (results.length === 0) throw noResults();
      await finishBatch({ results, problem: null, positions });
      succeeded += 1;
    } catch (error) {
      last = asFailure(error);
      if (last.code === 'canceled') {
        // Not sent; later its outcome would be unknown.
        await mark(positions, 'planned');
        break;
      }
      const state = last.code === 'outcome-unknown' ? 'unknown' : 'refused';
      await finishBatch({ results: [], problem: last, positions, state });
      if (infoOf(last.code).ends?.includes('test-run') === true) break;
    }
    report();
  }
  if (isStopped()) return { state: 'stopped', problem: null };
  return {
    state: succeeded > 0 || last === null ? 'finished' : 'failed',
    problem: last?.message ?? null,
  };
}

const noResults = (): FailureError =>
  fail(
    'incomplete',
    'The service responded without results for some proxies. Test them again, or check the tester servers.',
  );

const notTestable = (): FailureError =>
  fail(
    'incomplete',
    'Some proxies could not be tested any more: they have no address, no port or no usable credentials. Nothing was sent for them.',
  );

interface MatchedResult {
  readonly proxyId: string | null;
  readonly fields: JsonObject;
}

/**
 * Matches results by address: the keys of `data` are not in the request.
 *
 * @param data of `proxy_test_run/create`; malformed entries have no results
 */
export function matchResults(data: JsonObject, batch: readonly TestedProxy[]): MatchedResult[] {
  return Object.values(data).flatMap((entry) => {
    const results = isJsonObject(entry) ? entry['results'] : undefined;
    if (!Array.isArray(results)) return [];
    return results.filter(isJsonObject).map((fields) => ({ proxyId: findProxy(fields, batch), fields }));
  });
}

function findProxy(fields: JsonObject, batch: readonly TestedProxy[]): string | null {
  const known = fields['proxy_id'];
  if (typeof known === 'string' && batch.some(({ proxy_id }) => proxy_id === known)) return known;
  const hosts = [fields['proxy_host'], fields['proxy_ip_address']];
  const sameHost = batch.filter(({ host }) =>
    hosts.some((value) => value === host || (typeof value === 'string' && `[${value}]` === host)),
  );
  const samePort = sameHost.filter(({ port }) => port === fields['proxy_port']);
  const [only, ...others] = samePort.length > 0 ? samePort : sameHost;
  return only && others.length === 0 ? only.proxy_id : null;
}
