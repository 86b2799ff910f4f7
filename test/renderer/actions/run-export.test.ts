import { afterEach, expect, it, vi } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { runExport, runPreset } from '../../../src/renderer/actions/run-export.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import type { ExportPreset, ExportRequest } from '../../../src/shared/exports/export.ts';
import type { Events } from '../../../src/shared/ipc.ts';
import { patience } from '../../support/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** An account, and the other end of the bridge: saving is answered by `answer`, everything else at once. */
function makeAccount() {
  const requested: string[] = [];
  const saved = Promise.withResolvers<unknown>();
  let tell: ((progress: Events['exports:progress']) => void) | undefined;
  vi.stubGlobal('window', {
    bridge: {
      async request(name: string) {
        requested.push(name);
        return JSON.stringify(name.endsWith(':save') ? await saved.promise : { ok: true, value: [] });
      },
      cancel: () => requested.push('cancel'),
      on(_name: string, listener: typeof tell) {
        tell = listener;
        return vi.fn();
      },
    },
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  return {
    account,
    requested,
    answer: saved.resolve,
    tell: (done: number) => tell?.({ accountId: 'a', done, total: null }),
  };
}

const choices = {
  proxies: { kind: 'query', where: '' },
  proxyUserId: 'alice',
  format: 'http',
  protocol: 'http',
  ip: '4',
} as const;
const request: ExportRequest = { ...choices, accountId: 'a' };
const preset: ExportPreset = { id: 1, name: 'Scraper', choices, position: 1, file: null, isServed: false };
const written = { writtenCount: 12, skipped: [], fileName: 'list.txt', fileCount: 1, savedId: 1 };
const textsOf = ({ app }: AccountState) => app.toasts.all.map(({ text }) => text);

it('shows a toast that stops the export from the first report of progress, then what was saved', async () => {
  const { account, requested, answer, tell } = makeAccount();
  const running = runExport(account, request, { to: 'file', label: 'alice as HTTP' });
  expect(textsOf(account)).toEqual([]);
  tell(5);
  expect(textsOf(account)).toEqual(['Saving proxies…']);
  account.app.toasts.all[0]?.actions[0]?.run();
  expect(requested.at(-1)).toBe('cancel');
  // It was written before the cancel arrived.
  answer({ ok: true, value: written });
  await running;
  expect(textsOf(account)).toEqual(['Saved 12 proxies to list.txt.']);
  expect(account.app.toasts.all[0]?.actions.map(({ title }) => title)).toEqual(['Show in folder', 'Copy path']);
  await vi.waitFor(() => {
    expect(account.recentFiles.all).toMatchObject([{ fileName: 'list.txt', choices }]);
    expect(account.recentCopies.all.map(({ label }) => label)).toEqual(['alice as HTTP']);
  }, patience);
});

it('remembers nothing if no file was chosen', async () => {
  const { account, answer } = makeAccount();
  answer({ ok: true, value: null });
  await runExport(account, request, { to: 'file', label: 'alice as HTTP' });
  expect([textsOf(account), account.recentFiles.all, account.recentCopies.all]).toEqual([[], [], []]);
});

it('loads the presets again after one ran, and says that a rule of the gateway is one entry', async () => {
  const { account, requested, answer } = makeAccount();
  answer({ ok: true, value: { ...written, writtenCount: 1 } });
  await runPreset(account, { ...preset, choices: { ...choices, gatewayRuleId: 3 } });
  expect(requested).toEqual(['presets:save', 'presets:list']);
  expect(textsOf(account)).toEqual(['Scraper: one entry that rotates written to list.txt.']);
});

it('loads the presets again after one failed, because they record the failure', async () => {
  const { account, requested, answer } = makeAccount();
  answer({ ok: false, failure: { code: 'file-failed', message: 'The folder is gone.' } });
  await runPreset(account, preset);
  expect(requested).toEqual(['presets:save', 'presets:list']);
  expect(textsOf(account)[0]).toContain('The folder is gone.');
});

it('never runs a preset by key that another version saved', () => {
  const { account } = makeAccount();
  account.presets.all = [
    {
      ...preset,
      choices: null,
      file: { fileName: 'f', writtenAt: '2026-01-01T00:00:00Z', problem: null, isRefreshed: false },
    },
    { ...preset, id: 2 },
  ];
  expect(account.presets.next?.id).toBe(2);
});
