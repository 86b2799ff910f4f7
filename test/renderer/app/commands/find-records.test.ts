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
