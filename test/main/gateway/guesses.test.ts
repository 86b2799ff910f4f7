import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createGuesses } from '../../../src/main/gateway/front.ts';

/** Guesses as fast as possible for a while, on new connections. @returns how many were looked at */
function guessFor(seconds: number): { readonly count: number; readonly waitMs: number } {
  let nowMs = 0;
  const guesses = createGuesses(() => nowMs);
  let count = 0;
  for (; nowMs < seconds * 1000; nowMs += 1) {
    const waitMs = guesses.waitMs(new Socket());
    if (nowMs + waitMs >= seconds * 1000) continue;
    count += 1;
    if (waitMs === 0) guesses.wrong();
  }
  return { count, waitMs: guesses.waitMs(new Socket()) };
}

test('a token can be guessed about five times a second, after the first fifty', () => {
  expect(guessFor(100).count).toBeLessThanOrEqual(50 + 100 * 5 + 1);
});

test('a few wrong tokens hold up nobody, and programs that have logged in are never held up', () => {
  let nowMs = 0;
  const guesses = createGuesses(() => nowMs);
  const known = new Socket();
  guesses.right(known);
  for (let round = 0; round < 49; round += 1) guesses.wrong();
  expect(guesses.waitMs(new Socket())).toBe(0);
  for (let round = 0; round < 100; round += 1) guesses.wrong();
  expect(guesses.waitMs(new Socket())).toBeGreaterThan(0);
  expect(guesses.waitMs(known)).toBe(0);
  nowMs += 60_000;
  expect(guesses.waitMs(new Socket())).toBe(0);
});
