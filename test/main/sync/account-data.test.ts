import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { startDemoService, type DemoService, type FaultHook } from '../../support/demo-service.ts';
import { type Store, openStore } from '../../../src/main/store/index.ts';
import { cachedOrFetched } from '../../../src/main/sync/fetch-record.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import type { RecordKind } from '../../../src/shared/operations.ts';
import { missingResources, syncResources, type SyncOutcome, type SyncResource } from '../../../src/shared/sync.ts';
import { findSecretsInFiles } from '../../support/find-secrets.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

interface Desk {
  readonly demo: DemoService;
  readonly store: Store;
  readonly folder: string;
  /** Requests since the last call, as `/city/retrieve/1`. */
  readonly asked: () => string[];
  readonly sync: (options?: {
    only?: readonly SyncResource[];
    acceptEmpty?: boolean;
    signal?: AbortSignal;
  }) => Promise<SyncOutcome>;
}

/** A demo service that goes wrong where `faults.now` says so, and a copy to sync into. */
async function open(faults: { now?: FaultHook } = {}): Promise<Desk> {
  const demo = await startDemoService({
    proxyCount: 40,
    faults: (request) => faults.now?.(request),
  });
  const folder = makeTemporaryFolder();
  const store = openStore({ file: join(folder, 'copy.sqlite') });
  store.unlock(demo.privateKey);
  const client = createClient({
    ...demo,
    clock: createTestClock(),
  });
  onTestFinished(async () => {
    await client.close();
    store.close();
    await demo.close();
  });
  let seen = 0;
  return {
    demo,
    store,
    folder,
    asked() {
      const paths = demo.requests.slice(seen).map(({ path }) => path.replace('/public/user', ''));
      seen = demo.requests.length;
      return paths;
    },
    sync: (options = {}) =>
      runSync({
        client,
        store,
        signal: options.signal ?? new AbortController().signal,
        only: options.only,
        acceptEmpty: options.acceptEmpty,
        onProgress: () => undefined,
      }),
  };
}

const everything = { where: { terms: [] }, sort: [], offset: 0, limit: 10_000 };
const recordOf = (store: Store, kind: RecordKind, id = ''): JsonObject | undefined =>
  store.cachedRecords.get(kind, id, { secrets: true })?.record;

/** All that a sync caches in addition to the main lists. */
const keptOf = (store: Store): unknown => ({
  ledger: [...store.residential_ledger.records(everything, { secrets: true })],
  residential: recordOf(store, 'residential_summary'),
  mobile: recordOf(store, 'mobile_summary'),
  customer: recordOf(store, 'customer'),
  catalog: recordOf(store, 'catalog'),
});

const namedAdjustments = (demo: DemoService): string[] =>
  demo.account.residentialLedger
    .slice(0, 1000)
    .flatMap(({ service_adjustment_id: id }) => (id === null ? [] : [String(id)]));

test('a sync caches the rest of the account as the service has it', async () => {
  const { demo, store, sync } = await open();
  const { account } = demo;
  const outcome = await sync();
  expect(outcome).toMatchObject({ complete: true, problem: null, requested: [...syncResources] });
  for (const resource of syncResources) {
    expect(outcome.resources[resource], resource).toMatchObject({ complete: true, problem: null });
  }
  expect(keptOf(store)).toEqual({
    ledger: account.residentialLedger.slice(0, 1000),
    residential: account.summary('residential'),
    mobile: account.summary('mobile'),
    customer: account.customer(),
    catalog: account.catalog,
  });
  const [id = ''] = namedAdjustments(demo);
  expect(store.adjustments.get(id, { secrets: true })?.record).toEqual(account.adjustments.find(id));
  const again = await sync();
  for (const resource of syncResources) {
    expect(again.resources[resource]).toMatchObject({ added: 0, changed: 0, removed: 0 });
  }
});

