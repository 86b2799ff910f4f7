import { afterEach, expect, it, vi } from 'vitest';
import { AccountState } from '../../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../../src/renderer/account/app-state.svelte.ts';
import { findRecords } from '../../../../src/renderer/app/commands/record-commands.ts';
import { listColumns } from '../../../../src/renderer/app/list-columns.ts';
import { proxyFields } from '../../../../src/shared/records/proxy.ts';
import { emptyRow } from '../../../support/empty-row.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('calls a proxy that has only an IPv6 address by that address, not by its ID', async () => {
  const row = {
    ...emptyRow(proxyFields),
    proxy_id: '1b4e28ba-2fa1-41d2-883f-0016d3cca427',
    proxy_ip_address_v6: '2001:db8:0:febe::1',
  };
  vi.stubGlobal('window', {
    bridge: {
      request: (name: string, args: { readonly list?: string } | undefined) => {
        const value = name === 'list:rows' && args?.list === 'proxies' ? [row] : [];
        return Promise.resolve(JSON.stringify({ ok: true, value }));
      },
    },
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  const [found] = await findRecords(account, '2001:db8');
  expect(found?.title).toBe('2001:db8:0:febe::1');
  expect(found?.actions?.[0]?.title).toBe('Show proxy 2001:db8:0:febe::1');
});

it('offers no filter for the last of several words, and names the others in words', async () => {
  const suggestions = [{ insert: 'city:="City 1213"', label: '', count: 3 }];
  vi.stubGlobal('window', {
    bridge: {
      request: (name: string, args: { readonly list?: string; readonly text?: string } | undefined) => {
        const start = (args?.text ?? '').lastIndexOf(' ') + 1;
        const value = name === 'filter:complete' && args?.list === 'proxies' ? { start, end: start, suggestions } : [];
        return Promise.resolve(JSON.stringify({ ok: true, value }));
      },
    },
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  const titles = async (text: string): Promise<readonly string[]> =>
    (await findRecords(account, text)).filter(({ group }) => group === 'Filters').map(({ title }) => title);
  expect(await titles('Service 12')).toEqual([]);
  expect(await titles('1213')).toEqual(['Show proxies: City 1213']);
  expect(await titles('type:isp 1213')).toEqual(['Show proxies: ISP, City 1213']);
});
