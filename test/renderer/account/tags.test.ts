import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notices } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import { Tags } from '../../../src/renderer/account/tags.svelte.ts';
import type { Events } from '../../../src/shared/ipc.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const target = {
  list: 'proxies',
  rows: { kind: 'query', where: '' },
  title: 'all',
} as const;
const change = { add: ['burnt'], remove: [] };

/** The other end of the bridge: answers when it is told to. */
function playMain() {
  const asked: unknown[][] = [];
  const answers: ((answer: unknown) => void)[] = [];
  const listeners = new Set<(progress: Events['edits:progress']) => void>();
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, args: unknown, number: unknown) {
        asked.push([name, args, number]);
        if (name === 'requests:cancel') return Promise.resolve('{"ok":true,"value":null}');
        const { promise, resolve } = Promise.withResolvers<unknown>();
        answers.push(resolve);
        return promise;
      },
      on(_name: string, listener: (progress: Events['edits:progress']) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  return {
    asked,
    answer: (value: unknown) => answers.shift()?.(JSON.stringify({ ok: true, value })),
    tell: (done: number, accountId = 'a') => {
      for (const listener of listeners) listener({ accountId, done, total: 100 });
    },
    listenerCount: () => listeners.size,
  };
}
const openTags = () => {
  const notices = new Notices();
  return { notices, tags: new Tags(() => 'a', notices) };
};
const shares = (notices: Notices) => notices.all.map(({ progress }) => progress?.share);

it('shows a long change with how far it is, and then what was done', async () => {
  const main = playMain();
  const { notices, tags } = openTags();
  const changed = tags.change(target, change);
  expect(notices.all).toEqual([]);
  main.tell(40);
  main.tell(70, 'another account');
  expect(shares(notices)).toEqual([0.4]);
  main.answer({ id: 1, label: 'Added it.', changed: 100 });
  await changed;
  expect(notices.all).toMatchObject([{ text: 'Added it.', progress: null }]);
  expect(main.listenerCount()).toBe(0);
});

it('stops a change by its request, and offers to undo what it did', async () => {
  const main = playMain();
  const { notices, tags } = openTags();
  const changed = tags.change(target, change);
  main.tell(40);
  notices.all[0]?.action?.run();
  expect(main.asked.at(-1)?.slice(0, 2)).toEqual([
    'requests:cancel',
    { request: main.asked[0]?.[2] },
  ]);
  main.answer({ id: 1, label: 'Added it to 40.', changed: 40, isStopped: true });
  await changed;
  expect(notices.all).toMatchObject([
    { text: 'Stopped. Added it to 40.', action: { title: 'Undo' } },
  ]);
});

it('offers an undo after one that was stopped, because a part is still to be undone', async () => {
  const main = playMain();
  const { notices, tags } = openTags();
  const undone = tags.undo();
  main.answer({ id: 1, label: 'Added it.', changed: 100, isStopped: true });
  await undone;
  expect(notices.all).toMatchObject([
    { text: 'Undone in part: Added it.', action: { title: 'Undo' } },
  ]);
  notices.all[0]?.action?.run();
  expect(main.asked.at(-1)?.[0]).toBe('edits:undo');
});

it('shows the progress of the first of several changes only', async () => {
  const main = playMain();
  const { notices, tags } = openTags();
  const first = tags.change(target, change);
  const second = tags.change(target, { add: ['other'], remove: [] });
  main.tell(40);
  expect(shares(notices)).toEqual([0.4]);
  main.answer({ id: 1, label: 'First.', changed: 100 });
  await first;
  main.tell(10);
  expect(shares(notices)).toEqual([undefined, 0.1]);
  main.answer({ id: 2, label: 'Second.', changed: 100 });
  await second;
});