test('the main lists come first, in their order', async () => {
  const { asked, sync } = await open();
  await sync();
  const lists = asked().map((path) => path.split('/')[1]);
  expect([...new Set(lists)]).toEqual([
    'service',
    'proxy',
    'proxy_user',
    'residential_ledger',
    'residential',
    'mobile',
    'customer',
    'checkout',
    'service_adjustment',
  ]);
});

test('adjustments are fetched by the IDs of ledger entries, and again only while pending', async () => {
  const { demo, asked, sync, store } = await open();
  const retrieved = (): string[] =>
    asked().flatMap((path) => /^\/service_adjustment\/retrieve\/(.+)$/.exec(path)?.[1] ?? []);
  const { adjustments, residentialLedger } = demo.account;
  const ids = adjustments.slice(0, 6).map((row) => String(row['service_adjustment_id']));
  const [entry = {}] = residentialLedger.slice(0, 1);
  ids.forEach((id, index) => {
    adjustments.update(id, { service_adjustment_status: index < 2 ? 'pending' : 'complete' });
    // As a number, as text, and twice.
    for (const service_adjustment_id of index === 5 ? [Number(id), id] : [Number(id)]) {
      residentialLedger.add({
        ...entry,
        residential_ledger_id: `entry-${id}-${typeof service_adjustment_id}`,
        service_adjustment_id,
      });
    }
  });
  const others = namedAdjustments(demo).filter((id) => !ids.includes(id));
  for (const id of others) adjustments.update(id, { service_adjustment_status: 'failed' });
  const first = await sync();
  expect(retrieved().sort()).toEqual([...new Set([...ids, ...others])].sort());
  expect(first.resources.adjustments.added).toBe(new Set([...ids, ...others]).size);

  adjustments.update(ids[0] ?? '', { service_adjustment_status: 'complete' });
  expect((await sync()).resources.adjustments).toMatchObject({ added: 0, changed: 1 });
  expect(retrieved().sort()).toEqual(ids.slice(0, 2).sort());
  await sync();
  expect(retrieved()).toEqual(ids.slice(1, 2));
  const serviceId = String(adjustments.find(ids[0] ?? '')?.['service_id']);
  expect(store.adjustments.ofService(serviceId).map((row) => row.service_adjustment_id)).toContain(ids[0]);
});

test('an adjustment that fails is counted and said, and the others are kept', async () => {
  const { demo, sync } = await open();
  const { adjustments, residentialLedger } = demo.account;
  const [entry = {}] = residentialLedger.slice(0, 1);
  const known = adjustments.slice(0, 3).map((row) => Number(row['service_adjustment_id']));
  for (const service_adjustment_id of [...known, 1, 2]) {
    const residential_ledger_id = `entry-${service_adjustment_id}`;
    residentialLedger.add({ ...entry, residential_ledger_id, service_adjustment_id });
  }
  const wanted = new Set([...namedAdjustments(demo)]).size;
  const outcome = await sync();
  expect(outcome.complete).toBe(true);
  expect(outcome.resources.adjustments).toMatchObject({
    complete: false,
    added: wanted - 2,
    problem: { code: 'not-found' },
  });
  expect(outcome.resources.adjustments.problem?.message).toContain(`2 of ${wanted}`);
});

/** Ledger entries, newer than all others, whose adjustments the service does not have: 1 to `count`. */
function addUnknownAdjustments(demo: DemoService, count: number): void {
  const [entry = {}] = demo.account.residentialLedger.slice(0, 1);
  for (let id = 1; id <= count; id += 1) {
    const residential_ledger_id = `entry-${id}`;
    demo.account.residentialLedger.add({
      ...entry,
      residential_ledger_id,
      service_adjustment_id: id,
      residential_ledger_period_date: '2099-01-01',
    });
  }
}

test('after ten refused adjustments no more are requested', async () => {
  const { demo, asked, sync } = await open();
  addUnknownAdjustments(demo, 100);
  await sync();
  const refused = asked().filter((path) => /^\/service_adjustment\/retrieve\/\d{1,3}$/.test(path));
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused.length).toBeLessThanOrEqual(10 + 3);
});

