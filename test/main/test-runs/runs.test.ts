import { expect, test } from 'vitest';
import type { DemoOptions } from '../../support/demo-service.ts';
import { runHere } from '../../../src/main/test-runs/local/run-here.ts';
import { createRun, planRun, readNextBatch } from '../../../src/main/test-runs/plan.ts';
import type { Store } from '../../../src/main/store/index.ts';
import { acquireLock } from '../../../src/main/lock.ts';
import {
  createTestRuns,
  testLockFile,
  type TestCalls,
  type TestRunRequest,
  type TestRuns,
} from '../../../src/main/test-runs/runs.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { defaultLocalTest } from '../../../src/shared/test-runs/test-run.ts';
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts';
import { syncDemo } from '../../support/synced-demo.ts';
import { firstRows } from '../store/support.ts';

const url = 'https://example.com/';

async function prepare(
  options: DemoOptions = {},
): Promise<{ runs: TestRuns; request: TestRunRequest; sent: () => JsonObject[] }> {
  const { demo, client, store, databaseFile } = await syncDemo({ proxyCount: 45, ...options });
  const request: TestRunRequest = {
    accountId: 'a',
    store,
    client: () => Promise.resolve(client),
    databaseFile,
    calls: callsOf(store),
    name: '',
    proxies: { kind: 'query', where: '' },
    urls: [url],
    proxyUserId: null,
    settings: null,
  };
  return {
    runs: createTestRuns({ emit: () => undefined }),
    request,
    sent: () =>
      demo.requests.filter(({ path }) => path.endsWith('/proxy_test_run/create')).map(({ body }) => body ?? {}),
  };
}

/** As in a worker, a failure rejects. */
const callsOf = (store: Store): TestCalls => {
  const never = new AbortController().signal;
  return {
    create: (plan, { signal = never }) => createRun(store, plan, signal),
    plan: (testRunId, { signal = never }) => planRun(store, testRunId, signal),
    nextBatch: (batch) => Promise.resolve().then(() => readNextBatch(store, batch)),
    probe: (testRunId, { signal = never, onProgress = () => undefined }) =>
      runHere(store, testRunId, { signal, onStored: onProgress, serviceUrl: 'http://localhost' }),
  };
};

const proxiesOf = (body: JsonObject): JsonObject[] => {
  const proxies = body['proxies'];
  return Array.isArray(proxies) ? proxies.filter(isJsonObject) : [];
};

test('45 proxies go out in requests of 20, 20 and 5, and every result finds its proxy', async () => {
  const { runs, request, sent } = await prepare();
  const progress: number[] = [];
  const { finished } = await runs.start({
    ...request,
    urls: [url, 'https://example.org/'],
    onProgress: ({ batchesDone }) => progress.push(batchesDone),
  });
  const run = await finished;
  expect(run).toMatchObject({ state: 'finished', proxyCount: 45, batchCount: 3, resultCount: 90 });
  expect(sent().map((body) => proxiesOf(body).length)).toEqual([20, 20, 5]);
  expect(progress).toEqual([1, 2, 3, 3]);
  const tested = new Set(sent().flatMap((body) => proxiesOf(body).map((proxy) => proxy['proxy_id'])));
  const results = request.store.results.list(firstRows(`run:${String(run.id)}`, 'results'));
  expect(new Set(results.map((result) => result.proxy_id))).toEqual(tested);
});

test('a proxy string is host, port, user and password of the default proxy user', async () => {
  const { runs, request, sent } = await prepare();
  await (
    await runs.start(request)
  ).finished;
  for (const proxy of sent().flatMap(proxiesOf)) {
    const record = request.store.proxies.record(String(proxy['proxy_id']), { secrets: true }) ?? {};
    const credentials = `${record['default_proxy_user_username']}:${record['default_proxy_user_password']}`;
    expect(String(proxy['proxy_string']).endsWith(`:${credentials}`)).toBe(true);
  }
});

