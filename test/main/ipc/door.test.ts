import { expect, test } from 'vitest';
import { isOwnPage } from '../../../src/main/electron/app-file.ts';
import { createDoor } from '../../../src/main/ipc/door.ts';
import type { Call, Handlers } from '../../../src/main/ipc/handlers/handlers.ts';
import { writeRequest } from '../../../src/shared/request-text.ts';

const page = { url: 'app://proxydeck/index.html', parent: null };
const make = (handlers: Partial<Handlers>) =>
  createDoor({
    // The others are not asked.
    handlers: handlers as Handlers,
    session: () => expect.unreachable(),
    gate: { check: () => Promise.resolve() },
    log: { info: () => undefined, error: () => undefined },
    isOwnPage: (url) => isOwnPage(url),
  });
const listAccounts = writeRequest('accounts:list', undefined);

test('a request that only reads is answered by a thread of its account, and not held up by the gate', async () => {
  const calls: unknown[] = [];
  const door = createDoor({
    handlers: {} as Handlers, // none is asked for
    session: (accountId) => ({
      workers: {
        call: (name, args) => {
          calls.push([accountId, name, args]);
          return Promise.resolve('[]'); // JSON of the reply, as a thread writes it
        },
      },
    }),
    gate: { check: () => expect.unreachable() },
    log: { info: () => undefined, error: () => undefined },
    isOwnPage: (url) => isOwnPage(url),
  });
  const args = { accountId: 'one' };
  expect(await door.answer(page, writeRequest('tags:list', args))).toBe('{"ok":true,"value":[]}');
  expect(calls).toEqual([['one', 'tags:list', args]]);
});

test('the main frame of the app’s own page is answered', async () => {
  const door = make({ 'accounts:list': () => [] });
  expect(await door.answer(page, listAccounts)).toBe('{"ok":true,"value":[]}');
});

test.each([
  ['a frame that is gone', null],
  ['a subframe of our own page', { url: page.url, parent: page }],
  ['a foreign page', { url: 'https://example.com/', parent: null }],
  ['an empty page', { url: 'about:blank', parent: null }],
  ['a page without an address', { url: '', parent: null }],
])('%s is refused', async (_name, frame) => {
  const door = make({ 'accounts:list': () => expect.unreachable() });
  await expect(door.answer(frame, listAccounts)).rejects.toThrow('not answered');
  expect(() => {
    door.cancel(frame, 1);
  }).toThrow('not answered');
});

test('a request is canceled by its number, and only while it runs', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>();
  const signals: (AbortSignal | undefined)[] = [];
  const door = make({
    'accounts:list': (_args: undefined, call?: Call) => {
      signals.push(call?.signal);
      return promise;
    },
  });
  const ask = (number?: number) => door.answer(page, writeRequest('accounts:list', undefined, number));
  const started = async (count: number): Promise<void> => {
    while (signals.length < count) await Promise.resolve();
  };
  const all = [ask(1), ask(2), ask()];
  await started(3);
  door.cancel(page, 1);
  door.cancel(page, 7);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, undefined]);
  // A reloaded page starts counting at one again.
  all.push(ask(1));
  await started(4);
  resolve([]);
  const done = '{"ok":true,"value":[]}';
  expect(await Promise.all(all)).toEqual([done, done, done, done]);
  door.cancel(page, 1);
  door.cancel(page, 2);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, undefined, false]);
});
