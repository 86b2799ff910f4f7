import { expect, test } from 'vitest';
import { createPageRecovery, type PageAnswer } from '../../../src/main/electron/page-recovery.ts';

/** A page that can fail, and a person who answers; without an answer the question stays. */
function openPage(answers: PageAnswer[], { isQuitting = false } = {}) {
  const seen: string[] = [];
  let nowMs = 0;
  const recovery = createPageRecovery({
    log: { error: () => seen.push('logged'), info: () => undefined },
    reload: () => seen.push('reloaded'),
    endProcess: () => seen.push('ended'),
    ask: (problem, signal) => {
      seen.push(`asked: ${problem}`);
      const answer = answers.shift();
      if (answer !== undefined) return Promise.resolve(answer);
      return new Promise((done) => {
        signal.addEventListener('abort', () => {
          seen.push('taken back');
          done('reload');
        });
      });
    },
    quit: () => seen.push('quit'),
    isQuitting: () => isQuitting,
    monotonicMs: () => nowMs,
  });
  const after = async (fail: () => void): Promise<string[]> => {
    seen.length = 0;
    fail();
    await new Promise(setImmediate);
    return [...seen];
  };
  return {
    recovery,
    after,
    die(afterMs: number, reason = 'crashed') {
      nowMs += afterMs;
      return after(() => {
        recovery.gone(reason);
      });
    },
  };
}

test('a page that crashes is reloaded once; if it crashes again soon, the user is asked', async () => {
  const page = openPage(['reload', 'quit']);
  expect(await page.die(0)).toEqual(['logged', 'reloaded']);
  expect(await page.die(1_000)).toEqual(['logged', 'asked: gone', 'reloaded']);
  expect(await page.die(1_000, 'oom')).toEqual(['logged', 'asked: gone', 'quit']);
});

test('a page that worked for a while is reloaded again', async () => {
  const page = openPage([]);
  expect(await page.die(0)).toEqual(['logged', 'reloaded']);
  expect(await page.die(61_000)).toEqual(['logged', 'reloaded']);
});

test('a page that ended as it should is left alone', async () => {
  expect(await openPage([]).die(0, 'clean-exit')).toEqual([]);
});

test('a page that hangs is reloaded if the user wants it; the end of its process asks nothing more', async () => {
  const page = openPage(['reload']);
  const { recovery, after } = page;
  expect(
    await after(() => {
      recovery.unresponsive();
    }),
  ).toEqual(['asked: unresponsive', 'ended']);
  expect(await page.die(10, 'killed')).toEqual(['reloaded']);
  expect(await page.die(10)).toEqual(['logged', 'asked: gone']);
});

test('the question is taken back when a page answers again, and asked only once meanwhile', async () => {
  const { recovery, after } = openPage([]);
  expect(
    await after(() => {
      recovery.unresponsive();
    }),
  ).toEqual(['asked: unresponsive']);
  expect(
    await after(() => {
      recovery.unresponsive();
    }),
  ).toEqual([]);
  expect(
    await after(() => {
      recovery.responsive();
    }),
  ).toEqual(['taken back']);
  expect(
    await after(() => {
      recovery.unresponsive();
    }),
  ).toEqual(['asked: unresponsive']);
});

test('a page that cannot be loaded is explained, and loaded again', async () => {
  const { recovery, after } = openPage(['reload', 'quit']);
  const fail = (): void => {
    recovery.notLoaded('ERR_FAILED');
  };
  expect(await after(fail)).toEqual(['logged', 'asked: not-loaded', 'reloaded']);
  expect(await after(fail)).toEqual(['logged', 'asked: not-loaded', 'quit']);
});

test('while the app quits, a page is not restored, and one that hangs is ended', async () => {
  const page = openPage([], { isQuitting: true });
  expect(await page.die(0)).toEqual(['logged']);
  expect(
    await page.after(() => {
      page.recovery.unresponsive();
    }),
  ).toEqual(['ended']);
});
