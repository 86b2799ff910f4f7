import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { failureOfStatus } from '../../../src/main/api/http/errors.ts';
import { createRequestLimiter, type RequestLimiter } from '../../../src/main/api/http/request-limiter.ts';
import { createTestClock } from '../../support/test-clock.ts';
import { failureOf, serve, connect } from './serve.ts';

const longestPauseMs = 120_000;

/** Passes work through a limiter and watches how much of it runs at once. */
function watch(limiter: RequestLimiter): {
  start: (work?: () => Promise<void>, signal?: AbortSignal) => Promise<void>;
  most: () => number;
} {
  let running = 0;
  let most = 0;
  return {
    start: (work = () => Promise.resolve(), signal) =>
      limiter.pass(async () => {
        running += 1;
        most = Math.max(most, running);
        try {
          await work();
        } finally {
          running -= 1;
        }
      }, signal),
    most: () => most,
  };
}
const fails = (status: number, pauseMs?: number) => (): Promise<void> =>
  Promise.reject(failureOfStatus(status, {}, pauseMs));

test('four run at once at first, the others wait for their turn, and none is lost', async () => {
  const { start, most } = watch(createRequestLimiter(createTestClock(), longestPauseMs));
  let done = 0;
  const work = async (): Promise<void> => {
    await nextTurn();
    done += 1;
  };
  await Promise.all(Array.from({ length: 6 }, () => start(work)));
  expect(most()).toBe(4);
  expect(done).toBe(6);
});

test('good answers let slowly more through, up to eight', async () => {
  const limiter = createRequestLimiter(createTestClock(), longestPauseMs);
  const { start } = watch(limiter);
  const limits = new Set<number>();
  for (let count = 0; count < 100; count += 1) {
    await start();
    limits.add(limiter.limit());
  }
  expect([...limits]).toEqual([4, 5, 6, 7, 8]);
});

test('a service that asks for fewer requests gets half as many, one that fails one less', async () => {
  const limiter = createRequestLimiter(createTestClock(), longestPauseMs);
  const { start } = watch(limiter);
  const limits: number[] = [];
  for (const status of [429, 503, 429, 429]) {
    await failureOf(start(fails(status)));
    limits.push(limiter.limit());
  }
  expect(limits).toEqual([2, 1, 1, 1]);
});

test('a pause that was asked of one request is kept by all', async () => {
  const clock = createTestClock();
  const { start } = watch(createRequestLimiter(clock, longestPauseMs));
  await failureOf(start(fails(429, 60_000)));
  await Promise.all([start(), start(), start()]);
  expect(clock.now()).toBeGreaterThanOrEqual(60_000);
});

test('a pause longer than any wait is not waited for by the next request', async () => {
  const clock = createTestClock();
  const { start } = watch(createRequestLimiter(clock, longestPauseMs));
  await failureOf(start(fails(429, 3_600_000)));
  await start();
  expect(clock.waits).toEqual([]);
});

test('while one request is tried again, two run at most', async () => {
  const limiter = createRequestLimiter(createTestClock(), longestPauseMs);
  const { start, most } = watch(limiter);
  limiter.retrying.begin();
  await Promise.all(Array.from({ length: 5 }, () => start(() => nextTurn())));
  expect(most()).toBe(2);
  limiter.retrying.end();
  expect(limiter.limit()).toBeGreaterThan(2);
});

test('what is canceled leaves the queue and takes no turn', async () => {
  const { start } = watch(createRequestLimiter(createTestClock(), longestPauseMs));
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const running = Array.from({ length: 4 }, () => start(() => held));
  const controller = new AbortController();
  let ran = false;
  const waiting = start(() => {
    ran = true;
    return Promise.resolve();
  }, controller.signal);
  controller.abort();
  expect((await failureOf(waiting)).code).toBe('canceled');
  release(undefined);
  await Promise.all(running);
  await start();
  expect(ran).toBe(false);
});

test('a client never has more requests under way than its limiter lets through', async () => {
  let underWay = 0;
  let most = 0;
  const { baseUrl } = await serve((_, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    // Answers are late, so that as many are under way as may be; the first ones until there are four.
    const answer = (): void => {
      if (most < 4) {
        setImmediate(answer);
        return;
      }
      setTimeout(() => {
        underWay -= 1;
        response.end('{"data":{}}');
      }, 5);
    };
    answer();
  });
  const { client } = connect(baseUrl);
  const send = (): Promise<unknown> => client.send({ method: 'GET', path: '/public/user/x/y' });
  await Promise.all(Array.from({ length: 30 }, send));
  expect(most).toBeLessThanOrEqual(8);
});
