import { expect, test } from 'vitest';
import type { DemoOptions } from '../../support/demo-service.ts';
import type { ProxySelection } from '../../../src/shared/test-run.ts';
import { readSelection } from '../../../src/main/store/parse-request.ts';
import { prepareBatches } from '../../../src/main/testing/batches.ts';
import { acquireLock } from '../../../src/main/store/files/lock.ts';
import {
  createTestRuns,
  testLockFile,
  type TestRunRequest,
  type TestRuns,
} from '../../../src/main/testing/runs.ts';
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts';
import { syncDemo } from '../../support/synced-demo.ts';

const url = 'https://example.com/';

async function prepare(options: DemoOptions = {}): Promise<{
  runs: TestRuns;
  request: TestRunRequest;
  batchesOf: (proxies: ProxySelection) => Pick<TestRunRequest, 'readBatches'>;
  sent: () => JsonObject[];
}> {
  const { demo, client, store, databaseFile } = await syncDemo({ proxyCount: 45, ...options });
  const batchesOf = (proxies: ProxySelection): Pick<TestRunRequest, 'readBatches'> => ({
    // As in a worker, a failure rejects.
    readBatches: () =>
      Promise.resolve().then(() => prepareBatches(store, readSelection(proxies), null)),
  });
  const request: TestRunRequest = {
    accountId: 'a',
    store,
    client,
    databaseFile,
    ...batchesOf({ kind: 'query', where: '' }),
    urls: [url],
    proxyUserId: null,
  };
  return {
    runs: createTestRuns({ emit: () => undefined }),
    request,
    batchesOf,
    sent: () =>
      demo.requests
        .filter(({ path }) => path.endsWith('/proxy_test_run/create'))
        .map(({ body }) => body ?? {}),
  };
}

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
  const tested = new Set(
    sent().flatMap((body) => proxiesOf(body).map((proxy) => proxy['proxy_id'])),
  );
  const results = request.store.testRuns.results(run.id, { only: 'all', offset: 0, limit: 100 });
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
  expect(run.problem).toContain('internal error');
  expect(sent()).toHaveLength(3);
});

test.each([
  ['contains no results', '{"data":{},"message":""}', 'without results'],
  ['is not from the service', '{"login":true}', 'not from the proxy service'],
])('a response that %s is not a success', async (_how, body, problem) => {
  const { runs, request, sent } = await prepare({
    faults: ({ path }) =>
      path.endsWith('/proxy_test_run/create') ? { status: 200, body } : undefined,
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
  expect(await finished).toMatchObject({ state: 'canceled', resultCount: 0 });
  expect(sent()).toHaveLength(1);
});

test('the lock of test runs is held until the last of two concurrent runs has ended', async () => {
  const { runs, request, batchesOf } = await prepare({ testDelayMs: 50 });
  const file = testLockFile(request.databaseFile);
  const isLocked = (): boolean => {
    const release = acquireLock(file);
    release?.();
    return release === undefined;
  };
  const long = await runs.start(request);
  const id = request.store.proxies.list({
    where: { terms: [] },
    sort: [],
    offset: 0,
    limit: 1,
  })[0]?.proxy_id;
  const short = await runs.start({ ...request, ...batchesOf({ kind: 'ids', ids: [id ?? ''] }) });
  expect(isLocked()).toBe(true);
  await short.finished;
  await runs.cancel('a', short.started.id);
  expect(request.store.testRuns.get(long.started.id)?.state).toBe('running');
  expect(isLocked()).toBe(true);
  await long.finished;
  expect(isLocked()).toBe(false);
});

test('a URL that is not http or https, and an empty selection, are rejected before anything is sent', async () => {
  const { runs, request, batchesOf, sent } = await prepare();
  await expect(runs.start({ ...request, urls: ['ftp://x'] })).rejects.toThrow(/not a full http/);
  await expect(runs.start({ ...request, ...batchesOf({ kind: 'ids', ids: [] }) })).rejects.toThrow(
    /None of the selected proxies/,
  );
  expect(sent()).toEqual([]);
});
