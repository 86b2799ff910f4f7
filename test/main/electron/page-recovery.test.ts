import { expect, test } from 'vitest';
import { createPageRecovery } from '../../../src/main/electron/page-recovery.ts';

/** A page that can die, and a person who answers. */
function openPage(answers: boolean[]) {
  const seen: string[] = [];
  let nowMs = 0;
  const onGone = createPageRecovery({
    log: { error: () => seen.push('logged') },
    reload: () => seen.push('reloaded'),
    ask: () => {
      seen.push('asked');
      return Promise.resolve(answers.shift() ?? false);
    },
    quit: () => seen.push('quit'),
    monotonicMs: () => nowMs,
  });
  return {
    async die(afterMs: number, reason = 'crashed') {
      nowMs += afterMs;
      seen.length = 0;
      onGone(reason);
      await Promise.resolve().then(() => undefined);
      return [...seen];
    },
  };
}

test('a page that crashes is reloaded once; if it crashes again soon, the user is asked', async () => {
  const page = openPage([true, false]);
  expect(await page.die(0)).toEqual(['logged', 'reloaded']);
  expect(await page.die(1_000)).toEqual(['logged', 'asked', 'reloaded']);
  expect(await page.die(1_000, 'oom')).toEqual(['logged', 'asked', 'quit']);
});

test('a page that worked for a while is reloaded again', async () => {
  const page = openPage([]);
  expect(await page.die(0)).toEqual(['logged', 'reloaded']);
  expect(await page.die(61_000)).toEqual(['logged', 'reloaded']);
});

test('a page that ended as it should is left alone', async () => {
  expect(await openPage([]).die(0, 'clean-exit')).toEqual([]);
});
