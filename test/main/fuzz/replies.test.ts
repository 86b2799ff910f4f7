import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { retrieve } from '../../../src/main/api/retrieve.ts';
import type { FaultHook } from '../../support/demo-service.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { stringifyJson } from '../../../src/shared/json.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { openApp } from '../../support/open-app.ts';
import { fuzzRounds, mutate, pick } from '../../support/fuzz.ts';
import { createRandom, type Random } from '../../support/random.ts';
import { walkRecords } from '../api/read-records.ts';
import { serve } from '../api/serve.ts';
import { listPages } from '../../../src/main/api/pages.ts';

const rows = Array.from({ length: 5 }, (_, index) => ({
  proxy_id: `p${String(index)}`,
  customer_id: 9007199254740993n,
  proxy_ip_address: `203.0.113.${String(index)}`,
  proxy_http_port: 8000 + index,
  proxy_user_ids: ['a', 'b'],
  unknown: { nested: [1, 'x', null] },
}));
const page = { data: rows, item_count: 5, page: 1, per_page: 5, total_count: 5, message: 'ok' };
const customer = { data: { customer_id: 7, credit_balance: 1.5, active_service_types: [['isp']] } };

/** The text of a reply, its value or its bytes changed. */
function mutateReply(value: unknown, random: Random): Buffer {
  if (random(3) > 0) {
    return Buffer.from(stringifyJson(mutate(JSON.parse(stringifyJson(value)), random)));
  }
  const bytes = Buffer.from(stringifyJson(value));
  switch (random(5)) {
    case 0:
      return bytes.subarray(0, random(bytes.length));
    case 1:
      bytes[random(bytes.length)] = random(256);
      return bytes;
    case 2:
      return Buffer.concat([bytes, bytes]);
    case 3:
      return Buffer.from(bytes.toString().replaceAll(/\d+/g, () => '9'.repeat(1 + random(400))));
    default:
      return Buffer.from(bytes.toString().replaceAll('"}', '"}]'.repeat(1 + random(500))));
  }
}

test('mutated replies are read or refused, whatever their status and encoding', { timeout: 0 }, async () => {
  const random = createRandom(14);
  const { baseUrl } = await serve((request, response) => {
    const isPage = request.url?.includes('/search') === true;
    const body = mutateReply(isPage ? page : customer, random);
    const status = random(4) > 0 ? 200 : pick(random, [201, 204, 302, 400, 401, 404, 429, 500, 599]);
    const encoding = pick(random, [undefined, undefined, undefined, 'gzip', 'br', 'GZIP', 'x']);
    const isPacked = encoding === 'gzip' && random(3) > 0;
    response.writeHead(status, {
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...(random(5) === 0 ? { 'Retry-After': pick(random, ['1', '-1', '99999999999', 'soon']) } : {}),
    });
    response.end(isPacked ? gzipSync(body) : body);
  });
  const client = createClient({
    baseUrl,
    publicKey: 'public-key-1',
    privateKey: 'private-key-1',
    clock: createTestClock(),
    limits: { maxTries: 1 },
  });
  onTestFinished(() => client.close());
  const count = fuzzRounds(150);
  const ended = { read: 0, refused: 0 };
  for (let round = 0; round < count; round += 1) {
    const work =
      round % 2 === 0
        ? retrieve(client, 'customer')
        : readAll(walkRecords((walk) => listPages(client, 'proxies', walk)));
    await work.then(
      () => (ended.read += 1),
      (error: unknown) => {
        ended.refused += 1;
        expect(asFailure(error).code, String(error)).not.toBe('internal');
      },
    );
  }
  expect(ended.read).toBeGreaterThan(0);
  expect(ended.refused).toBeGreaterThan(0);
});

async function readAll(pages: AsyncIterable<unknown>): Promise<void> {
  const iterator = pages[Symbol.asyncIterator]();
  // A service that always has one more page is ended by the walk itself.
  for (let count = 0; count <= 50; count += 1) if ((await iterator.next()).done === true) return;
}

test('one mutated reply in a sync loses nothing', { timeout: 0 }, async () => {
  const random = createRandom(15);
  const faults: { now?: FaultHook } = {};
  const { ask, accountId, demo } = await openApp({ proxyCount: 20, isSynced: true, faults });
  const counts = async () => ({
    proxies: await ask('list:count', { list: 'proxies', accountId, where: '' }),
    services: await ask('list:count', { list: 'services', accountId, where: '' }),
    users: await ask('list:count', { list: 'proxy_users', accountId, where: '' }),
  });
  const before = await counts();
  await ask('sync:run', { accountId });
  const requestsOfSync = demo.requests.length;
  const count = Math.ceil(fuzzRounds(40) / 20);
  for (let round = 0; round < count; round += 1) {
    let left = random(requestsOfSync);
    faults.now = ({ path }) => {
      left -= 1;
      if (left !== 0) return undefined;
      const body = mutateReply(path.includes('/search') ? page : customer, random);
      return { status: 200, body };
    };
    await ask('sync:run', { accountId });
    const after = await counts();
    for (const list of ['proxies', 'services', 'users'] as const) {
      expect(after[list], `round ${String(round)}`).toBeGreaterThanOrEqual(before[list]);
    }
    delete faults.now;
  }
  // Quiet syncs bring the copy back to what the service has.
  for (let quiet = 0; quiet < 2; quiet += 1) await ask('sync:run', { accountId });
  expect(await counts()).toEqual(before);
});
