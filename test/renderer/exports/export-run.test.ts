import { afterEach, expect, it, vi } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import { ExportForm } from '../../../src/renderer/exports/export-form.svelte.ts';
import { ExportRun } from '../../../src/renderer/exports/export-run.svelte.ts';
import type { Events } from '../../../src/shared/ipc.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A run of a valid form, and the other end of the bridge. */
function makeRun() {
  const requested: string[] = [];
  const saved = Promise.withResolvers<unknown>();
  let tell: ((progress: Events['exports:progress']) => void) | undefined;
  vi.stubGlobal('window', {
    bridge: {
      async request(name: string) {
        requested.push(name);
        const answer = name === 'exports:save' ? await saved.promise : { ok: true, value: [] };
        return JSON.stringify(answer);
      },
      cancel: () => requested.push('cancel'),
      on(_name: string, listener: typeof tell) {
        tell = listener;
        return () => {
          tell = undefined;
        };
      },
    },
  });
  const app = new AppState();
  const account = new AccountState(app, 'a', listColumns);
  const rows = { kind: 'query', where: '' } as const;
  const target = { title: 'all #', rows, count: 1, userId: 'alice' };
  const form = new ExportForm(account, { target });
  form.format = 'http';
  return {
    run: new ExportRun(account, form),
    app,
    requested,
    answer: saved.resolve,
    tell: (accountId: string, done: number) => tell?.({ accountId, done, total: null }),
    isHeard: () => tell !== undefined,
  };
}

it('counts the rows of its own account while the file is written', async () => {
  const { run, answer, tell, isHeard } = makeRun();
  const saving = run.export('file');
  expect([run.isBusy, run.writtenCount]).toEqual([true, null]);
  tell('a', 5000);
  tell('b', 7);
  expect(run.writtenCount).toBe(5000);
  // The save dialog was canceled.
  answer({ ok: true, value: null });
  await saving;
  expect([run.isBusy, run.writtenCount, isHeard()]).toEqual([false, null, false]);
  expect(run.outcome).toBeNull();
});

it('is stopped before its first row too, which is not a failure', async () => {
  const { run, app, requested, answer, isHeard } = makeRun();
  const saving = run.export('file');
  run.stop();
  expect(requested.at(-1)).toBe('cancel');
  answer({ ok: false, failure: { code: 'canceled', message: 'Stopped.' } });
  await saving;
  expect(run.failure).toBeNull();
  expect(app.toasts.all.map(({ text }) => text)).toEqual(['Stopped.']);
  expect(run.outcome).toBeNull();
  expect(isHeard()).toBe(false);
});

it('is not stopped by Escape while the file is written, but by its own button', async () => {
  const { run, requested, answer, tell } = makeRun();
  const saving = run.export('file');
  tell('a', 5000);
  expect(run.leave()).toBe(false);
  expect(requested).not.toContain('cancel');
  run.stop();
  expect(requested.at(-1)).toBe('cancel');
  answer({ ok: false, failure: { code: 'canceled', message: 'Stopped.' } });
  await saving;
  expect(run.leave()).toBe(true);
});
