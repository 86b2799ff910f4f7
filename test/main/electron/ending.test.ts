import { expect, onTestFinished, test, vi } from 'vitest';
import { createEnding } from '../../../src/main/electron/ending.ts';
import { patience } from '../../support/patience.ts';

/** The end of an app, with what happened in order. */
function makeEnding(options: { close?: () => Promise<unknown>; isHeldUp?: boolean } = {}) {
  const seen: string[] = [];
  const ending = createEnding({
    log: { info: () => undefined, error: () => seen.push('logged') },
    close: () => {
      seen.push('closed');
      return options.close?.() ?? Promise.resolve();
    },
    isHeldUp: () => options.isHeldUp === true,
    exit: (code) => seen.push(`exit ${String(code)}`),
    kill: () => seen.push('killed'),
    relaunch: () => seen.push('relaunched'),
  });
  return { ending, seen };
}

test('the app exits in a later turn, once, when everything is closed', async () => {
  const { ending, seen } = makeEnding();
  ending.begin(0);
  ending.begin(1);
  expect(seen).toEqual([]);
  expect(ending.hasBegun).toBe(true);
  await vi.waitUntil(() => seen.length > 1, patience);
  expect(seen).toEqual(['closed', 'exit 0']);
});

test('the app exits although closing failed', async () => {
  const { ending, seen } = makeEnding({ close: () => Promise.reject(new Error('stuck')) });
  ending.begin(1);
  await vi.waitUntil(() => seen.includes('exit 1'), patience);
  expect(seen).toEqual(['closed', 'logged', 'exit 1']);
});

test('an app that cannot be closed is killed after ten seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { ending, seen } = makeEnding({ close: () => new Promise(() => undefined) });
  ending.begin(0);
  await vi.advanceTimersByTimeAsync(9_900);
  expect(seen).toEqual(['closed']);
  await vi.advanceTimersByTimeAsync(200);
  expect(seen).toEqual(['closed', 'killed']);
});

test('an app whose keychain does not answer is killed as soon as the rest is closed', async () => {
  const { ending, seen } = makeEnding({ isHeldUp: true });
  ending.begin(0);
  await vi.waitUntil(() => seen.includes('killed'), patience);
  expect(seen).toEqual(['closed', 'killed']);
});

test('an app that was started while it was ending starts again', async () => {
  const { ending, seen } = makeEnding();
  ending.begin(0);
  ending.startAgain();
  await vi.waitUntil(() => seen.length > 2, patience);
  expect(seen).toEqual(['closed', 'relaunched', 'exit 0']);
});
