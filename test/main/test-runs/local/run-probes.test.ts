import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ProbeResult } from '../../../../src/shared/test-runs/local-test.ts';
import { isOnline, runProbes, type ProbeJob, type ProbeRun } from '../../../../src/main/test-runs/local/run-probes.ts';
import { startSocksProxy } from '../../../support/built-in-proxies.ts';
import { findFreePort } from '../../../support/real-proxies.ts';
import { rounds } from '../../../support/rounds.ts';
import { listen } from '../../../support/listen.ts';

async function startTarget(body = 'arrived'): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createHttpServer((_request, response) => {
    requests += 1;
    response.end(body);
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${String(port)}/`, requests: () => requests };
}

const jobsOf = (count: number, port: number, url: string, host = '127.0.0.1'): ProbeJob[] =>
  Array.from({ length: count }, (_, index) => ({
    proxy: { proxy_id: String(index), host, port, protocol: 'socks5', credentials: null },
    url,
  }));

/** The broadcast address: the system sends no TCP there and answers "no route", as without a network. */
const nowhere = '255.255.255.255';

async function collect(
  { jobs, ...run }: Partial<Omit<ProbeRun<ProbeJob>, 'jobs'>> & { jobs: readonly (ProbeJob | readonly ProbeJob[])[] },
  signal = new AbortController().signal,
): Promise<{ end: string; ids: string[]; results: ProbeResult[] }> {
  const ids: string[] = [];
  const results: ProbeResult[] = [];
  const end = await runProbes(
    {
      concurrency: 8,
      requestsPerSecond: null,
      maxBytes: null,
      optionsOf: () => ({}),
      isOnline: (known) => isOnline(known, 'http://localhost'),
      ...run,
      jobs: jobs.map((job) => ('proxy' in job ? [job] : job)),
    },
    ({ proxy }, result) => {
      ids.push(proxy.proxy_id);
      results.push(result);
    },
    signal,
  );
  return { end, ids, results };
}

test('every job is done exactly once, and never more at once than allowed', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  let open = 0;
  let most = 0;
  const server = createHttpServer((_request, response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      response.end();
    });
  });
  const url = `http://127.0.0.1:${String(await listen(server))}/`;
  const { end, ids, results } = await collect({ jobs: jobsOf(100, port, url), concurrency: 5 });
  expect(end).toBe('finished');
  expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 100 }, (_, index) => String(index)),
  );
  expect(results.every(({ reason }) => reason === null)).toBe(true);
  expect(most).toBeLessThanOrEqual(5);
});

test('once this machine has no route to IPv6 addresses, no other proxy with IPv6 only is waited for', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  const target = await startTarget();
  const failed: string[] = [];
  const { results } = await collect({
    concurrency: 1,
    jobs: [...jobsOf(1, port, target.url), ...jobsOf(50, port, target.url, '2001:db8::7')],
    ipv6: { opened: () => undefined, failed: (host) => failed.push(host), isMissing: () => true },
  });
  expect(results.map(({ reason }) => reason)).toEqual([null, ...Array<string>(50).fill('no-route')]);
  expect(failed).toEqual([]);
  expect(target.requests()).toBe(1);
});

test('requests to one target keep to the rate', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  const target = await startTarget();
  const startedAtMs = performance.now();
  await collect({ jobs: jobsOf(11, port, target.url), requestsPerSecond: 50 });
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(195);
  expect(target.requests()).toBe(11);
});

test('no probe starts once the data is used up, and the run says so', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  const target = await startTarget('x'.repeat(10_000));
  const { end, ids } = await collect({ jobs: jobsOf(100, port, target.url), concurrency: 2, maxBytes: 50_000 });
  expect(end).toBe('data-limit');
  expect(ids.length).toBeGreaterThanOrEqual(4);
  expect(ids.length).toBeLessThanOrEqual(6);
});

test('no request starts once the data is used up, also if they all go through one proxy', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  const target = await startTarget('x'.repeat(10_000));
  const { end, ids } = await collect({
    jobs: [jobsOf(40, port, target.url), jobsOf(40, port, target.url)],
    concurrency: 2,
    maxBytes: 50_000,
  });
  expect(end).toBe('data-limit');
  // The one that the limit stops may have another one next to it.
  expect(target.requests()).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(4);
  expect(ids.length).toBeLessThanOrEqual(6);
});

test('requests that wait for their turn do not start after the data is used up', async () => {
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  const target = await startTarget('x'.repeat(10_000));
  const { end } = await collect({
    jobs: jobsOf(20, port, target.url),
    concurrency: 20,
    requestsPerSecond: 20,
    maxBytes: 15_000,
  });
  expect(end).toBe('data-limit');
  expect(target.requests()).toBeLessThan(20);
});

test('a canceled run reports what was done before, and ends at once', async () => {
  const controller = new AbortController();
  const silent = createServer(() => {
    controller.abort();
  });
  const port = await listen(silent);
  const { end, ids } = await collect({ jobs: jobsOf(100, port, 'https://localhost:1/') }, controller.signal);
  expect(end).toBe('canceled');
  expect(ids).toEqual([]);
});

