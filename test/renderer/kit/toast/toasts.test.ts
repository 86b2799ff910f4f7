import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Notices } from '../../../../src/renderer/kit/toast/toasts.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const textsOf = ({ all }: Notices): string[] => all.map(({ text }) => text);

test('a message goes by itself, one that can be acted on stays longer, a failure until it is closed', () => {
  const notices = new Notices();
  notices.say('Synced.');
  notices.say('Deleted.', { title: 'Undo', run: () => undefined });
  notices.sayFailure({ code: 'unreachable', message: 'No service.' });
  vi.advanceTimersByTime(7_000);
  expect(textsOf(notices)).toEqual(['Deleted.', 'No service.']);
  vi.advanceTimersByTime(60_000);
  expect(textsOf(notices)).toEqual(['No service.']);
  const [failure] = notices.all;
  expect(failure?.tone).toBe('bad');
  notices.close(failure?.id ?? 0);
  expect(notices.all).toEqual([]);
});

test('what the person cancelled is no failure', () => {
  const notices = new Notices();
  notices.sayFailure({ code: 'cancelled', message: 'Cancelled.' });
  expect(notices.all).toMatchObject([{ tone: 'ok', text: 'Cancelled.' }]);
  vi.advanceTimersByTime(7_000);
  expect(notices.all).toEqual([]);
});

test('three are shown at most, the latest of them, and none twice', () => {
  const notices = new Notices();
  for (const text of ['one', 'two', 'three', 'two', 'four']) notices.say(text);
  expect(textsOf(notices)).toEqual(['three', 'two', 'four']);
});
