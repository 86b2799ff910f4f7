import { afterEach, expect, it, vi } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { targetOfProxy } from '../../../src/renderer/actions/target.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { startTest } from '../../../src/renderer/actions/start-test.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('cancels a test that has not started, and stays in the view', async () => {
  const requested: string[] = [];
  const started = Promise.withResolvers<string>();
  vi.stubGlobal('window', {
    bridge: {
      request(name: string) {
        requested.push(name);
        return started.promise;
      },
      cancel: () => requested.push('cancel'),
      on: vi.fn(),
    },
  });
  const app = new AppState();
  const account = new AccountState(app, 'a', listColumns);
  const controller = new AbortController();
  const target = targetOfProxy('p1', '203.0.113.5', null);
  const starting = startTest(
    account,
    target,
    { urls: ['https://example.com/'], userId: null, name: '', settings: null },
    controller.signal,
  );
  controller.abort();
  expect(requested).toEqual(['tests:start', 'cancel']);
  const failure = { code: 'canceled', message: 'Canceled.' };
  started.resolve(JSON.stringify({ ok: false, failure }));
  await expect(starting).rejects.toMatchObject({ failure });
  expect(app.view).toBe('overview');
});