test('a batch that fails is reported, and the results of the others are saved', async () => {
  let calls = 0;
  const { runs, request, sent } = await prepare({
    faults: ({ path }) => {
      if (!path.endsWith('/proxy_test_run/create')) return undefined;
      calls += 1;
      return calls === 2 ? { status: 500 } : undefined;
    },
  });
  const run = await (await runs.start(request)).finished;
  expect(run).toMatchObject({ state: 'finished', batchesFailed: 1, resultCount: 25 });
  expect(run.problem).toContain('unknown whether the service carried it out');
  expect(sent()).toHaveLength(3);
});

test.each([
  ['contains no results', '{"data":{},"message":""}', 'without results'],
  ['is not from the service', '{"login":true}', 'unknown whether the service carried it out'],
])('a response that %s is not a success', async (_how, body, problem) => {
  const { runs, request, sent } = await prepare({
    faults: ({ path }) => (path.endsWith('/proxy_test_run/create') ? { status: 200, body } : undefined),
  });
  const run = await (await runs.start(request)).finished;
  expect(run).toMatchObject({ state: 'failed', batchesFailed: 3, resultCount: 0 });
  expect(run.problem).toContain(problem);
  expect(sent()).toHaveLength(3);
});

test('rejected keys end the run, because the next batch would be rejected too', async () => {
  const { runs, request, sent } = await prepare({
    faults: ({ path }) => (path.endsWith('/proxy_test_run/create') ? { status: 401 } : undefined),
  });
  const run = await (await runs.start(request)).finished;
  expect(run).toMatchObject({ state: 'failed', batchCount: 3, batchesFailed: 1 });
  expect(sent()).toHaveLength(1);
});

test('a request whose outcome is unknown is never sent again', async () => {
  const { runs, request, sent } = await prepare({
    proxyCount: 20,
    faults: ({ path }) => (path.endsWith('/proxy_test_run/create') ? 'reset' : undefined),
  });
  const run = await (await runs.start(request)).finished;
  expect(run).toMatchObject({ state: 'failed', batchesFailed: 1 });
  expect(run.problem).toContain('unknown whether the service carried it out');
  expect(sent()).toHaveLength(1);
});

test('a canceled run stops immediately and keeps its results', async () => {
  const { runs, request, sent } = await prepare({ testDelayMs: 10_000 });
  const { started, finished } = await runs.start(request);
  await expect.poll(() => sent().length).toBe(1);
  await runs.cancel('a', started.id);
  const run = await finished;
  // The batch in flight was sent: whether the service tested it is unknown.
  expect(run).toMatchObject({ state: 'canceled', resultCount: 0, batchesDone: 1, batchesFailed: 1 });
  expect(run.problem).toContain('unknown whether the service carried it out');
  expect(sent()).toHaveLength(1);
});

test('the lock of test runs is held until the last of two concurrent runs has ended', async () => {
  const { runs, request } = await prepare({ testDelayMs: 50 });
  const file = testLockFile(request.databaseFile);
  const isLocked = (): boolean => {
    const release = acquireLock(file);
    release?.();
    return release === undefined;
  };
  const long = await runs.start(request);
  const id = request.store.proxies.list({ where: { terms: [] }, sort: [], offset: 0, limit: 1 })[0]?.proxy_id;
  const short = await runs.start({ ...request, proxies: { kind: 'ids', ids: [id ?? ''] } });
  expect(isLocked()).toBe(true);
  await short.finished;
  await runs.cancel('a', short.started.id);
  expect(request.store.testRuns.get(long.started.id)?.state).toBe('running');
  expect(isLocked()).toBe(true);
  await long.finished;
  expect(isLocked()).toBe(false);
});

test('the same proxies are not tested twice at a time: of three starts at once, one sends', async () => {
  const { runs, request, sent } = await prepare({ proxyCount: 20, testDelayMs: 100 });
  const starts = await Promise.allSettled([1, 2, 3].map(() => runs.start(request)));
  const codes = starts.map((start) => (start.status === 'fulfilled' ? 'started' : asFailure(start.reason).code));
  expect(codes).toEqual(['started', 'busy', 'busy']);
  // Other URLs do not make it another selection; other proxies do.
  const other = { ...request, urls: ['https://example.org/'] };
  await expect(runs.start(other)).rejects.toThrow(/A test of the same proxies is running/);
  const [id = ''] = request.store.proxies
    .list({ where: { terms: [] }, sort: [], offset: 0, limit: 1 })
    .map(({ proxy_id }) => proxy_id);
  const few = await runs.start({ ...request, proxies: { kind: 'ids', ids: [id] } });
  await few.finished;
  for (const start of starts) if (start.status === 'fulfilled') await start.value.finished;
  expect(sent()).toHaveLength(2);
  await (
    await runs.start(request)
  ).finished;
  expect(sent()).toHaveLength(3);
});

