import { expect, onTestFinished, test, vi } from 'vitest';
import { createQuitting, type QuitAnswer } from '../../../src/main/electron/ending.ts';

/** An app that works, and a user with an answer. */
function makeQuitting(answer: QuitAnswer) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const seen: string[] = [];
  let work = ['an export'];
  const quitting = createQuitting({
    runningWork: () => work,
    ask: (asked) => {
      seen.push(`asked about ${asked.join()}`);
      return Promise.resolve(answer);
    },
    quit: () => {
      seen.push(tryToQuit() ? 'quit' : 'quit prevented');
    },
  });
  /** Whether the app may end. */
  const tryToQuit = (): boolean => {
    let isPrevented = false;
    quitting.check({ preventDefault: () => (isPrevented = true) });
    return !isPrevented;
  };
  const finish = (): void => {
    work = [];
  };
  return { quitting, tryToQuit, finish, seen };
}

test('without work in progress the app quits without a question', () => {
  const { quitting, tryToQuit, finish, seen } = makeQuitting('stay');
  finish();
  expect(tryToQuit()).toBe(true);
  expect(quitting.isDecided).toBe(true);
  expect(seen).toEqual([]);
});

test('work in progress is asked about once, and the user may stay and quit later', async () => {
  const { quitting, tryToQuit, seen } = makeQuitting('stay');
  expect(tryToQuit()).toBe(false);
  expect(tryToQuit()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['asked about an export']);
  expect(tryToQuit()).toBe(false);
  expect(quitting.isDecided).toBe(false);
  expect(seen).toHaveLength(2);
});

test('a restart for an update asks about work too, and a quit after "Stay" does not install', async () => {
  const { quitting, tryToQuit, finish, seen } = makeQuitting('stay');
  const update = (): void => void seen.push(tryToQuit() ? 'installed' : 'prevented');
  quitting.quitBy(update);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['asked about an export']);
  finish();
  expect(tryToQuit()).toBe(true);
  expect(seen).toHaveLength(1);
});

test('a second press of Ctrl+C after "Stay" quits without installing', async () => {
  const { quitting, seen } = makeQuitting('stay');
  quitting.quitBy(() => void seen.push('installed'));
  await vi.advanceTimersByTimeAsync(0);
  quitting.quitNow();
  expect(seen).toEqual(['asked about an export', 'quit']);
});

test('a restart for an update without work, or after "Quit now", installs once', async () => {
  for (const isIdle of [true, false]) {
    const { quitting, tryToQuit, finish, seen } = makeQuitting('now');
    if (isIdle) finish();
    const update = (): void => void seen.push(tryToQuit() ? 'installed' : 'prevented');
    quitting.quitBy(update);
    await vi.advanceTimersByTimeAsync(0);
    quitting.quitBy(update);
    expect(seen).toEqual([...(isIdle ? [] : ['asked about an export']), 'installed']);
  }
});

test('the user may quit in the middle of the work', async () => {
  const { tryToQuit, seen } = makeQuitting('now');
  expect(tryToQuit()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(seen).toEqual(['asked about an export', 'quit']);
});

test('the app quits when its work is finished, if the user wants that', async () => {
  const { tryToQuit, finish, seen } = makeQuitting('when-finished');
  expect(tryToQuit()).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['asked about an export']);
  finish();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(seen).toEqual(['asked about an export', 'quit']);
});

test('a signal and the end of the session never ask', () => {
  const signal = makeQuitting('stay');
  signal.quitting.quitNow();
  expect(signal.seen).toEqual(['quit']);
  const session = makeQuitting('stay');
  session.quitting.endOfSession();
  expect(session.tryToQuit()).toBe(true);
  expect(session.seen).toEqual([]);
});
