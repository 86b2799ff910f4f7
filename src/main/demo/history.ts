/**
 * The demo's past: syncs, test runs, a gateway and saved items at earlier times. Real functions write them;
 * measurements are made up from a seed.
 */
import type { Rows } from '../../shared/rows.ts';
import { FailureError } from '../../shared/failure.ts';
import { readQuery } from '../../shared/filter/query.ts';
import { defaultRule, type GatewayRule } from '../../shared/gateway/gateway.ts';
import { defaultLocalTest } from '../../shared/test-runs/test-run.ts';
import { createClient, type ApiClient } from '../api/http/client.ts';
import { putPreset } from '../exports/presets/presets.ts';
import { createObservations } from '../gateway/account-gateway.ts';
import { createCachedProxies } from '../gateway/cached-proxies.ts';
import { writeRequests } from '../gateway/request-log.ts';
import { putRule } from '../gateway/rules.ts';
import { openStore, type Store } from '../store/index.ts';
import { runSync } from '../sync/run-sync.ts';
import { createRun, planRun, readNextBatch } from '../test-runs/plan.ts';
import { runByService } from '../test-runs/service-run.ts';
import { makeResult, makeTraffic } from './made-up-results.ts';
import { before, takeBack } from './past.ts';
import type { DemoService } from './server.ts';
import { blockedNetwork } from './run-proxy-test.ts';

const seed = 2026;
const hourMs = 3_600_000;
/** Requests of the gateway that are written together. */
const hoursAtOnce = 4;
const everything: Rows = { kind: 'query', where: '' };
const shop = `https://${blockedNetwork.host}/`;

/**
 * Writes the past of an account that is not synced yet; then the service is at the present time.
 *
 * @throws FailureError of the store, or `canceled`
 */
