import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { editService, createProxyTestRun } from '../../../src/main/api/actions.ts';
import type { ApiClient } from '../../../src/main/api/http/client.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { connect, failureOf, serve } from './serve.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';
import { listen } from '../../support/listen.ts';

test('Retry-After 10: no request comes early, neither the refused one nor another', async () => {
  const clock = createTestClock();
  const arrivalsMs: number[] = [];
  const { baseUrl } = await serve((_, response) => {
    arrivalsMs.push(clock.now());
    const isFirst = arrivalsMs.length === 1;
    // Late, so that others would be under way if they were let through.
    setTimeout(() => {
      if (isFirst) response.writeHead(429, { 'Retry-After': '10' }).end('{}');
      else response.end('{"data":{"customer_id":1}}');
    }, 2);
  });
  const { client } = connect(baseUrl, { clock });
  const first = retrieve(client, 'customer');
  await expect.poll(() => clock.waits.length).toBeGreaterThan(0);
  await Promise.all([first, ...Array.from({ length: 20 }, () => retrieve(client, 'customer'))]);
  const later = arrivalsMs.slice(1);
  expect(later).toHaveLength(21);
  expect(Math.min(...later)).toBeGreaterThanOrEqual(10_000);
});

test('a service that never recovers is asked six times at most, with jittered pauses', async () => {
  const firstPauses = new Set<number>();
  for (let round = 0; round < 20; round += 1) {
    const { baseUrl, arrived } = await serve((_, response) => response.writeHead(503).end());
    // Chance as it is in the app, time as it is in a test.
    const clock = { ...createTestClock(), random: Math.random };
    const { client } = connect(baseUrl, { clock });
    expect((await failureOf(retrieve(client, 'customer'))).code).toBe('service-fault');
    expect(arrived.length).toBeLessThanOrEqual(6);
    expect(arrived.length).toBeGreaterThan(1);
    firstPauses.add(clock.waits[0] ?? 0);
  }
  expect(firstPauses.size).toBeGreaterThan(15);
});

test('while tries are repeated, two requests run at most', async () => {
  let underWay = 0;
  let most = 0;
  let arrived = 0;
  const { baseUrl } = await serve((_, response) => {
    arrived += 1;
    const isFault = arrived <= 12;
    underWay += 1;
    if (arrived > 4) most = Math.max(most, underWay);
    // Late, so that a third one would be under way if it were let through.
    setTimeout(() => {
      underWay -= 1;
      response.writeHead(isFault ? 503 : 200).end('{"data":{"customer_id":1}}');
    }, 5);
  });
  const { client } = connect(baseUrl);
  await Promise.allSettled(Array.from({ length: 8 }, () => retrieve(client, 'customer')));
  expect(arrived).toBeGreaterThan(8);
  expect(most).toBeLessThanOrEqual(2);
});

const writes: readonly (readonly [string, (client: ApiClient) => Promise<unknown>])[] = [
  ['PATCH', (client) => editService(client, 'svc-1', { payment_method_id: 'pm' })],
  [
    'POST',
    (client) =>
      createProxyTestRun(client, {
        proxies: [{ proxy_id: 'p', proxy_string: '203.0.113.1:8000:u:p' }],
        urls: ['https://example.com/'],
      }),
  ],
];

test.each(writes)(
  'a %s whose connection breaks after it arrived is sent once, in 100 runs of 100, and called unknown',
  async (method, send) => {
    let requests = 0;
    const server = createServer((socket: Socket) => {
      let text = '';
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
        // The whole request is here: head, then a body of the length it says.
        const head = text.indexOf('\r\n\r\n');
        const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
        if (head < 0 || text.length < head + 4 + length) return;
        requests += 1;
        expect(text.startsWith(method)).toBe(true);
        socket.resetAndDestroy();
      });
    });
    const port = await listen(server);
    const { client, waits } = connect(`http://127.0.0.1:${port}/1.0`);
    for (let run = 1; run <= 100; run += 1) {
      const failure = await failureOf(send(client));
      expect(failure.code).toBe('outcome-unknown');
      expect(failure.message).toMatch(/unknown whether .* It was not sent again\. Refresh and check/);
      expect(requests).toBe(run);
    }
    expect(waits).toEqual([]);
  },
);