test('adjustments that every sync is refused do not keep the others from being fetched', async () => {
  const { demo, sync, store } = await open();
  addUnknownAdjustments(demo, 20);
  const wanted = new Set(namedAdjustments(demo)).size - 20;
  for (let run = 0; run < 30 && store.syncs.countRows('adjustments') < wanted; run += 1) {
    await sync();
  }
  expect(store.syncs.countRows('adjustments')).toBe(wanted);
});

test.each([
  ['/residential_ledger/search', 'residential_ledger'],
  ['/mobile/summary', 'summaries'],
  ['/customer/retrieve', 'customer'],
  ['/checkout/catalog', 'catalog'],
] as const)('a service without %s is whole all the same, and said to lack it', async (path, step) => {
  const { sync, store } = await open({
    now: (request) => (request.path.endsWith(path) ? { status: 404, body: '{}' } : undefined),
  });
  const outcome = await sync();
  expect(outcome).toMatchObject({ complete: true, problem: null });
  for (const resource of syncResources) {
    const isIt = resource === step || (resource === 'adjustments' && step === 'residential_ledger');
    if (resource === step) {
      expect(outcome.resources[resource]).toMatchObject({
        complete: false,
        problem: { code: 'not-found' },
      });
    } else if (!isIt) expect(outcome.resources[resource].complete, resource).toBe(true);
  }
  expect(store.syncs.lastRun()).toMatchObject({ lastProblem: null });
  expect(store.syncs.lastRun().lastCompletedAt).not.toBeNull();
  expect(store.syncs.resourceStates()[step]).toMatchObject({
    completedAt: null,
    problem: { code: 'not-found' },
  });
});

test('the copy remembers when each resource was last whole, and why it is not now', async () => {
  const faults: { now?: FaultHook } = {};
  const { sync, store } = await open(faults);
  await sync();
  const first = store.syncs.resourceStates();
  for (const resource of syncResources) {
    expect(first[resource], resource).toEqual({
      completedAt: expect.stringMatching(/^\d{4}-/) as string,
      problem: null,
    });
  }
  faults.now = ({ path }) => (path.endsWith('/catalog') ? { status: 404, body: '{}' } : undefined);
  await sync();
  const second = store.syncs.resourceStates();
  expect(second.catalog).toMatchObject({
    completedAt: first.catalog.completedAt,
    problem: { code: 'not-found' },
  });
  expect(second.customer.problem).toBeNull();
  const controller = new AbortController();
  controller.abort();
  await sync({ signal: controller.signal });
  expect(store.syncs.resourceStates()).toEqual(second);
  delete faults.now;
  await sync({ only: ['catalog'] });
  expect(store.syncs.resourceStates().catalog.problem).toBeNull();
});

test('keys that are refused for one step leave the next its turn; a service that is gone does not', async () => {
  const refusing: { now?: FaultHook } = {
    now: ({ path }) => (path.endsWith('/catalog') ? { status: 403, body: '{}' } : undefined),
  };
  const { sync, asked } = await open(refusing);
  const refused = await sync();
  expect(refused.resources.catalog.problem?.code).toBe('keys-refused');
  expect(refused.resources.adjustments.complete).toBe(true);
  refusing.now = ({ path }) => (path.endsWith('/residential/summary') ? 'reset' : undefined);
  asked();
  const gone = await sync();
  expect(gone).toMatchObject({ complete: true, problem: null });
  for (const step of ['summaries', 'customer', 'catalog', 'adjustments'] as const) {
    expect(gone.resources[step].problem?.code, step).toBe('unreachable');
  }
  expect(asked().filter((path) => /customer|catalog|adjustment/.test(path))).toEqual([]);
});

