import { expect, test } from 'vitest';
import type { Events } from '../../../src/shared/ipc.ts';
import { fail } from '../../../src/shared/failure.ts';
import { createTestSchedule } from '../../../src/main/test-runs/schedule-runs.ts';
import type { TestSchedule } from '../../../src/shared/test-runs/test-schedule.ts';
import { makeStore, startTestRun } from '../store/support.ts';

const hourMs = 3_600_000;
const schedule = {
  everyHours: 6,
  viewId: null,
  where: 'country:US',
  urls: ['https://example.com/'],
  proxyUserId: null,
  settings: null,
} satisfies TestSchedule;

test('a scheduled test begins when its last run is old enough, also after a restart and soon after a sleep, and never twice at a time', async () => {
  const store = makeStore();
  store.saved.put({ kind: 'test-schedule', name: 'US', content: { ...schedule } });
  store.saved.put({ kind: 'test-schedule', name: 'broken', content: { everyHours: 'often' } });
  let nowMs = Date.now();
  let isOnline = true;
  let call: () => void = () => undefined;
  let waitMs = 0;
  const started: string[] = [];
  const make = () =>
    createTestSchedule({
      clock: {
        wallMs: () => nowMs,
        monotonicMs: () => nowMs,
        after(delayMs, next) {
          waitMs = delayMs;
          call = next;
          return () => {
            call = () => undefined;
          };
        },
      },
      log: { info: () => undefined, error: () => undefined },
      emit: () => undefined,
      isOnline: () => isOnline,
      accountIds: () => ['a'],
      store: () => store,
      run(_accountId, name, { where, urls, proxyUserId }) {
        started.push(`${name} ${where}`);
        startTestRun(store, { name, urls, proxyUserId });
        return Promise.resolve();
      },
    });
  const check = async (hours: number): Promise<number> => {
    nowMs += hours * hourMs;
    call();
    // Everything that a check awaits has settled.
    await new Promise((resolve) => setImmediate(resolve));
    return started.length;
  };
  make().start();
  isOnline = false;
  expect(await check(0)).toBe(0);
  isOnline = true;
  expect(await check(0)).toBe(1);
  expect(started).toEqual(['US country:US']);
  // It is still running.
  expect(await check(7)).toBe(1);
  store.testRuns.finish(1, 'finished', null);
  expect(await check(0)).toBe(2);
  store.testRuns.finish(2, 'finished', null);
  nowMs = Date.now();
  const again = make();
  again.start();
  expect(await check(5.9)).toBe(2);
  expect(await check(0.2)).toBe(3);
  store.testRuns.finish(3, 'finished', null);
  expect(waitMs).toBe(60_000);
  again.resume();
  expect(waitMs).toBe(10_000);
  expect(await check(7)).toBe(4);
  expect(waitMs).toBe(60_000);
  store.testRuns.finish(4, 'finished', null);
  again.stop();
  expect(await check(24)).toBe(4);
});

test('a scheduled test that cannot start is reported once with its reason, until it starts or changes', async () => {
  const store = makeStore();
  store.saved.put({ kind: 'test-schedule', name: 'US', content: { ...schedule } });
  const broken = store.saved.put({ kind: 'test-schedule', name: 'broken', content: {} });
  let isOnline = true;
  let problem: string | null = 'None of the selected proxies can be tested.';
  let call: () => void = () => undefined;
  const logged: string[] = [];
  const events: Events['tests:schedules'][] = [];
  const schedules = createTestSchedule({
    clock: {
      wallMs: () => Date.now(),
      monotonicMs: () => performance.now(),
      after(_delayMs, next) {
        call = next;
        return () => undefined;
      },
    },
    log: { info: () => undefined, error: (event) => void logged.push(event) },
    emit(name, payload) {
      if (name === 'tests:schedules') events.push(payload as Events['tests:schedules']);
    },
    isOnline: () => isOnline,
    accountIds: () => ['a'],
    store: () => store,
    run(_accountId, name, { urls, proxyUserId }) {
      if (problem !== null) return Promise.reject(fail('nothing-to-do', problem));
      const counts = { proxyCount: 1, skippedCount: 0, batchCount: 1 };
      startTestRun(store, { name, urls, proxyUserId, ...counts });
      return Promise.resolve();
    },
  });
  const check = async (): Promise<(string | null)[]> => {
    call();
    // Everything that a check awaits has settled.
    await new Promise((resolve) => setImmediate(resolve));
    return schedules.list('a').map((one) => one.problem);
  };
  const invalid = 'This repeated test is no longer valid. Remove it and start a new one.';
  schedules.start();
  // What cannot be read is known before the first check.
  expect(schedules.list('a').map((one) => one.problem)).toEqual([null, invalid]);
  expect(await check()).toEqual([problem, invalid]);
  expect(events).toMatchObject([{ accountId: 'a', schedules: [{ problem }, { problem: invalid }] }]);
  expect(await check()).toEqual([problem, invalid]);
  expect(events).toHaveLength(1);
  expect(logged).toEqual(['scheduled test "US"']);
  store.saved.remove('test-schedule', broken.id);
  isOnline = false;
  expect(await check()).toEqual(['This machine is offline. The test starts when the network is back.']);
  expect(events).toHaveLength(2);
  isOnline = true;
  problem = null;
  expect(await check()).toEqual([null]);
  expect(events[2]?.schedules).toMatchObject([{ name: 'US', everyHours: 6, nextAt: null }]);
  store.testRuns.finish(1, 'finished', null);
  const [next] = schedules.list('a');
  expect(Date.parse(next?.nextAt ?? '') - Date.now()).toBeGreaterThan(5.9 * hourMs);
});

