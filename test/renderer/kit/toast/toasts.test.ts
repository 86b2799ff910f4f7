import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toasts, type ToastAction } from '../../../../src/renderer/kit/toast/toasts.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const textsOf = ({ all }: Toasts): string[] => all.map(({ text }) => text);

test('a message disappears on its own, one with an action stays longer, a failure until it is closed', () => {
  const toasts = new Toasts();
  toasts.notify('Synced.');
  toasts.notify('Deleted.', { title: 'Undo', run: () => undefined });
  toasts.notifyFailure({ code: 'unreachable', message: 'No service.' });
  vi.advanceTimersByTime(7_000);
  expect(textsOf(toasts)).toEqual(['Deleted.', 'No service.']);
  vi.advanceTimersByTime(60_000);
  expect(textsOf(toasts)).toEqual(['No service.']);
  const [failure] = toasts.all;
  expect(failure?.tone).toBe('bad');
  toasts.close(failure?.id ?? 0);
  expect(toasts.all).toEqual([]);
});

test('a message disappears when another one about the same replaces it, or it stops being true', () => {
  const toasts = new Toasts();
  toasts.notifyAbout('sync', 'Saved the keys. Syncing…');
  toasts.notify('Copied.');
  toasts.notifyAbout('sync', 'Synced: nothing changed.');
  expect(textsOf(toasts)).toEqual(['Copied.', 'Synced: nothing changed.']);
  toasts.retract('sync');
  expect(textsOf(toasts)).toEqual(['Copied.']);
});

test('what the key for undo does is the newest undo that a message offers, and then the one before', () => {
  const toasts = new Toasts();
  const undone: string[] = [];
  const undo = (what: string): ToastAction => ({ title: 'Undo', run: () => undone.push(what) });
  expect(toasts.nextUndo).toBeNull();
  toasts.notify('Removed the view.', undo('view'));
  toasts.notify('Line 1 was removed.', { title: 'Show', run: () => undefined }, undo('line'));
  toasts.notify('Copied.');
  for (let times = 0; times < 2; times += 1) if (toasts.nextUndo) toasts.run(toasts.nextUndo);
  expect(undone).toEqual(['line', 'view']);
  expect(textsOf(toasts)).toEqual(['Copied.']);
  expect(toasts.nextUndo).toBeNull();
});

test('a message stays while it is read', () => {
  const toasts = new Toasts();
  toasts.notify('Copied.');
  let isRead = true;
  toasts.isRead = () => isRead;
  vi.advanceTimersByTime(60_000);
  expect(textsOf(toasts)).toEqual(['Copied.']);
  isRead = false;
  vi.advanceTimersByTime(1000);
  expect(textsOf(toasts)).toEqual([]);
});

test('canceling is not a failure', () => {
  const toasts = new Toasts();
  toasts.notifyFailure({ code: 'canceled', message: 'Canceled.' });
  expect(toasts.all).toMatchObject([{ tone: 'note', text: 'Canceled.' }]);
  vi.advanceTimersByTime(7_000);
  expect(toasts.all).toEqual([]);
});

test('three messages are shown at most, the latest of them, and none twice', () => {
  const toasts = new Toasts();
  for (const text of ['one', 'two', 'three', 'two', 'four']) toasts.notify(text);
  expect(textsOf(toasts)).toEqual(['three', 'two', 'four']);
});

test('messages never replace a failure or the Stop button of work in progress', () => {
  const toasts = new Toasts();
  toasts.notifyFailure({ code: 'unreachable', message: 'No service.' });
  toasts.progress('Exporting…', () => undefined).update(0.5);
  toasts.progress('Exporting…', () => undefined).update(null);
  for (const text of ['one', 'two', 'Exporting…', 'three']) toasts.notify(text);
  expect(textsOf(toasts)).toEqual(['No service.', 'Exporting…', 'Exporting…', 'two', 'Exporting…', 'three']);
});

test('a failure shows what the service said', () => {
  const toasts = new Toasts();
  toasts.notifyFailure({ code: 'rejected', message: 'The service rejected the change.', serviceMessage: 'Bad date' });
  toasts.notifyFailure({ code: 'rejected', message: 'No.', serviceMessage: 'Bad date', requestId: 'req-7' });
  toasts.notifyFailure({ code: 'rejected', message: 'No.', requestId: 'req-7' });
  expect(textsOf(toasts)).toEqual([
    'The service rejected the change. The service says: Bad date',
    'No. The service says: Bad date (Request ID for its support: req-7)',
    'No. Request ID for its support: req-7',
  ]);
});

test('offers a restart next to a failure that reports damage, and next to no other', () => {
  const restart = vi.fn();
  const toasts = new Toasts(restart);
  toasts.notifyFailure({ code: 'disk-full', message: 'The disk is full.' });
  toasts.notifyFailure({ code: 'database-damaged', message: 'The cache is damaged.' });
  expect(toasts.all.map(({ actions }) => actions.map(({ title }) => title))).toEqual([[], ['Restart Proxydeck']]);
  toasts.all[1]?.actions[0]?.run();
  expect(restart).toHaveBeenCalledOnce();
});
