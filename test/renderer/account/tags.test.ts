import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import { Tags } from '../../../src/renderer/account/tags.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const rows = { kind: 'query', where: '' } as const;
const change = { add: ['burnt'], remove: [] };

/** The other end of the bridge: responds on demand. */
function playMain() {
  const answers: ((answer: unknown) => void)[] = [];
  vi.stubGlobal('window', {
    bridge: {
      request() {
        const { promise, resolve } = Promise.withResolvers<unknown>();
        answers.push(resolve);
        return promise;
      },
      on: () => () => undefined,
    },
  });
  return { answer: (value: unknown) => answers.shift()?.(JSON.stringify({ ok: true, value })) };
}
const openTags = () => {
  const toasts = new Toasts();
  return { toasts, tags: new Tags('a', toasts) };
};

it('shows that a long change runs, and then what was done', async () => {
  const main = playMain();
  const { toasts, tags } = openTags();
  const changed = tags.change(rows, change);
  expect(toasts.all).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(toasts.all).toMatchObject([{ text: 'Changing tags and notes…', progress: { share: null } }]);
  main.answer({ id: 1, label: 'Added it.', changed: 100 });
  await changed;
  expect(toasts.all).toMatchObject([{ text: 'Added it.', progress: null, actions: [{ title: 'Undo' }] }]);
});

it('shows only the outcome of a short change', async () => {
  const main = playMain();
  const { toasts, tags } = openTags();
  const undone = tags.undo();
  vi.advanceTimersByTime(100);
  expect(toasts.all).toEqual([]);
  main.answer({ id: 1, label: 'Added it.', changed: 1 });
  await undone;
  vi.advanceTimersByTime(1000);
  expect(toasts.all).toMatchObject([{ text: 'Undone: Added it.', actions: [{ title: 'Redo' }] }]);
});

it('no longer offers to take back an edit once a note is typed, which is then the last one', async () => {
  const main = playMain();
  const { toasts, tags } = openTags();
  const changed = tags.change(rows, change);
  main.answer({ id: 1, label: 'Added it.', changed: 100 });
  await changed;
  const unchanged = tags.typeNote(rows, '');
  main.answer({ id: null, label: 'Nothing.', changed: 0 });
  expect(await unchanged).toBe(true);
  expect(toasts.nextUndo).not.toBeNull();
  const typed = tags.typeNote(rows, 'ask');
  main.answer({ id: 2, label: 'Added a note.', changed: 1 });
  expect(await typed).toBe(true);
  expect(toasts.all).toEqual([]);
});