/** A scheduler of one account whose checks the test makes. */
function makeScheduler(run: (name: string, schedule: TestSchedule) => Promise<unknown>) {
  const store = makeStore();
  const armed = new Set<() => void>();
  const schedules = createTestSchedule({
    clock: {
      wallMs: () => Date.now(),
      monotonicMs: () => performance.now(),
      after(_delayMs, next) {
        armed.add(next);
        return () => void armed.delete(next);
      },
    },
    log: { info: () => undefined, error: () => undefined },
    emit: () => undefined,
    isOnline: () => true,
    accountIds: () => ['a'],
    store: () => store,
    run: (_accountId, name, wanted) => run(name, wanted),
  });
  schedules.start();
  return {
    store,
    schedules,
    armed,
    check: (): void => {
      for (const call of [...armed]) {
        armed.delete(call);
        call();
      }
    },
  };
}

test('a scheduled test follows its saved view, and tests its last filter once the view is removed', async () => {
  const tested: string[] = [];
  const { store, schedules, check } = makeScheduler((name, { where }) => {
    tested.push(`${name} ${where}`);
    return Promise.resolve();
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const view = { kind: 'view', name: 'Mine' } as const;
  const { id: viewId } = store.saved.put({ ...view, content: { list: 'proxies', where: 'country:US' } });
  const nightly = { kind: 'test-schedule', name: 'Nightly' } as const;
  const { id } = store.saved.put({ ...nightly, content: { ...schedule, viewId } });
  expect(schedules.list('a')).toMatchObject([{ name: 'Nightly', viewName: 'Mine' }]);
  for (const where of ['country:US', 'country:DE city:Berlin']) {
    store.saved.put({ ...view, id: viewId, content: { list: 'proxies', where } });
    check();
    await settled();
  }
  store.saved.remove('view', viewId);
  check();
  await settled();
  expect(tested).toEqual(['Nightly country:US', 'Nightly country:DE city:Berlin', 'Nightly country:US']);
  expect(schedules.list('a')).toMatchObject([{ viewName: null }]);
  // Schedules of earlier versions have no view.
  const { everyHours, where, urls, proxyUserId, settings } = schedule;
  const earlier = { everyHours, where, urls, proxyUserId, settings };
  store.saved.put({ ...nightly, id, content: earlier });
  expect(schedules.list('a')).toMatchObject([{ viewName: null, problem: null, everyHours: 6 }]);
});

test('a scheduler that is stopped in the middle of a check begins nothing more and sets no timer', async () => {
  const { promise: begun, resolve: letGo } = Promise.withResolvers<undefined>();
  const started: string[] = [];
  const { store, schedules, armed, check } = makeScheduler((name) => {
    started.push(name);
    return begun;
  });
  for (const name of ['first', 'second']) {
    store.saved.put({ kind: 'test-schedule', name, content: { ...schedule } });
  }
  check();
  expect(started).toEqual(['first']);
  schedules.stop();
  letGo(undefined);
  // Everything that a check awaits has settled.
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(['first']);
  expect(armed.size).toBe(0);
  schedules.resume();
  expect(armed.size).toBe(0);
});