test('a start that fails can be repeated', async () => {
  const { runs, request, sent } = await prepare({ proxyCount: 20 });
  const create = () => Promise.reject(new Error('no worker'));
  const failing = { ...request, calls: { ...request.calls, create } };
  await expect(runs.start(failing)).rejects.toThrow('no worker');
  await (
    await runs.start(request)
  ).finished;
  expect(sent()).toHaveLength(1);
});

test('this machine sends nothing to the proxies of the demo, which the service tests', async () => {
  const { runs, request } = await prepare();
  const demo = { ...request, isDemo: true };
  await expect(runs.start({ ...demo, settings: defaultLocalTest })).rejects.toThrow(/no real proxies/);
  expect(request.store.testRuns.list()).toEqual([]);
  const { finished } = await runs.start(demo);
  expect(await finished).toMatchObject({ state: 'finished', proxyCount: 45 });
});

test('a URL that is not http or https, and an empty selection, are rejected before anything is sent', async () => {
  const { runs, request, sent } = await prepare();
  await expect(runs.start({ ...request, urls: ['ftp://x'] })).rejects.toThrow(/not a full http/);
  await expect(runs.start({ ...request, proxies: { kind: 'ids', ids: [] } })).rejects.toThrow(
    /None of the selected proxies/,
  );
  expect(sent()).toEqual([]);
});

const idsOf = (bodies: readonly JsonObject[]): string[] =>
  bodies.flatMap(proxiesOf).map((proxy) => String(proxy['proxy_id']));

test('a paused run awaits the response in flight, and continues with the proxies that were not sent', async () => {
  const { runs, request, sent } = await prepare({ testDelayMs: 100 });
  const { started, finished } = await runs.start(request);
  await expect.poll(() => sent().length).toBe(1);
  await runs.pause('a', started.id);
  expect(await finished).toMatchObject({ state: 'paused', proxiesDone: 20, resultCount: 20 });
  expect(sent()).toHaveLength(1);
  const resumed = await runs.resume(request, started.id);
  expect(resumed.started).toMatchObject({ id: started.id, state: 'running', proxiesDone: 20 });
  await expect(runs.resume(request, started.id)).rejects.toThrow('This test run is running.');
  expect(await resumed.finished).toMatchObject({
    state: 'finished',
    batchesDone: 3,
    proxiesDone: 45,
    proxiesTested: 45,
    resultCount: 45,
  });
  const ids = idsOf(sent());
  expect(ids).toHaveLength(45);
  expect(new Set(ids).size).toBe(45);
  await expect(runs.resume(request, started.id)).rejects.toThrow('This test run has ended');
});

test('a run is there before it is planned, and one whose process was killed until then is planned when it continues', async () => {
  const { runs, request, sent } = await prepare();
  const { store, calls } = request;
  const testRunId = await calls.create(request, {});
  expect(store.testRuns.get(testRunId)).toMatchObject({ state: 'running', proxyCount: 45, batchCount: 0 });
  expect(store.testRuns.planned(testRunId, 0, 100)).toEqual([]);
  // The process is killed here, and the account opened again.
  store.testRuns.interruptRunning();
  const { finished } = await runs.resume(request, testRunId);
  expect(await finished).toMatchObject({ state: 'finished', proxyCount: 45, batchCount: 3, proxiesDone: 45 });
  expect(new Set(idsOf(sent())).size).toBe(45);
  expect(sent()).toHaveLength(3);
});

