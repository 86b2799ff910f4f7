import { afterEach, expect, it, vi } from 'vitest';
import { TestRunsState } from '../../../src/renderer/account/test-runs.svelte.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('says why the runs could not be loaded, until they are', async () => {
  const failure = { code: 'internal', message: 'The database is damaged.' };
  const answers = [
    { ok: false, failure },
    { ok: true, value: [] },
  ];
  vi.stubGlobal('window', {
    bridge: { request: () => Promise.resolve(JSON.stringify(answers.shift())), on: vi.fn() },
  });
  const tests = new TestRunsState('a', new Toasts());
  await tests.reload();
  expect(tests).toMatchObject({ failure, isLoaded: false });
  await tests.reload();
  expect(tests).toMatchObject({ failure: null, isLoaded: true });
});
