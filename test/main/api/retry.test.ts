import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoService, type Fault } from '../../support/demo-service.ts';
import { patience } from '../../support/patience.ts';
import { listProxyOptions, createProxyTestRun } from '../../../src/main/api/actions.ts';
import { connect, failureOf, keys, serve, type TestClient } from './serve.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';

/** A service whose first answers are these faults; then it answers rightly. */
async function faulty(
  faults: readonly Fault[],
  always?: Fault,
): Promise<TestClient & { requests: readonly unknown[] }> {
  const left = [...faults];
  const demo = await startDemoService({ ...keys, faults: () => left.shift() ?? always });
  onTestFinished(() => demo.close());
  return { ...connect(demo.baseUrl), requests: demo.requests };
}
const busy = (retryAfter?: string): Fault => ({
  status: 429,
  ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': retryAfter } }),
});

test.each<[string, Fault]>([
  ['429', busy()],
  ['502', { status: 502 }],
  ['503', { status: 503 }],
  ['504', { status: 504 }],
  ['a broken connection', 'reset'],
])('GET is tried again after %s, with growing waits', async (_, fault) => {
  const { client, waits, requests } = await faulty([fault, fault, fault]);
  expect(await retrieve(client, 'customer')).toHaveProperty('customer_id');
  expect(requests).toHaveLength(4);
  expect(client.requestCount()).toBe(4);
  expect(waits).toHaveLength(3);
  expect(waits).toEqual(waits.toSorted((left, right) => left - right));
  expect(waits[2]).toBeGreaterThan(waits[0] ?? 0);
});

test('after four tries the failure is said', async () => {
  const { client, requests } = await faulty([], { status: 503 });
  expect((await failureOf(retrieve(client, 'customer'))).code).toBe('service-fault');
  expect(requests).toHaveLength(4);
});

test.each([400, 401, 404, 422])('GET is not tried again after %i', async (status) => {
  const { client, waits, requests } = await faulty([], { status });
  await failureOf(retrieve(client, 'customer'));
  expect([requests.length, waits.length]).toEqual([1, 0]);
});

test('Retry-After in seconds is never cut short', async () => {
  const { client, waits } = await faulty([busy('10'), busy('3')]);
  await retrieve(client, 'customer');
  expect(waits[0]).toBeGreaterThanOrEqual(10_000);
  expect(waits[1]).toBeGreaterThanOrEqual(3_000);
});

test('Retry-After as a date is waited for', async () => {
  const { client, waits } = await faulty([busy(new Date(Date.now() + 8_000).toUTCString())]);
  await retrieve(client, 'customer');
  expect(waits[0]).toBeGreaterThan(5_000);
  expect(waits[0]).toBeLessThan(10_000);
});

test.each([
  ['Retry-After', '40', 'in 40 s'],
  ['Retry-After', '3600', 'in 60 min'],
  ['X-RateLimit-Reset', '40', 'in 40 s'],
])('a window does not wait for %s: %s, but says when to try again: %s', async (name, value, when) => {
  const { client, waits, requests } = await faulty([{ status: 429, headers: { [name]: value } }]);
  const { code, message } = await failureOf(retrieve(client, 'customer'));
  expect([code, message]).toEqual(['too-many-requests', `The service received too many requests. Try again ${when}.`]);
  expect([requests.length, waits.length]).toEqual([1, 0]);
});

test('a wait can be canceled', async () => {
  const { baseUrl, arrived } = await serve((_, response) => response.writeHead(429, { 'Retry-After': '9' }).end('{}'));
  // The real clock: it must let go when told to.
  const { client } = connect(baseUrl, { clock: undefined });
  const controller = new AbortController();
  const failure = failureOf(client.send({ method: 'GET', path: '/x' }, { signal: controller.signal }));
  await vi.waitUntil(() => arrived.length > 0, patience);
  // Nothing outside shows that it waits. If it did not yet, its request would be canceled, which other tests show.
  setTimeout(() => {
    controller.abort();
  }, 100);
  expect((await failure).code).toBe('canceled');
  expect(arrived).toHaveLength(1);
});

test.each<[string, Fault, string]>([
  ['429', busy('1'), 'too-many-requests'],
  ['503', { status: 503 }, 'outcome-unknown'],
  ['a broken connection', 'reset', 'outcome-unknown'],
])('POST is sent once, also after %s', async (_, fault, code) => {
  const { client, waits, requests } = await faulty([], fault);
  const run = { proxies: [], urls: ['https://example.com/'] };
  expect((await failureOf(createProxyTestRun(client, run))).code).toBe(code);
  expect([requests.length, waits.length]).toEqual([1, 0]);
});

test.each<[string, Fault, string]>([
  ['429', busy(), 'too-many-requests'],
  ['503', { status: 503 }, 'service-fault'],
  ['a broken connection', 'reset', 'unreachable'],
])('POST that changes nothing is tried again after %s', async (_, fault, code) => {
  const { client, requests } = await faulty([], fault);
  expect((await failureOf(listProxyOptions(client, ['x']))).code).toBe(code);
  expect(requests).toHaveLength(4);
});
