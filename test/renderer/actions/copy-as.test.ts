import { afterEach, expect, it, vi } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { targetOfProxy, targetOfUser } from '../../../src/renderer/actions/target.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { copyAsItems, copyAsLastTime, labelCopy, withoutConditions } from '../../../src/renderer/actions/copy-as.ts';
import type { RecentCopy } from '../../../src/renderer/account/exports.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import type { ExportOutcome } from '../../../src/shared/exports/export.ts';
import { patience } from '../../support/patience.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const narrow: RecentCopy = {
  label: 'user3 as curl, SOCKS5, with options',
  choices: {
    proxyUserId: 'user3',
    format: 'curl',
    protocol: 'socks5',
    ip: 'any',
    options: { aliveWithinHours: 24, perCountry: 2 },
  },
};

/** An account whose exports answer with an outcome, and the requests that it sent. */
function makeAccount(outcome: Partial<ExportOutcome> = {}) {
  const requests: { name: string; args: unknown }[] = [];
  vi.stubGlobal('window', {
    bridge: {
      request(name: string, args: unknown) {
        requests.push({ name, args });
        const done = { writtenCount: 1, skipped: [], fileName: null, fileCount: 0, ...outcome };
        const value = name === 'exports:copy' ? done : [];
        return Promise.resolve(JSON.stringify({ ok: true, value }));
      },
      on: () => vi.fn(),
    },
  });
  return { account: new AccountState(new AppState(), 'a', listColumns), requests };
}

it('names the proxy user first, which stays visible if the label is cut', () => {
  expect(labelCopy('curl', narrow.choices)).toBe('user3 as curl, SOCKS5, with options');
  expect(labelCopy('URL', { ...narrow.choices, protocol: 'socks5', ip: '6', options: {} })).toBe(
    'user3 as URL, SOCKS5, IPv6',
  );
});

it('leaves the conditions of an earlier copy out, which nobody sees', () => {
  expect(withoutConditions(narrow)).toEqual({
    label: 'user3 as curl, SOCKS5',
    choices: { ...narrow.choices, options: {} },
  });
});

it('offers an earlier copy for the user of the button', async () => {
  const { account, requests } = makeAccount();
  vi.spyOn(account.recentCopies, 'all', 'get').mockReturnValue([narrow]);
  const target = targetOfUser('user0', 1);
  const item = copyAsItems(account, target).find(
    (one) => one !== 'separator' && one.title === 'Copy for user0 as curl, SOCKS5',
  );
  if (item === undefined || item === 'separator') throw new Error('The copy is not offered.');
  item.run();
  await vi.waitFor(() => {
    expect(requests.find(({ name }) => name === 'exports:copy')?.args).toMatchObject({
      proxyUserId: 'user0',
      options: {},
    });
  }, patience);
});

it('says that nothing was copied and why, and remembers no such copy', async () => {
  const message = 'They have no IPv4 address. Export them with IPv6.';
  const skipped = [{ reason: 'no-ip', count: 1, message }] as unknown as ExportOutcome['skipped']; // as sent
  const { account, requests } = makeAccount({ writtenCount: 0, skipped });
  const target = targetOfProxy('p', '203.0.113.5', 'user0');
  vi.spyOn(account.recentCopies, 'all', 'get').mockReturnValue([narrow]);
  const [, , , , , , again] = copyAsItems(account, target);
  if (again === undefined || again === 'separator') throw new Error('The copy is not offered.');
  again.run();
  await vi.waitFor(() => {
    expect(account.app.toasts.all.map(({ text }) => text)).toEqual([
      `Nothing was copied, and the clipboard is unchanged. ${message}`,
    ]);
  }, patience);
  expect(requests.some(({ name }) => name === 'saved:put')).toBe(false);
});

it('copies nothing by key without a selection or a current row', async () => {
  const { account, requests } = makeAccount();
  await copyAsLastTime(account);
  expect(requests).toEqual([]);
  expect(account.app.toasts.all[0]?.text).toMatch(/^Select rows first/);
});

it('offers an earlier copy that is one of the common forms once, with its key', async () => {
  const { account } = makeAccount();
  const choices = { proxyUserId: 'alice', format: 'curl', protocol: 'http', ip: 'any' } as const;
  await account.recentCopies.add(
    { accountId: 'a', proxies: { kind: 'query', where: '' }, ...choices },
    'alice as curl',
  );
  const itemsFor = (userId: string | null) =>
    copyAsItems(account, targetOfProxy('p', '203.0.113.5', userId)).flatMap((item) =>
      item === 'separator' ? [] : [item],
    );
  const curls = itemsFor('bob').filter(({ title }) => title.includes('curl'));
  expect(curls).toMatchObject([{ title: 'Copy as curl', shortcut: 'Ctrl Shift C' }]);
  // Without a user the common form may be for another one.
  expect(itemsFor(null).map(({ title }) => title)).toContain('Copy for alice as curl');
});
