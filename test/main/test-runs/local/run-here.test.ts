import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { LocalTestSettings, TestRunSummary } from '../../../../src/shared/test-runs/test-run.ts';
import { defaultRule } from '../../../../src/shared/test-runs/local-test.ts';
import { runHere } from '../../../../src/main/test-runs/local/run-here.ts';
import { createRun, planRun, type TestPlan } from '../../../../src/main/test-runs/plan.ts';
import { openStore, type Store } from '../../../../src/main/store/index.ts';
import { listen } from '../../../support/listen.ts';
import { startHttpProxy, startSocksProxy } from '../../../support/built-in-proxies.ts';
import {
  firstRows,
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeStore,
  makeUser,
  privateKey,
  proxyKeys,
} from '../../store/support.ts';

const settings: LocalTestSettings = {
  protocol: 'socks5',
  ip: '4',
  repeatCount: 1,
  concurrency: 4,
  timeoutMs: 5000,
  requestsPerSecond: null,
  maxBytes: null,
  rule: defaultRule,
  judgeUrl: null,
};

const never = new AbortController().signal;

/** Proxies that are all the same real one, which takes the password of their default user. */
function fillStore(count: number, port: number, address = '127.0.0.1'): Store {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    makeProxies(count, () => ({
      proxy_ip_address: address,
      proxy_http_port: port,
      proxy_socks5_port: port,
      default_proxy_user_username: 'user1',
      default_proxy_user_password: 'secret',
    })),
  );
  return store;
}

/** A target, and how often each path was requested. */
async function startTarget(
  answer: (path: string, headers: Record<string, unknown>) => string = () => 'arrived',
): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end(answer(request.url ?? '', request.headers));
  });
  return { url: `http://127.0.0.1:${String(await listen(server))}`, paths };
}

async function start(store: Store, plan: Partial<TestPlan> & Pick<TestPlan, 'urls'>): Promise<number> {
  const proxies = { kind: 'query', where: '' } as const;
  const id = await createRun(store, { name: '', proxies, proxyUserId: null, settings, ...plan }, never);
  await planRun(store, id, never);
  return id;
}

const run = (store: Store, id: number, signal = never, onStored = () => undefined, serviceUrl = 'http://localhost') =>
  runHere(store, id, { signal, onStored, serviceUrl });

const summary = (store: Store, id: number): TestRunSummary | undefined => store.testRuns.get(id);

const listTested = (store: Store, id: number, terms = '') =>
  store.tested.list(firstRows(`run:${String(id)}${terms}`, 'tested'));
const listResults = (store: Store, id: number) => store.results.list(firstRows(`run:${String(id)}`, 'results'));

test('every proxy is tested against every URL as often as wanted, and its results are added up', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: 'secret' });
  const target = await startTarget();
  const store = fillStore(30, port);
  const urls = [`${target.url}/a`, `${target.url}/b`];
  const id = await start(store, { urls, settings: { ...settings, repeatCount: 2 } });
  expect(await run(store, id)).toBe('finished');
  expect(summary(store, id)).toMatchObject({
    source: 'here',
    proxyCount: 30,
    proxiesDone: 30,
    proxiesTested: 30,
    proxiesPassed: 30,
    resultCount: 120,
    successCount: 120,
  });
  expect(summary(store, id)?.bytes).toBeGreaterThan(120 * 100);
  expect(target.paths.filter((path) => path === '/a')).toHaveLength(60);
  const figures = store.testRuns.figures(id);
  expect(figures).toMatchObject({ proxyCount: 30, passedCount: 30, faults: [] });
  expect(figures.phases?.median.connect).not.toBeNull();
  expect(figures.phases?.median.tls).toBeNull();
});

test('a run that was stopped, even by a crash, continues with exactly the requests without a stored result', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: 'secret' });
  const stopping = new AbortController();
  const target = await startTarget(() => {
    if (target.paths.length === 50) stopping.abort();
    return 'arrived';
  });
  const store = fillStore(40, port);
  const urls = [`${target.url}/`];
  const id = await start(store, { urls, settings: { ...settings, repeatCount: 3 } });
  expect(await run(store, id, stopping.signal)).toBe('canceled');
  const stopped = summary(store, id);
  expect(stopped?.resultCount).toBeGreaterThan(0);
  expect(stopped?.resultCount).toBeLessThan(120);
  // As after kill -9: nobody marked the end.
  expect(stopped?.state).toBe('running');
  store.testRuns.interruptRunning();
  store.testRuns.resume(id);
  expect(await run(store, id)).toBe('finished');
  expect(summary(store, id)).toMatchObject({ proxiesDone: 40, resultCount: 120 });
  const rows = listTested(store, id);
  expect(rows.map((row) => row.result_count)).toEqual(Array(40).fill(3));
});

