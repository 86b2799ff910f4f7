import type { ProxyEndpoint } from '../../shared/records/proxy.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { isTarget, labelAction, targetOfProxy, userOf, type Choice } from '../actions/target.ts';
import { copyAsItems } from '../actions/copy-as.ts';
import { addressOf, openOnTarget, presentTarget } from '../actions/find-target.ts';
import { testNow } from '../actions/start-test.ts';
import { annotationItemsOfRow } from '../annotations/annotate.ts';
import { labelShortcut } from '../kit/shortcut.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** For the selection if it has the proxy. */
export function proxyActions(account: AccountState, row: ProxyEndpoint): readonly MenuItem[] {
  const target: Choice = account.selected.proxies.has(row.proxy_id)
    ? presentTarget(account)
    : targetOfProxy(row.proxy_id, addressOf(row), userOf(account.lists.proxies.parsed));
  const proxies = isTarget(target) ? target : null;
  return [
    ...copyLines(account, target),
    'separator',
    ...annotationItemsOfRow(account, 'proxies', row.proxy_id),
    'separator',
    {
      title: 'Test now',
      shortcut: labelShortcut('Mod+Shift+T'),
      run: () => void testNow(account, target),
    },
    {
      title: `Test ${proxies?.count === 1 ? 'this proxy' : (proxies?.count ?? '')}…`,
      run: () => void openOnTarget(account, { kind: 'test' }, target),
    },
    {
      title: `${labelAction('Export', proxies)}…`,
      run: () => void openOnTarget(account, { kind: 'export' }, target),
    },
    'separator',
    {
      title: 'Show changes of this proxy',
      run: () => {
        account.showFound('changes', formatTerm('id', [row.proxy_id]));
      },
    },
  ];
}

/** The last way to copy at once, others in a submenu. */
function copyLines(account: AccountState, target: Choice): readonly MenuItem[] {
  const items = copyAsItems(account, target, 1);
  const usual = items.find((item) => item !== 'separator' && item.shortcut !== undefined) ?? items[0];
  return [...(usual === undefined ? [] : [usual]), { title: 'Copy as', items: items.filter((item) => item !== usual) }];
}
