import { afterEach, expect, it, vi } from 'vitest';
import { TestRunsState } from '../../../../src/renderer/account/testing/test-runs.svelte.ts';
import { Toasts } from '../../../../src/renderer/kit/toast/toasts.svelte.ts';

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

it('names the tested proxies that are shown, and ends their selection with another filter', async () => {
  const run = { id: 7, state: 'finished', resultCount: 4, successCount: 1 };
  const figures = { proxyCount: 2, passedCount: 1, p50: 1, p95: 1, errors: [] };
  const rows = ['p', 'q'].map((id) => ({ proxy_id: id, proxy_host: id, proxy_port: 1 }));
  const answers: { readonly [name: string]: unknown } = {
    'tests:list': [run],
    'tests:figures': figures,
    'tests:by-proxy': rows,
    'tests:results': [],
  };
  const request = (name: string) =>
    Promise.resolve(JSON.stringify({ ok: true, value: answers[name] }));
  vi.stubGlobal('window', { bridge: { request, on: vi.fn() } });
  const tests = new TestRunsState('a', new Toasts());
  tests.show();
  await tests.reload();
  await vi.waitFor(() => {
    expect(tests.proxies.count).toBe(2);
  });
  expect(tests.target).toMatchObject({ run, only: 'all', chosen: undefined });
  tests.selectedProxies.toggle(1);
  expect(tests.target?.chosen).toEqual({ ids: ['q'], isExcluded: false });
  tests.selectedProxies.all();
  tests.selectedProxies.toggle(0);
  expect(tests.target?.chosen).toEqual({ ids: ['p'], isExcluded: true });
  tests.filterByError('timeout');
  await vi.waitFor(() => {
    expect(tests.target).toMatchObject({ only: 'failed', error: 'timeout', chosen: undefined });
  });
});

it('says once that a repeated test could not start, until it can', () => {
  const toasts = new Toasts();
  const tests = new TestRunsState('a', toasts);
  const nightly = {
    id: 1,
    name: 'Nightly',
    viewName: null,
    everyHours: 6,
    nextAt: null,
    problem: 'Add keys.',
  };
  const texts = () => toasts.all.map(({ tone, text }) => `${tone}: ${text}`);
  tests.takeSchedules([nightly]);
  const said = ['bad: The repeated test “Nightly” could not start. Add keys.'];
  expect(texts()).toEqual(said);
  tests.takeSchedules([nightly]);
  expect(texts()).toEqual(said);
  tests.takeSchedules([nightly, { ...nightly, id: 2, name: 'Weekly' }]);
  expect(texts()).toEqual(['bad: 2 repeated tests could not start. The list of tests shows why.']);
  for (const { id } of toasts.all) toasts.close(id);
  tests.takeSchedules([nightly]);
  expect(texts()).toEqual([]);
  tests.takeSchedules([{ ...nightly, problem: null }]);
  tests.takeSchedules([nightly]);
  expect(texts()).toEqual(said);
  tests.takeSchedules([]);
  expect(texts()).toEqual([]);
});

it('loads what a run found only while it is shown', async () => {
  const run = { id: 7, state: 'finished', resultCount: 4, successCount: 1 };
  const asked: string[] = [];
  const request = (name: string) => {
    asked.push(name);
    const value = name === 'tests:list' ? [run] : name === 'tests:figures' ? null : [];
    return Promise.resolve(JSON.stringify({ ok: true, value }));
  };
  vi.stubGlobal('window', { bridge: { request, on: vi.fn() } });
  const tests = new TestRunsState('a', new Toasts());
  await tests.reload();
  await tests.reload();
  expect(tests.selected).toEqual(run);
  expect(new Set(asked)).toEqual(new Set(['tests:list', 'tests:schedules']));
  const hide = tests.show();
  await vi.waitFor(() => {
    expect(asked).toContain('tests:results');
    expect(asked).toContain('tests:groups');
  });
  hide();
  asked.length = 0;
  await tests.reload();
  expect(asked).not.toContain('tests:results');
});

it('shows the rows of a running test newest first, and of one that has ended in the order of the test', async () => {
  const run = { id: 7, name: '', state: 'running', resultCount: 2, successCount: 2 };
  const asked: unknown[] = [];
  const request = (name: string, args: { readonly isNewestFirst?: boolean }) => {
    if (name === 'tests:by-proxy' || name === 'tests:results')
      asked.push([name, args.isNewestFirst]);
    const value = name === 'tests:list' ? [run] : name === 'tests:figures' ? null : [];
    return Promise.resolve(JSON.stringify({ ok: true, value }));
  };
  vi.stubGlobal('window', { bridge: { request, on: vi.fn() } });
  const tests = new TestRunsState('a', new Toasts());
  tests.show();
  await tests.reload();
  const both = (isNewest: boolean) => [
    ['tests:results', isNewest],
    ['tests:by-proxy', isNewest],
  ];
  await vi.waitFor(() => {
    expect(asked).toEqual(expect.arrayContaining(both(true)));
  });
  asked.length = 0;
  // Only what the list of runs shows.
  tests.take({ ...run, state: 'finished' } as unknown as Parameters<typeof tests.take>[0]);
  expect(tests.isNewestFirst).toBe(false);
  await vi.waitFor(() => {
    expect(asked).toEqual(expect.arrayContaining(both(false)));
  });
});