test('a failed proxy has the side at fault and the reason, in its run, its row and its filters', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: 'another' });
  const target = await startTarget();
  const store = fillStore(3, port);
  const id = await start(store, { urls: [target.url] });
  await run(store, id);
  expect(store.testRuns.figures(id).faults).toEqual([
    { fault: 'proxy', proxyCount: 3, reasons: [{ code: 'wrong-credentials', proxyCount: 3 }] },
  ]);
  expect(listTested(store, id, ' fault:proxy')[0]).toMatchObject({ errors: 'wrong-credentials', fault: 'proxy' });
  expect(listTested(store, id, ' fault:target')).toEqual([]);
  expect(listResults(store, id)[0]).toMatchObject({
    source: 'here',
    proxy_test_result_is_successful: false,
    reason: 'wrong-credentials',
    fault: 'proxy',
    exit_address: null,
  });
});

test('proxies without an address, a port or a password are skipped and counted', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: 'secret' });
  const target = await startTarget();
  const store = fillStore(2, port);
  store.syncs.writePage('proxies', [
    makeProxy(5, { proxy_ip_address: null }),
    makeProxy(6, { proxy_socks5_port: null }),
    makeProxy(7, { default_proxy_user_password: null }),
  ]);
  const id = await start(store, { urls: [target.url] });
  expect(summary(store, id)).toMatchObject({ proxyCount: 2, skippedCount: 3 });
  const none = { kind: 'query', where: 'port:1' } as const;
  await expect(start(store, { urls: [target.url], proxies: none })).rejects.toThrow(
    'None of the selected proxies can be tested.',
  );
});

test('proxies that the proxy user has no access to are skipped and counted', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: 'secret' });
  const target = await startTarget();
  const store = fillStore(4, port);
  const restricted = {
    proxy_user_access_type: 'service_restricted',
    restricted_service_ids: ['svc-2'],
    proxy_user_password: 'secret',
  };
  store.syncs.writePage('proxy_users', [makeUser('user1', restricted)]);
  const id = await start(store, { urls: [`${target.url}/`], proxyUserId: 'user1' });
  expect(summary(store, id)).toMatchObject({ proxyCount: 1, skippedCount: 3 });
  await run(store, id);
  const results = listResults(store, id);
  expect(results).toMatchObject([{ proxy_id: makeProxy(2).id, proxy_test_result_is_successful: true }]);
});

test('a judge tells the exit address and the headers that reveal the client', async () => {
  const port = await startHttpProxy({ host: '127.0.0.1', password: 'secret' });
  const target = await startTarget((path, headers) =>
    path === '/judge' ? JSON.stringify({ origin: '198.51.100.7', headers }) : 'arrived',
  );
  const store = fillStore(2, port);
  const id = await start(store, {
    urls: [`${target.url}/`],
    settings: { ...settings, protocol: 'http', judgeUrl: `${target.url}/judge` },
  });
  await run(store, id);
  const results = listResults(store, id);
  expect(results).toHaveLength(4);
  const judged = results.filter((row) => row.exit_address !== null);
  expect(judged).toMatchObject([
    { exit_address: '198.51.100.7', revealing_headers: 'via' },
    { exit_address: '198.51.100.7', revealing_headers: 'via' },
  ]);
  expect(store.testRuns.figures(id).judged).toEqual({ otherExitCount: 2, revealingCount: 2 });
});

test.each<[name: string, answer: RequestListener, row: object]>([
  [
    'shows an address',
    (_request, response) => response.end('198.51.100.7'),
    { reason: null, exit_address: '198.51.100.7' },
  ],
  ['shows none', (_request, response) => response.end('no'), { reason: null, exit_address: null }],
  [
    'answers 500',
    (_request, response) => response.writeHead(500).end('198.51.100.7'),
    { reason: 'wrong-status', exit_address: null },
  ],
  [
    'answers 403',
    (_request, response) => response.writeHead(403).end('Your address 198.51.100.7 is blocked'),
    { reason: 'blocked', exit_address: null },
  ],
  ['resets', ({ socket }) => socket.resetAndDestroy(), { reason: 'reset', exit_address: null }],
  ['stays silent', () => undefined, { reason: 'target-silent', exit_address: null }],
])('an address page that %s decides nothing', async (_name, answer, row) => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: 'secret' });
  const works = await startTarget();
  const fails = createServer((_request, response) => response.writeHead(500).end());
  const page = createServer(answer);
  const store = fillStore(1, port);
  const judgeUrl = `http://127.0.0.1:${String(await listen(page))}/`;
  // The other requests must end in time, on a busy machine too.
  const local = { ...settings, timeoutMs: 2000, judgeUrl };
  const passed = await start(store, { urls: [works.url], settings: local });
  expect(await run(store, passed)).toBe('finished');
  expect(summary(store, passed)).toMatchObject({
    proxiesDone: 1,
    proxiesTested: 1,
    proxiesPassed: 1,
    resultCount: 1,
    successCount: 1,
  });
  const [tested] = listTested(store, passed);
  expect(tested).toMatchObject({ works: true, errors: null, fault: null });
  expect(tested?.last?.at(-1)).toBe(200);
  const [last] = listResults(store, passed).filter(({ proxy_test_result_url: url }) => url === judgeUrl);
  expect(last).toMatchObject({ proxy_test_result_is_successful: null, ...row });
  const { id: proxyId } = makeProxy(0);
  expect(store.proxies.get(proxyId)).toMatchObject({ testCount: 1, isLastTestSuccessful: true });

  const failed = await start(store, { urls: [`http://127.0.0.1:${String(await listen(fails))}/`], settings: local });
  expect(await run(store, failed)).toBe('finished');
  expect(summary(store, failed)).toMatchObject({ proxiesPassed: 0, resultCount: 1, successCount: 0 });
  expect(listTested(store, failed)).toMatchObject([{ works: false, errors: 'wrong-status', fault: 'target' }]);
  expect(store.proxies.get(proxyId)).toMatchObject({ testCount: 2, isLastTestSuccessful: false });
});

