import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { failureOfStatus } from '../../../src/main/api/http/errors.ts';
import { createRequestLimiter } from '../../../src/main/api/http/request-limiter.ts';
import { createPacing, type LearnedPace } from '../../../src/main/api/http/pacing.ts';
import { countRequests, type Limit } from '../../support/strict-service.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { failureOf } from './serve.ts';

const longestPauseMs = 10_000;
const hourAndMoreMs = 3_900_000;

/** A service that counts, and clients that send it requests through a patient limiter, one after the other. */
function open(limit: Limit, { isSaid = false, status = 429 } = {}) {
  const clock = createTestClock();
  const leftMs = countRequests(limit);
  const acceptedAtMs: number[] = [];
  const refusedAtMs: number[] = [];
  /** A request of anybody; the milliseconds until it would be accepted. */
  const arrive = (): number => {
    const waitMs = leftMs(clock.now());
    (waitMs > 0 ? refusedAtMs : acceptedAtMs).push(clock.now());
    return waitMs;
  };
  const work = async (): Promise<void> => {
    await nextTurn();
    const waitMs = arrive();
    if (waitMs > 0) throw failureOfStatus(status, {}, isSaid ? Math.ceil(waitMs / 1000) * 1000 : undefined);
  };
  return {
    clock,
    acceptedAtMs,
    refusedAtMs,
    arrive,
    /** Sends so many requests with what was learned before; returns what was learned. */
    run: async (count: number, learned: LearnedPace | null = null): Promise<LearnedPace | null> => {
      const pacing = createPacing(clock);
      pacing.start(learned);
      const limiter = createRequestLimiter(clock, longestPauseMs, { pacing, onWait: () => undefined });
      await Promise.all(Array.from({ length: count }, () => limiter.pass(work, undefined)));
      return pacing.learned();
    },
  };
}

const countings = ['from first request', 'by the clock', 'in any window', 'bucket'] as const;
const limits = [
  { requests: 1, windowMs: 1000 },
  { requests: 15, windowMs: 10_000 },
  { requests: 60, windowMs: 60_000 },
  { requests: 1000, windowMs: 3_600_000 },
];

test.each(
  limits.flatMap((limit) =>
    countings.flatMap((counting) => [true, false].map((isSaid) => ({ ...limit, counting, isSaid }))),
  ),
)(
  '$requests requests in $windowMs ms, counted $counting, pause said: $isSaid: one request in vain for each pause, and none once the pace is learned',
  async (limit) => {
    const { refusedAtMs, run } = open(limit, limit);
    const count = limit.requests * 4 + 5;
    const learned = await run(count);
    const pauses = new Set(refusedAtMs).size;
    // Only after many requests without a refusal several run at once, which may be refused together.
    const refusedTogether = refusedAtMs.filter((atMs) => atMs === refusedAtMs[0]).length;
    expect(refusedTogether).toBeLessThanOrEqual(limit.requests > 64 ? 8 : 1);
    // A clock of the service that was not known may refuse two that a known pace lets run at once.
    const isByClock = limit.counting === 'by the clock';
    expect(refusedAtMs.length - refusedTogether).toBeLessThanOrEqual((pauses - 1) * (isByClock ? 2 : 1));
    const before = refusedAtMs.length;
    await run(count, learned);
    expect(refusedAtMs.length - before).toBe(0);
  },
);

test('pauses double up to a minute, and the sync ends when the service has accepted nothing for an hour', async () => {
  const { clock, refusedAtMs, run, arrive } = open({ requests: 3, windowMs: Infinity });
  expect((await failureOf(run(5))).code).toBe('too-many-requests');
  const pausesMs = refusedAtMs.slice(1).map((atMs, index) => atMs - (refusedAtMs[index] ?? 0));
  expect(pausesMs.slice(0, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(Math.max(...pausesMs)).toBe(60_000);
  expect(clock.now()).toBeGreaterThan(3_600_000);
  expect(clock.now()).toBeLessThanOrEqual(hourAndMoreMs);
  expect(arrive()).toBeGreaterThan(0);
});

test('a pause of more than an hour is not waited for', async () => {
  const { clock, refusedAtMs, run } = open({ requests: 3, windowMs: 7_200_000 }, { isSaid: true });
  expect((await failureOf(run(4))).message).toBe('The service received too many requests. Try again in 2 h.');
  expect([clock.now(), refusedAtMs.length]).toEqual([0, 1]);
});

test('a service that is overloaded is waited for as it says, and that is not taken for a limit', async () => {
  const { clock, refusedAtMs, run } = open({ requests: 70, windowMs: 90_000 }, { isSaid: true, status: 503 });
  expect(await run(75)).toMatchObject({ pace: null });
  expect(clock.now()).toBe(90_000);
  expect(new Set(refusedAtMs)).toEqual(new Set([0]));
});

test('if another program uses a part of the limit, the pace is measured again, and not from that part', async () => {
  const { run, arrive, refusedAtMs, clock } = open({ requests: 20, windowMs: 30_000 }, { isSaid: true });
  const learned = await run(65);
  expect(learned?.pace?.requests).toBe(20);
  await clock.wait(60_000, undefined);
  for (let count = 0; count < 15; count += 1) arrive();
  const again = await run(65, learned);
  expect(again?.pace?.requests).toBe(20);
  const before = refusedAtMs.length;
  await run(65, again);
  expect(refusedAtMs.length).toBe(before);
});

test('a learned pace is kept by requests that run at once, and what the sync before used of it counts', async () => {
  const { run, refusedAtMs, acceptedAtMs, clock } = open({ requests: 10, windowMs: 10_000 });
  const pace = { requests: 10, windowMs: 10_000 };
  for (let round = 0; round < 3; round += 1) {
    const learned = await run(7, { pace, usedCount: acceptedAtMs.length % 10, usedAtMs: clock.wallMs() });
    expect(learned?.pace).toEqual(pace);
  }
  expect(refusedAtMs).toEqual([]);
});

test('of a few requests without a refusal nothing is learned, of many that there is no limit', async () => {
  const { run } = open({ requests: 1000, windowMs: 1000 });
  expect(await run(63)).toBeNull();
  expect(await run(64)).toMatchObject({ pace: null });
});
