import { afterEach, expect, it, vi } from 'vitest';
import { TestRunsState } from '../../../src/renderer/account/test-runs.svelte.ts';
import { lists } from '../../../src/shared/lists.ts';
import { createLists } from '../../../src/renderer/account/lists.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import { patience } from '../../support/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('says why the runs could not be loaded, until they are', async () => {
  const failure = { code: 'internal', message: 'The database is damaged.' };
  const answers = [
    { ok: false, failure },
    { ok: true, value: [] },
  ];
  vi.stubGlobal('window', { bridge: { request: () => Promise.resolve(JSON.stringify(answers.shift())), on: vi.fn() } });
  const tests = new TestRunsState('a', new Toasts(), createLists('a'));
  await tests.reload();
  expect(tests).toMatchObject({ failure, isLoaded: false });
  await tests.reload();
  expect(tests).toMatchObject({ failure: null, isLoaded: true });
});

/** A window whose main process answers with these values; what it was asked, with the filters. */
function stubAnswers(answers: { readonly [name: string]: unknown }): string[] {
  const asked: string[] = [];
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, { where = '' }: { where?: string }) {
        asked.push(`${name} ${where}`.trim());
        const value = answers[name] ?? (name === 'list:count' ? 2 : []);
        return Promise.resolve(JSON.stringify({ ok: true, value }));
      },
      on: vi.fn(),
    },
  });
  return asked;
}
const finished = { id: 7, source: 'here', state: 'finished', resultCount: 4, successCount: 1 };

it('shows the newest run, whose number is a term of the filter, and narrows it by other terms', async () => {
  const asked = stubAnswers({ 'tests:list': [finished] });
  const lists = createLists('a');
  const tests = new TestRunsState('a', new Toasts(), lists);
  tests.show();
  await tests.reload();
  expect([tests.selectedId, lists.tested.text]).toEqual([7, 'run:7']);
  tests.narrow({ works: 'no' });
  expect(lists.tested.text).toBe('run:7 works:no');
  expect(tests.hasTerms({ works: 'no' })).toBe(true);
  tests.narrow({ fault: 'proxy' });
  tests.narrow({ works: 'no' });
  expect(lists.tested.text).toBe('run:7 fault:proxy');
  tests.toggleResults();
  expect([tests.list.name, lists.results.text]).toEqual(['results', 'run:7']);
  tests.select(6);
  expect([tests.list.name, lists.tested.text]).toEqual(['tested', 'run:6']);
  await vi.waitFor(() => {
    expect(asked).toContain('list:rows run:6');
  }, patience);
});

it('says once that a repeated test could not start, until it can', () => {
  const toasts = new Toasts();
  const tests = new TestRunsState('a', toasts, createLists('a'));
  const nightly = { id: 1, name: 'Nightly', viewName: null, everyHours: 6, nextAt: null, problem: 'Add keys.' };
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
  const asked = stubAnswers({ 'tests:list': [finished] });
  const tests = new TestRunsState('a', new Toasts(), createLists('a'));
  await tests.reload();
  await tests.reload();
  expect(new Set(asked)).toEqual(new Set(['tests:list', 'tests:schedules']));
  const hide = tests.show();
  await vi.waitFor(() => {
    expect(asked).toContain('list:rows run:7');
    expect(asked).toContain('list:groups run:7 works:*');
    expect(asked).toContain('tests:figures');
  }, patience);
  hide();
  asked.length = 0;
  await tests.reload();
  expect(asked).not.toContain('tests:figures');
  expect(asked).not.toContain('list:groups run:7 works:*');
});

it('lists what was tested; what the gateway saw has a view of its own', async () => {
  stubAnswers({ 'tests:list': [{ ...finished, id: 8, source: 'gateway' }, finished] });
  const tests = new TestRunsState('a', new Toasts(), createLists('a'));
  tests.show();
  await tests.reload();
  expect(tests.listed.map(({ id }) => id)).toEqual([7]);
  expect(tests.selectedId).toBe(7);
});

it('shows the figures of a run also if the next ones are asked for before they come', async () => {
  const pending = Promise.withResolvers<string>();
  const figures = { proxyCount: 60 };
  let answer = pending.promise;
  vi.stubGlobal('window', {
    bridge: {
      request: (name: string) => (name === 'tests:figures' ? answer : Promise.resolve('{"ok":true,"value":[]}')),
      on: vi.fn(),
    },
  });
  const tests = new TestRunsState('a', new Toasts(), createLists('a'));
  tests.list.text = 'run:7';
  tests.show();
  // The next ones never come.
  answer = Promise.withResolvers<string>().promise;
  void tests.loadFigures();
  pending.resolve(JSON.stringify({ ok: true, value: figures }));
  await vi.waitFor(() => {
    expect(tests.figures).toEqual(figures);
  }, patience);
});

it('offers to resume a run that was paused elsewhere, and not one that finished first', async () => {
  for (const [state, messages] of [
    ['paused', ['The test is paused. Its results so far are saved.']],
    ['finished', []],
  ] as const) {
    // The event that says so may come after the answer.
    stubAnswers({ 'tests:list': [{ ...finished, state: 'running' }], 'tests:stop': { ...finished, state } });
    const toasts = new Toasts();
    const tests = new TestRunsState('a', toasts, createLists('a'));
    await tests.reload();
    await tests.pause(7);
    expect(toasts.all.map(({ text }) => text)).toEqual(messages);
  }
});

const rowOfRun = { [lists.tested.idField]: '1' };

it('asks once for the rows of an opened view', async () => {
  const asked = stubAnswers({ 'tests:list': [finished], 'list:rows': [rowOfRun] });
  const { tested, results } = createLists('a');
  const tests = new TestRunsState('a', new Toasts(), { tested, results });
  await tests.reload();
  tests.show();
  await vi.waitFor(() => {
    expect([tested.grid.isCounted, tested.grid.isLoading, asked.includes('tests:figures')]).toEqual([
      true,
      false,
      true,
    ]);
  }, patience);
  expect(asked.filter((name) => /^(list:rows|tests:figures)/.test(name))).toEqual(['list:rows run:7', 'tests:figures']);
});

it('keeps the row that was made active while the rows of a view that was left and opened come again', async () => {
  const asked = stubAnswers({ 'tests:list': [finished], 'list:rows': [rowOfRun] });
  const { tested, results } = createLists('a');
  const tests = new TestRunsState('a', new Toasts(), { tested, results });
  const { grid } = tested;
  await tests.reload();
  const leave = tests.show();
  leave();
  tests.show();
  for (let turns = 0; grid.shown === null && turns < 1000; turns += 1) await Promise.resolve();
  grid.setActive(0);
  await vi.waitFor(() => {
    expect([asked.filter((name) => name.startsWith('list:rows')).length, grid.isLoading]).toEqual([2, false]);
  }, patience);
  expect([grid.activeIndex, grid.activeId]).toEqual([0, '1']);
});