/** A server that ends each connection at once, such as an address that is not ours any more. */
async function startCounting(): Promise<{ port: number; connections: () => number }> {
  let connections = 0;
  const server = createTcpServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  return { port: await listen(server), connections: () => connections };
}

const numbered = (numbers: readonly number[], port: number) =>
  numbers.map((number) =>
    makeProxy(number, {
      proxy_ip_address: '127.0.0.1',
      proxy_socks5_port: port,
      default_proxy_user_username: 'user1',
      default_proxy_user_password: 'secret',
    }),
  );

test.each([null, 'user1'])(
  'a run that continues after a sync sends nothing to addresses that were taken back, as proxy user %s',
  async (proxyUserId) => {
    const port = await startSocksProxy({ host: '127.0.0.1', password: 'secret' });
    const target = await startTarget();
    const old = await startCounting();
    const store = makeStore();
    store.syncs.writePage('proxies', numbered([0, 1, 2, 3], old.port));
    store.syncs.writePage('proxies', numbered([4, 5], port));
    store.syncs.writePage('proxy_users', [makeUser('user1', { proxy_user_password: 'secret' })]);
    const id = await start(store, { urls: [target.url], proxyUserId });
    store.testRuns.finish(id, 'paused', null);
    // Three got another port, one is no longer there.
    store.syncs.writePage('proxies', numbered([0, 1, 2], port));
    const inOrder = proxyKeys(store).toSorted((one, other) => one - other);
    store.syncs.finishList('proxies', inOrder.slice(3, 4));
    store.testRuns.resume(id);
    expect(await run(store, id)).toBe('finished');
    expect(old.connections()).toBe(0);
    expect(summary(store, id)).toMatchObject({
      proxyCount: 6,
      proxiesDone: 6,
      goneCount: 4,
      proxiesTested: 2,
      proxiesPassed: 2,
    });
  },
);

test('a sync in the middle of a proxy ends its requests, and its results are history', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: 'secret' });
  const file = makeDatabaseName();
  const store = makeStore(file);
  store.syncs.writePage('proxies', numbered([0], port));
  const other = openStore({ file, isSecond: true });
  onTestFinished(() => {
    other.close();
  });
  other.unlock(privateKey);
  const target = await startTarget(() => {
    if (target.paths.length === 2) other.syncs.writePage('proxies', numbered([0], port + 1));
    return 'arrived';
  });
  const id = await start(store, { urls: [target.url], settings: { ...settings, repeatCount: 5 } });
  expect(await run(store, id)).toBe('finished');
  expect(target.paths).toHaveLength(2);
  expect(summary(store, id)).toMatchObject({ proxiesDone: 1, goneCount: 1, resultCount: 2 });
  expect(store.proxies.get(makeProxy(0).id)).toMatchObject({ testCount: 0, isLastTestSuccessful: null });
  expect(store.testRuns.resultsOfProxy(makeProxy(0).id, 10)).toMatchObject([
    { isBeforeReplacement: true },
    { isBeforeReplacement: true },
  ]);
});

test('a proxy that answers plain requests is asked once in a run for a name that no server has', async () => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const { host } = new URL(url);
    asked.push(host);
    response.statusCode = host === 'nowhere.invalid' ? 502 : 200;
    response.end('arrived');
  });
  const store = fillStore(1, await listen(server));
  const id = await start(store, {
    urls: ['http://one.test/', 'http://two.test/'],
    settings: { ...settings, protocol: 'http', repeatCount: 2 },
  });
  expect(await run(store, id)).toBe('finished');
  expect(asked).toEqual(['one.test', 'nowhere.invalid', 'two.test', 'one.test', 'two.test']);
  expect(summary(store, id)).toMatchObject({ resultCount: 4, successCount: 4, proxiesPassed: 1 });
});

test('whether this machine is online, a run of dead proxies asks the service, and no target learns of it', async () => {
  const target = await startCounting();
  const service = await startCounting();
  const urlOf = ({ port }: { readonly port: number }): string => `http://127.0.0.1:${String(port)}/`;
  // The system sends nothing there, and answers "no route".
  const store = fillStore(3, 1080, '255.255.255.255');
  const id = await start(store, { urls: [urlOf(target)] });
  expect(await run(store, id, never, undefined, urlOf(service))).toBe('finished');
  expect(summary(store, id)).toMatchObject({ proxiesDone: 3, proxiesPassed: 0 });
  expect({ service: service.connections(), target: target.connections() }).toEqual({ service: 1, target: 0 });
});