export async function writeHistory({
  service,
  databaseFile,
  signal,
}: {
  readonly service: DemoService;
  readonly databaseFile: string;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { time: clock, account } = service;
  const store = openStore({ file: databaseFile, isSecond: true, clock });
  const client = createClient(service);
  const parts = { store, client, signal };
  const nowMs = clock.wallMs();
  const changesAtMs = [before(nowMs, 21, 3), before(nowMs, 10, 6), before(nowMs, 0, 1)] as const;
  const travel = takeBack(account, { seed, nowMs, changesAtMs });
  const goTo = (timeMs: number): void => {
    clock.atMs = timeMs;
    travel(timeMs);
  };
  try {
    store.unlock(service.privateKey);
    goTo(before(nowMs, 29, 20));
    await sync(parts);
    const rule = saveRecords(store);
    goTo(before(nowMs, 28, 4));
    await testByService(parts, { name: '', urls: ['https://example.com/'], where: 'type:isp' });
    goTo(before(nowMs, 21, 1));
    await sync(parts);
    goTo(before(nowMs, 20, 5));
    await testFromHere(parts, { name: 'US for the shop', urls: [shop], where: 'country:US', round: 1 });
    goTo(before(nowMs, 14, 2));
    await testByService(parts, { name: '', urls: ['https://example.com/'], where: 'country:US' });
    goTo(before(nowMs, 10, 1));
    await sync(parts);
    goTo(before(nowMs, 6, 3));
    const both = [shop, 'https://www.example.org/'];
    await testFromHere(parts, { name: 'Before the sale', urls: both, where: '', round: 2 });
    for (let hours = 48; hours > 3; hours -= hoursAtOnce) {
      goTo(before(nowMs, 0, hours));
      if (hours === 24) await testByService(parts, { name: '', urls: [shop], where: '' });
      await useGateway(parts, rule);
    }
    goTo(before(nowMs, 0, 3));
    await testFromHere(parts, { name: 'All, after the sale', urls: [shop], where: '', round: 3 });
    goTo(before(nowMs, 0, 0.3));
    await sync(parts);
  } finally {
    goTo(nowMs);
    clock.atMs = null;
    await client.close();
    store.close();
  }
}

interface Parts {
  readonly store: Store;
  readonly client: ApiClient;
  readonly signal: AbortSignal;
}

async function sync(parts: Parts): Promise<void> {
  const { problem } = await runSync({ ...parts, onProgress: () => undefined });
  if (problem) throw new FailureError(problem);
}

function saveRecords(store: Store): GatewayRule {
  const query = (where: string): Rows => ({ kind: 'query', where });
  store.tags.change(query('service:"ISP New York"'), { add: ['shop'], remove: [] });
  store.tags.change(query('service:"ISP United Kingdom"'), { add: ['search'], remove: [] });
  store.tags.change(query('city:berlin'), { add: ['search', 'spare'], remove: [] });
  const [first] = store.proxies.list({ where: readQuery('tag:shop', 'proxies'), sort: [], offset: 0, limit: 1 });
  if (first) {
    store.notes.put(
      { kind: 'ids', ids: [first.proxy_id] },
      'For the checkout of the shop only: its address is on their list.',
    );
  }
  for (const [name, where] of [
    ['US, online', 'country:US online:yes'],
    ['Failed the last test', 'last:fails'],
  ] as const) {
    store.saved.put({ kind: 'view', name, content: { list: 'proxies', where, sort: [], columns: {} } });
  }
  const choices = { proxyUserId: null, protocol: 'http', ip: 'any' } as const;
  putPreset(store, {
    name: 'Shop, Playwright',
    choices: { ...choices, proxies: query('tag:shop online:yes'), format: 'playwright' },
  });
  putPreset(store, { name: 'Checker', choices: { ...choices, proxies: everything, format: 'host:port:user:pass' } });
  store.settings.set({ gatewayLogDays: 7 });
  return putRule(store, { ...defaultRule, name: 'shop', where: 'country:US type:isp' });
}

async function testByService(
  { store, client, signal }: Parts,
  { name, urls, where }: { readonly name: string; readonly urls: readonly string[]; readonly where: string },
): Promise<void> {
  const proxies: Rows = { kind: 'query', where };
  const testRunId = await createRun(store, { name, urls, proxies, proxyUserId: null, settings: null }, signal);
  await planRun(store, testRunId, signal);
  const { state, problem } = await runByService({
    client,
    store,
    testRunId,
    urls,
    testerServerIds: [],
    readBatch: (from) => Promise.resolve(readNextBatch(store, { testRunId, from })),
    signal,
    isPausing: () => false,
    report: () => undefined,
  });
  store.testRuns.finish(testRunId, state === 'stopped' ? 'canceled' : state, problem);
}

/** Makes up results of a run from this machine: the demo's proxies exist nowhere. */
async function testFromHere(
  { store, signal }: Parts,
  run: { readonly name: string; readonly urls: readonly string[]; readonly where: string; readonly round: number },
): Promise<void> {
  const { name, urls, where, round } = run;
  const proxies: Rows = { kind: 'query', where };
  const plan = { name, urls, proxies, proxyUserId: null, settings: defaultLocalTest };
  const testRunId = await createRun(store, plan, signal);
  await planRun(store, testRunId, signal);
  const planned = store.testRuns.planned(testRunId, 0, store.proxies.countOf(proxies));
  const results = planned.flatMap(({ proxy_id: proxyId, host, port }) => {
    const proxy = store.proxies.get(proxyId);
    if (!proxy) return [];
    return urls.map((url) => ({
      ...({ proxyId, host, port, protocol: 'http', url } as const),
      result: makeResult(proxy, url, { seed, round }),
    }));
  });
  const activeMs = results.length * 21;
  store.testRuns.addLocal(testRunId, { results, donePositions: planned.map(({ position }) => position), activeMs });
  store.testRuns.finish(testRunId, 'finished', null);
}

/** Makes up the requests of the last hours. */
async function useGateway({ store, signal }: Parts, rule: GatewayRule): Promise<void> {
  const source = createCachedProxies(store);
  const { ids } = await source.find(rule);
  const proxies = ids.flatMap((id) => source.get(rule, id) ?? []);
  const traffic = Array.from({ length: hoursAtOnce }, (_, at) => {
    const fromMs = store.nowMs() - (hoursAtOnce - at) * hourMs;
    return makeTraffic(proxies, { rule: rule.name, fromMs, seed });
  }).flat();
  await writeRequests(store, { requests: traffic.map(({ request }) => request), lostCount: 0 }, signal);
  const observations = createObservations(() => false);
  for (const attempt of traffic.flatMap(({ attempts }) => attempts)) observations.add(attempt);
  store.testRuns.observe(observations.take());
}
