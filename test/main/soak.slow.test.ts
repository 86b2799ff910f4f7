import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import type { FaultHook } from '../support/demo-service.ts';
import { pick } from '../support/fuzz.ts';
import { patience } from '../support/patience.ts';
import { createRandom } from '../support/random.ts';
import { openApp } from '../support/open-app.ts';

/** A working day: a sync every quarter of an hour for eight hours. */
const syncsOfDay = 32;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function measureHeapMb(): Promise<number> {
  collectGarbage();
  // Finalizers run in turns of their own, of which nothing tells.
  await sleep(20);
  collectGarbage();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

/** What keeps the process alive, without the timers and pipes of the test runner itself. */
const openHandles = (): string[] =>
  process.getActiveResourcesInfo().filter((name) => /TCP|FSReq|Worker|MessagePort|UDP/.test(name));

test(
  'a day of syncs, faults, browsing, exports and tests leaks no memory, handle or rejection',
  { timeout: 10 * 60_000 },
  async () => {
    const handlesBefore = openHandles().length;
    const faults: { now?: FaultHook } = {};
    const random = createRandom(31);
    const { ask, accountId, demo, changed, close } = await openApp({ proxyCount: 200, faults });
    await ask('sync:run', { accountId });
    const heaps: number[] = [];
    for (let round = 0; round < syncsOfDay; round += 1) {
      await useOnce(ask, accountId, demo, faults, random);
      changed();
      heaps.push(await measureHeapMb());
    }
    const third = Math.ceil(heaps.length / 3);
    const [early, late] = [heaps.slice(third, 2 * third), heaps.slice(-third)].map(median);
    // Within noise: caches of the database and compiled code settle in the first third.
    expect(late, heaps.map((heap) => heap.toFixed(1)).join(' ')).toBeLessThan((early ?? 0) + 8);
    await close();
    await vi.waitFor(() => {
      expect(openHandles().length).toBeLessThanOrEqual(handlesBefore);
    }, patience);
  },
);

/** What a person and the schedule do in a quarter of an hour. */
async function useOnce(
  ask: Awaited<ReturnType<typeof openApp>>['ask'],
  accountId: string,
  demo: Awaited<ReturnType<typeof openApp>>['demo'],
  faults: { now?: FaultHook },
  random: ReturnType<typeof createRandom>,
): Promise<void> {
  const proxies = demo.account.proxies.slice(0, 200);
  for (let changes = 0; changes < 5; changes += 1) {
    const row = pick(random, proxies);
    demo.account.proxies.update(String(row['proxy_id']), { proxy_http_port: 8000 + random(1000) });
  }
  const fault = pick(random, ['none', 'none', 'html', 'reset', 'status'] as const);
  let left = 3;
  faults.now = () => {
    left -= 1;
    if (left !== 0 || fault === 'none') return undefined;
    return fault === 'status' ? { status: 503, headers: { 'Retry-After': '0' } } : fault;
  };
  await ask('sync:run', { accountId });
  delete faults.now;
  const list = { accountId, sort: [], offset: random(100), limit: 50 };
  for (const where of ['', 'country:US', 'new', '-online:yes', `port:>${String(8000 + random(900))}`]) {
    await ask('list:rows', { list: 'proxies', ...list, where });
    await ask('list:count', { list: 'proxies', accountId, where });
    await ask('proxies:facets', { accountId, where });
  }
  const user = pick(random, demo.account.proxyUsers.slice(0, 3));
  await ask('exports:copy', {
    accountId,
    proxyUserId: String(user['proxy_user_id']),
    proxies: { kind: 'query', where: '' },
    format: 'url',
    protocol: 'http',
    ip: '4',
  }).catch(() => undefined);
  const ids = [String(pick(random, proxies)['proxy_id'])];
  const urls = ['https://example.com/'];
  await ask('tests:start', { accountId, proxies: { kind: 'ids', ids }, urls });
  await ask('tags:change', { accountId, rows: { kind: 'ids', ids }, add: [pick(random, ['a', 'b'])], remove: [] });
  await ask('edits:step', { accountId, direction: 'undo' });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
