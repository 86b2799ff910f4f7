import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { ProbeResult } from '../../../../src/shared/testing/local-test.ts';
import {
  runProbes,
  type ProbeJob,
  type ProbeRun,
} from '../../../../src/main/testing/local/run-probes.ts';
import { findFreePort, startMicrosocks } from '../../../support/real-proxies.ts';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}

async function startTarget(body = 'arrived'): Promise<{ url: string; requests: () => number }> {
  let requests = 0;
  const server = createHttpServer((_request, response) => {
    requests += 1;
    response.end(body);
  });
  onTestFinished(() => {
    server.closeAllConnections();
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
  { jobs, ...run }: Partial<Omit<ProbeRun<ProbeJob>, 'jobs'>> & { jobs: readonly ProbeJob[] },
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
      ...run,
      jobs: jobs.map((job) => [job]),
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
  const port = await startMicrosocks({ host: '127.0.0.1', password: null });
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

test('requests to one target keep to the rate', async () => {
  const port = await startMicrosocks({ host: '127.0.0.1', password: null });
  const target = await startTarget();
  const startedAtMs = performance.now();
  await collect({ jobs: jobsOf(11, port, target.url), requestsPerSecond: 50 });
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(195);
  expect(target.requests()).toBe(11);
});

test('no probe starts once the data is used up, and the run says so', async () => {
  const port = await startMicrosocks({ host: '127.0.0.1', password: null });
  const target = await startTarget('x'.repeat(10_000));
  const { end, ids } = await collect({
    jobs: jobsOf(100, port, target.url),
    concurrency: 2,
    maxBytes: 50_000,
  });
  expect(end).toBe('data-limit');
  expect(ids.length).toBeGreaterThanOrEqual(4);
  expect(ids.length).toBeLessThanOrEqual(6);
});

test('a canceled run reports what was done before, and ends at once', async () => {
  const controller = new AbortController();
  const silent = createServer(() => {
    controller.abort();
  });
  const port = await listen(silent);
  const { end, ids } = await collect(
    { jobs: jobsOf(100, port, 'https://localhost:1/') },
    controller.signal,
  );
  expect(end).toBe('canceled');
  expect(ids).toEqual([]);
});

test('a machine that is offline ends the run without marking a proxy as failed', async () => {
  const jobs = jobsOf(500, 1080, `https://${nowhere}/`, nowhere);
  const { end, ids } = await collect({ jobs, concurrency: 50 });
  expect({ end, ids }).toEqual({ end: 'offline', ids: [] });
});

test('proxies that are all down are reported, because the target answers this machine', async () => {
  const target = await startTarget();
  const closed = await findFreePort();
  const refused = await collect({ jobs: jobsOf(60, closed, target.url) });
  expect(refused.end).toBe('finished');
  expect(refused.results.map(({ reason }) => reason)).toEqual(Array(60).fill('refused'));
  const silent = await collect({ jobs: jobsOf(60, 1080, target.url, nowhere), concurrency: 30 });
  expect(silent.end).toBe('finished');
  expect(silent.ids).toHaveLength(60);
  expect(target.requests()).toBe(0);
});
