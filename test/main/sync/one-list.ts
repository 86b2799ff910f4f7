/** A service with a single list, whose pages a test makes. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createClient } from '../../../src/main/api/http/client.ts';
import { openStore, type Store } from '../../../src/main/store/index.ts';
import { runSync } from '../../../src/main/sync/run-sync.ts';
import type { SyncOutcome } from '../../../src/shared/sync.ts';
import { makePage, startScriptedService, type ListRequest } from '../../support/scripted-service.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestClock } from '../../support/test-clock.ts';

/** Opens an unlocked store that closes with the test. */
export function open(): Store {
  const store = openStore({ file: join(makeTemporaryFolder(), 'copy.sqlite') });
  store.unlock('demo-private');
  onTestFinished(() => {
    store.close();
  });
  return store;
}

/** Syncs a store from a service at once, without the delays before another try. */
export async function sync(
  store: Store,
  baseUrl: string,
  options: { acceptEmpty?: boolean; maxBodyBytes?: number } = {},
): Promise<SyncOutcome> {
  const { acceptEmpty, maxBodyBytes } = options;
  const keys = { publicKey: 'demo-public', privateKey: 'demo-private' };
  const limits = maxBodyBytes === undefined ? {} : { maxBodyBytes };
  const client = createClient({ baseUrl, ...keys, limits, clock: createTestClock() });
  try {
    const { signal } = new AbortController();
    return await runSync({ client, store, signal, acceptEmpty, onProgress: () => undefined });
  } finally {
    await client.close();
  }
}

/** Starts a service with one list; `sizes` are those of the pages that were requested, in order. */
export async function serve(
  resource: ListRequest['resource'],
  answer: (request: ListRequest) => object,
): Promise<{ baseUrl: string; sizes: number[] }> {
  const sizes: number[] = [];
  const { baseUrl } = await startScriptedService((request) => {
    if (request.resource !== resource) return makePage([], request);
    sizes.push(request.perPage);
    const body = answer(request);
    // Several times faster than the way of `startScriptedService`, which keeps large integers.
    return (response) => response.end(JSON.stringify(body));
  });
  return { baseUrl, sizes };
}

/** So many IDs of one length. */
export const ids = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, number) => `${prefix}${String(number).padStart(15, '0')}`);

const small = 'x'.repeat(10);
/** Makes a list whose rows from `from` on are large, and a limit that a page of 250 large rows just exceeds. */
export const growing = (count: number, from: number): { proxy_id: string; proxy_status: string }[] =>
  ids(count, 'p').map((proxy_id, number) => ({
    proxy_id,
    proxy_status: number < from ? small : 'x'.repeat(1000),
  }));