/** Responses with status 200 that are not from the service. */
const badBodies: readonly string[] = [
  '',
  'null',
  '[]',
  '{}',
  '"ok"',
  '0',
  '<!doctype html><title>Sign in</title>',
  '{"data":null}',
  '{"data":[]}',
  '{"data":"none"}',
  '{"data":{}}',
  '{"data":{"status":"signed out"}}',
  '{"data":{"login":true,"redirect":"/portal"}}',
  '{"message":"Please sign in."}',
  '{"data":{"data":{}}}',
  '{"data":[],"total_count":60,"page":1}',
  '{"data":[],"total_count":0,"page":1,"per_page":1000,"item_count":0}',
  '{"data":[{}],"total_count":1,"page":1}',
  '{"data":{"a":1},"total_count":1}',
  '{"data":',
  '\u{feff}',
  '{"error":"maintenance"}',
];

test('no bad answer with status 200 replaces or removes anything', async () => {
  const faults: { now?: FaultHook } = {};
  const { demo, sync, store } = await open(faults);
  await sync();
  const before = keptOf(store);
  const counted = store.syncs.countRows('adjustments');
  const [id = ''] = namedAdjustments(demo);
  store.adjustments.put(id, {
    ...demo.account.adjustments.find(id),
    service_adjustment_status: 'pending',
  });
  const adjustment = store.adjustments.get(id, { secrets: true })?.record;
  const only = ['residential_ledger', 'summaries', 'customer', 'catalog', 'adjustments'] as const;
  for (const body of badBodies) {
    faults.now = () => ({ status: 200, body });
    const outcome = await sync({ only });
    for (const step of only) {
      expect(outcome.resources[step].complete, `${step} ${body}`).toBe(false);
    }
    expect(outcome).toMatchObject({ complete: false, problem: expect.anything() as unknown });
    expect(keptOf(store), body).toEqual(before);
    expect(store.adjustments.get(id, { secrets: true })?.record).toEqual(adjustment);
    expect(store.syncs.countRows('adjustments')).toBe(counted);
  }
});

test('a service that fails for the rest of the account is named as missing, and promises no data that is not there', async () => {
  const faults: { now?: FaultHook } = {};
  const { sync, store } = await open(faults);
  const rest = /\/(residential_ledger|summary|customer|catalog)/;
  faults.now = ({ path }) => (rest.test(path) ? { status: 500 } : undefined);
  const first = await sync();
  expect(first.complete).toBe(true);
  expect(missingResources(first.resources)).toEqual(['residential_ledger', 'summaries', 'customer', 'catalog']);
  expect(missingResources(store.syncs.resourceStates())).toEqual(missingResources(first.resources));
  expect(JSON.stringify(first)).not.toContain('Cached data remains');
  faults.now = () => undefined;
  expect(missingResources((await sync()).resources)).toEqual([]);
  faults.now = () => ({ status: 500 });
  const last = await sync();
  expect(last.problem?.message).toContain('Cached data remains available.');
  expect(last.resources.residential_ledger.problem?.message).toContain('Cached data remains');
});

test('the response for another ID is not cached under the requested one', async () => {
  const faults: { now?: FaultHook } = {};
  const { demo, sync, store } = await open(faults);
  const [id = ''] = namedAdjustments(demo);
  const other = demo.account.adjustments.slice(0, 20).find((row) => String(row['service_adjustment_id']) !== id);
  faults.now = ({ path }) =>
    path.includes('/service_adjustment/') ? { status: 200, body: JSON.stringify({ data: other }) } : undefined;
  const outcome = await sync();
  expect(outcome.resources.adjustments.problem?.code).toBe('not-this-service');
  expect(store.adjustments.get(id, { secrets: false })).toBeUndefined();
});

