import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import ProxyReplacements from '../../../src/renderer/proxies/ProxyReplacements.svelte';
import type { ProxyReplacement } from '../../../src/shared/records/proxy.ts';
import { changeableProps } from '../../support/window/changeable-props.svelte.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

/** As each read of the proxy brings it. */
const readReplacements = (): readonly ProxyReplacement[] => [
  {
    role: 'replaces',
    other: { ipv4: '198.51.100.7', ipv6: null, httpPort: 8000, socks5Port: null },
    otherId: 'other',
    reason: 'offline',
    datetime: null,
    serviceAdjustmentId: '12',
  },
];

test('a replacement keeps the focus while the proxy is read again', async () => {
  const props = changeableProps({ replacements: readReplacements() });
  await show(InAccount, {
    account: new AccountState(new AppState(), 'a', listColumns),
    shown: ProxyReplacements,
    props,
  });
  const button = page.getByRole('button', { name: '198.51.100.7 port 8000' });
  button.element().focus();
  props.replacements = readReplacements();
  flushSync();
  await expect.element(button).toHaveFocus();
});
