import { afterEach, expect, it, vi } from 'vitest';
import { FileSaving } from '../../../src/renderer/exports/file-saving.svelte.ts';
import type { Events } from '../../../src/shared/ipc.ts';

const request = {
  accountId: 'a',
  proxyUserId: 'alice',
  proxies: { kind: 'query', where: '' },
  format: 'http',
  protocol: 'http',
  ip: '4',
} as const;

afterEach(() => {
  vi.unstubAllGlobals();
});

const done = { ok: true, value: null };

/** The other end of the bridge. */
function playMain() {
  const requested: unknown[] = [];
  const saved = Promise.withResolvers<unknown>();
  let tell: ((progress: Events['exports:progress']) => void) | undefined;
  vi.stubGlobal('window', {
    bridge: {
      async request(name: string, args: unknown) {
        requested.push([name, args]);
        return JSON.stringify(name === 'exports:save' ? await saved.promise : done);
      },
      on(_name: string, listener: typeof tell) {
        tell = listener;
        return () => {
          tell = undefined;
        };
      },
    },
  });
  return {
    requested,
    answer: saved.resolve,
    tell: (accountId: string, done: number) => tell?.({ accountId, done, total: null }),
    isHeard: () => tell !== undefined,
  };
}

it('counts the rows of its own account while the file is written', async () => {
  const main = playMain();
  const saving = new FileSaving();
  const outcome = saving.save(request);
  expect(saving.writtenCount).toBeNull();
  main.tell('a', 5000);
  main.tell('b', 7);
  expect(saving.writtenCount).toBe(5000);
  main.answer({ ok: true, value: null });
  expect(await outcome).toBeNull();
  expect(saving.writtenCount).toBeNull();
  expect(main.isHeard()).toBe(false);
});

it('cancels its own request, and hears no more after the failure', async () => {
  const main = playMain();
  const saving = new FileSaving();
  const outcome = saving.save(request);
  main.tell('a', 5000);
  saving.cancel();
  expect(main.requested.at(-1)).toMatchObject(['requests:cancel', {}]);
  const failure = { code: 'canceled', message: 'Stopped.' };
  main.answer({ ok: false, failure });
  await expect(outcome).rejects.toMatchObject({ failure });
  expect(saving.writtenCount).toBeNull();
  expect(main.isHeard()).toBe(false);
});
