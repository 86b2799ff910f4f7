import { expect, test } from 'vitest';
import { createTestSchedule } from '../../../src/main/testing/schedule.ts';
import type { TestSchedule } from '../../../src/shared/testing/test-schedule.ts';
import { makeStore } from '../store/support.ts';

const hourMs = 3_600_000;
const schedule = {
  everyHours: 6,
  where: 'country:US',
  urls: ['https://example.com/'],
  proxyUserId: null,
  settings: null,
} satisfies TestSchedule;

test('a scheduled test begins when its last run is old enough, also after a restart, and never twice at a time', async () => {
  const store = makeStore();
  store.saved.put({ kind: 'test-schedule', name: 'US', content: { ...schedule } });
  store.saved.put({ kind: 'test-schedule', name: 'broken', content: { everyHours: 'often' } });
  let nowMs = Date.now();
  let isOnline = true;
  let call: () => void = () => undefined;
  const started: string[] = [];
  const make = () =>
    createTestSchedule({
      clock: {
        wallMs: () => nowMs,
        monotonicMs: () => nowMs,
        after(_delayMs, next) {
          call = next;
          return () => {
            call = () => undefined;
          };
        },
      },
      log: { info: () => undefined, error: () => undefined },
      isOnline: () => isOnline,
      accountIds: () => ['a'],
      store: () => store,
      run(_accountId, name, { where, urls, proxyUserId }) {
        started.push(`${name} ${where}`);
        store.testRuns.start({
          name,
          urls,
          proxyUserId,
          proxyCount: 1,
          skippedCount: 0,
          batchCount: 1,
        });
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
  again.stop();
  expect(await check(24)).toBe(3);
});
