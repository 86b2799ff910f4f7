import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { previewExport } from '../../../src/main/exports/preview.ts';
import type { Store } from '../../../src/main/store/index.ts';
import { makeProxies, makeStore, makeUser } from '../store/support.ts';

const rowCount = 9000;
const choices = {
  proxyUserId: 'alice',
  proxies: { kind: 'query', where: '' },
  format: 'host:port',
  protocol: 'http',
  ip: '4',
} as const;

function fillStore(): Store {
  const store = makeStore();
  const proxies = makeProxies(rowCount);
  store.syncs.writePage('proxies', proxies);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  return store;
}

test('the event loop runs while a preview counts rows', async () => {
  const store = fillStore();
  const state = { isDone: false };
  const preview = previewExport(store, choices, false).finally(() => {
    state.isDone = true;
  });
  let turns = 0;
  while (!state.isDone) {
    turns += 1;
    await nextTurn();
  }
  expect(await preview).toMatchObject({ writtenCount: rowCount, shownCount: 24 });
  expect(turns).toBeGreaterThanOrEqual(4);
});

test('a preview that is no longer needed ends early', async () => {
  const store = fillStore();
  const controller = new AbortController();
  const preview = previewExport(store, choices, false, controller.signal);
  controller.abort();
  await expect(preview).rejects.toMatchObject({ failure: { code: 'canceled' } });
});