test('a start does not wait for the plan; a run that could not be planned is paused, and can continue', async () => {
  const { runs, request, sent } = await prepare();
  const { calls } = request;
  let failPlan: (error: Error) => void = () => undefined;
  const plan = () =>
    new Promise<void>((_resolve, reject) => {
      failPlan = reject;
    });
  const { started, finished } = await runs.start({ ...request, calls: { ...calls, plan } });
  expect(started).toMatchObject({ state: 'running', proxyCount: 45 });
  failPlan(new Error('no worker'));
  expect(await finished).toMatchObject({ state: 'paused', proxiesDone: 0, proxyCount: 45 });
  expect(sent()).toEqual([]);
  expect(await (await runs.resume(request, started.id)).finished).toMatchObject({ state: 'finished', proxiesDone: 45 });
});

test('what is planned is not planned again', async () => {
  const { request } = await prepare();
  const { store, calls } = request;
  const testRunId = await calls.create(request, {});
  await calls.plan(testRunId, {});
  const planned = store.testRuns.planned(testRunId, 0, 100);
  store.testRuns.markSent(testRunId, [0], 'sent');
  await calls.plan(testRunId, {});
  expect(store.testRuns.planned(testRunId, 0, 100)).toEqual(planned.slice(1));
});

test('a run whose process was killed continues without repeating the request that was sent', async () => {
  const { runs, request, sent } = await prepare();
  const { store, calls } = request;
  const testRunId = await calls.create(request, {});
  await calls.plan(testRunId, {});
  const lost = await calls.nextBatch({ testRunId, from: 0 }, {});
  store.testRuns.markSent(testRunId, lost?.positions ?? [], 'sent');
  // The process is killed here, and the account opened again.
  store.testRuns.interruptRunning();
  expect(store.testRuns.get(testRunId)).toMatchObject({
    state: 'interrupted',
    batchesDone: 1,
    batchesFailed: 1,
    proxiesDone: 20,
  });
  const run = await (await runs.resume(request, testRunId)).finished;
  expect(run).toMatchObject({ state: 'finished', proxiesDone: 45, proxiesTested: 25 });
  const ids = new Set(idsOf(sent()));
  expect(ids.size).toBe(25);
  expect(lost?.proxies.filter(({ proxy_id }) => ids.has(proxy_id))).toEqual([]);
});

test('a request that was canceled before it was sent is sent when the run continues', async () => {
  const { runs, request, sent } = await prepare({ proxyCount: 25 });
  const { calls } = request;
  const nextBatch: TestCalls['nextBatch'] = async (batch, options) => {
    const next = await calls.nextBatch(batch, options);
    if (batch.from > 0) void runs.pauseAll();
    return next;
  };
  const paused = await (await runs.start({ ...request, calls: { ...calls, nextBatch } })).finished;
  expect(paused).toMatchObject({ state: 'paused', proxiesDone: 20, batchesFailed: 0 });
  const run = await (await runs.resume(request, paused.id)).finished;
  expect(run).toMatchObject({ state: 'finished', proxiesTested: 25 });
  expect(sent().map((body) => proxiesOf(body).length)).toEqual([20, 5]);
});

test('a run by the service that continues after a sync sends no proxy whose address was taken back', async () => {
  const { runs, request, sent } = await prepare();
  const { store, calls } = request;
  const testRunId = await calls.create(request, {});
  await calls.plan(testRunId, {});
  store.testRuns.interruptRunning();
  const rows = store.proxies.list(firstRows('', 'proxies', 25));
  for (const { proxy_id: id } of rows) {
    const fields = store.proxies.record(id, { secrets: true });
    store.syncs.writePage('proxies', [{ id, fields: { ...fields, proxy_http_port: 4444 } }]);
  }
  const run = await (await runs.resume(request, testRunId)).finished;
  expect(run).toMatchObject({ state: 'finished', proxiesDone: 45, proxiesTested: 20, goneCount: 25, problem: null });
  const gone = new Set(rows.map(({ proxy_id }) => proxy_id));
  const ids = idsOf(sent());
  expect(ids).toHaveLength(20);
  expect(ids.filter((id) => gone.has(id))).toEqual([]);
});