/** Nobody answers there, and the system says nothing about it. */
const isOffline = (): Promise<boolean> => Promise.resolve(false);

test('a machine that is offline ends the run without marking a proxy as failed', async () => {
  const jobs = jobsOf(500, 1080, `https://${nowhere}/`, nowhere);
  const { end, ids } = await collect({ jobs, concurrency: 50, isOnline: isOffline });
  expect({ end, ids }).toEqual({ end: 'offline', ids: [] });
});

/** A proxy that answers until the network is gone: then it takes connections and everything stays silent. */
async function startLosingNetwork(workingCount: number) {
  const target = await startTarget();
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  let count = 0;
  const server = createServer((client) => {
    client.on('error', () => undefined);
    onTestFinished(() => void client.destroy());
    count += 1;
    if (count > workingCount) return;
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
  return { url: target.url, port: await listen(server) };
}
const shortTimeouts = () => ({ timeoutMs: { handshake: 200, firstByte: 200 } });

test.each([20, 100].slice(0, rounds({ few: 1, many: 2 })))(
  'what is in flight when the network goes away is not marked as failed, with %i at once',
  async (concurrency) => {
    const { url, port } = await startLosingNetwork(30);
    const { end, ids, results } = await collect({
      jobs: jobsOf(30 + concurrency, port, url),
      concurrency,
      // Those that work need some of it, however busy the machine is.
      optionsOf: () => ({ timeoutMs: { handshake: 3_000, firstByte: 3_000 } }),
      isOnline: isOffline,
    });
    expect(end).toBe('offline');
    expect(ids).toHaveLength(30);
    expect(results.filter(({ reason }) => reason !== null)).toEqual([]);
  },
);

test('failures before an answer are kept, because the answer proves the network', async () => {
  const target = await startTarget();
  const port = await startSocksProxy({ host: '127.0.0.1', password: null });
  const silent = await listen(createServer());
  const { end, results } = await collect({
    jobs: [...jobsOf(5, silent, target.url), ...jobsOf(1, port, target.url)],
    concurrency: 1,
    optionsOf: shortTimeouts,
    isOnline: isOffline,
  });
  expect(end).toBe('finished');
  expect(results.map(({ reason }) => reason)).toEqual([...Array<string>(5).fill('no-answer'), null]);
});

test('a run that found only silent proxies keeps its results, and is unsure whether it was online', async () => {
  const silent = await listen(createServer());
  const run = { jobs: jobsOf(3, silent, 'http://name.invalid/'), optionsOf: shortTimeouts };
  const unsure = await collect({ ...run, isOnline: isOffline });
  expect({ end: unsure.end, count: unsure.ids.length }).toEqual({ end: 'unsure', count: 3 });
  const sure = await collect(run);
  expect({ end: sure.end, count: sure.ids.length }).toEqual({ end: 'finished', count: 3 });
});

test('credentials that a protocol cannot carry are reported at once: nothing was sent', async () => {
  const credentials = { username: 'u'.repeat(256), password: 'p' };
  const jobs = jobsOf(30, 1080, 'http://name.invalid/').map((job) => ({
    ...job,
    proxy: { ...job.proxy, credentials },
  }));
  const { end, results } = await collect({ jobs, isOnline: isOffline });
  expect(end).toBe('finished');
  expect(results.map(({ reason }) => reason)).toEqual(Array(30).fill('untestable'));
});

test('proxies that are all down are reported, because this machine is online, and no target learns of it', async () => {
  const connections: unknown[] = [];
  const watched = await listen(createServer((socket) => connections.push(socket.destroy())));
  const url = `http://127.0.0.1:${String(watched)}/`;
  const closed = await findFreePort();
  const refused = await collect({ jobs: jobsOf(60, closed, url) });
  expect(refused.end).toBe('finished');
  expect(refused.results.map(({ reason }) => reason)).toEqual(Array(60).fill('refused'));
  const silent = await collect({ jobs: jobsOf(60, 1080, url, nowhere), concurrency: 30 });
  expect(silent.end).toBe('finished');
  expect(silent.ids).toHaveLength(60);
  const none = await collect({ jobs: jobsOf(60, 1080, url, nowhere), isOnline: isOffline });
  expect(none.end).toBe('offline');
  expect(connections).toEqual([]);
});

test('a proxy that answered before is asked first, then the service', async () => {
  const open = await listen(createServer((socket) => socket.destroy()));
  const service = await findFreePort();
  const here = { host: '127.0.0.1', port: open };
  const away = { host: nowhere, port: 1080 };
  expect(await isOnline([here], `http://${nowhere}/`)).toBe(true);
  expect(await isOnline([], `http://127.0.0.1:${String(service)}/1.0`)).toBe(true);
  expect(await isOnline([], `http://${nowhere}/`)).toBe(false);
  // A service on this machine proves nothing if the network is where proxies answered from.
  expect(await isOnline([away], 'http://localhost/')).toBe(false);
});