test('a catalog that is suddenly empty is accepted only on request', async () => {
  const faults: { now?: FaultHook } = {};
  const { sync, store } = await open(faults);
  await sync();
  faults.now = ({ path }) => (path.endsWith('/catalog') ? { status: 200, body: '{"data":{}}' } : undefined);
  expect((await sync()).resources.catalog.problem?.code).toBe('incomplete');
  expect(Object.keys(recordOf(store, 'catalog') ?? {}).length).toBeGreaterThan(10);
  expect((await sync({ acceptEmpty: true })).resources.catalog.complete).toBe(true);
  expect(recordOf(store, 'catalog')).toEqual({});
});

test('ledger entries leave the copy only when two complete readings lack them', async () => {
  const { demo, sync, store, asked } = await open();
  await sync();
  const { residentialLedger } = demo.account;
  const [gone] = residentialLedger.slice(4, 1);
  residentialLedger.remove(String(gone?.['residential_ledger_id']));
  asked();
  const outcome = await sync({ only: ['residential_ledger'] });
  expect(outcome.resources.residential_ledger).toMatchObject({ total: 59, removed: 1 });
  expect(asked()).toEqual(['/residential_ledger/search', '/residential_ledger/search']);
  expect([...store.residential_ledger.records(everything, { secrets: true })]).toEqual(
    residentialLedger.slice(0, 1000),
  );
});

test('a partial run fetches only that part and does not change the age of the cache', async () => {
  const { sync, store, asked } = await open();
  await sync();
  const lastRun = store.syncs.lastRun();
  asked();
  const outcome = await sync({ only: ['customer', 'summaries'] });
  expect(asked()).toEqual(['/residential/summary', '/mobile/summary', '/customer/retrieve']);
  expect(outcome).toMatchObject({ complete: true, requested: ['summaries', 'customer'] });
  expect(outcome.resources.proxies).toMatchObject({ total: 40, complete: false, problem: null });
  expect(store.syncs.lastRun()).toEqual(lastRun);
});

test('what looks secret in a single record is encrypted, and forgotten with the key', async () => {
  const faults: { now?: FaultHook } = {};
  const { sync, store, folder } = await open(faults);
  const customer = { customer_id: 7, api_token: 'tok/en+of the customer', note: 'plain words' };
  const body = JSON.stringify({ data: customer });
  faults.now = ({ path }) => (path.endsWith('/customer/retrieve') ? { status: 200, body } : undefined);
  await sync();
  expect(recordOf(store, 'customer')).toEqual(customer);
  expect(store.cachedRecords.get('customer', '', { secrets: false })?.record).toEqual({
    customer_id: 7,
    note: 'plain words',
  });
  expect(findSecretsInFiles(folder, [customer.api_token])).toEqual([]);
  expect(findSecretsInFiles(folder, [customer.note])).not.toEqual([]);
  expect(store.renewKey('another key')).toBe(true);
  expect(recordOf(store, 'customer')).toEqual({ customer_id: 7, note: 'plain words' });
});

test('a single record without an ID is cached under the requested one', async () => {
  const { demo, store } = await open({
    now: ({ path }) =>
      path.includes('/city/retrieve/')
        ? { status: 200, body: '{"data":{"city_name":"Nowhere","city_id":null}}' }
        : undefined,
  });
  const client = createClient(demo);
  onTestFinished(() => client.close());
  const copy = { store, client: () => Promise.resolve(client) };
  const { record } = await cachedOrFetched(copy, 'city', '12');
  expect(record).toEqual({ city_name: 'Nowhere', city_id: null });
});

test('a run that is canceled in the middle of the account data keeps what came', async () => {
  const controller = new AbortController();
  const { sync, store } = await open({
    now: ({ path }) => {
      if (!path.endsWith('/customer/retrieve')) return undefined;
      controller.abort();
      return 'hang';
    },
  });
  const outcome = await sync({ signal: controller.signal });
  expect(outcome.resources.summaries.complete).toBe(true);
  expect(outcome.resources.customer.problem?.code).toBe('canceled');
  expect(outcome.resources.catalog.problem?.code).toBe('canceled');
  expect(recordOf(store, 'mobile_summary')).toBeDefined();
});
