import type { ServiceRow } from '../../shared/service.ts';
import { annotationItems } from '../annotations/annotate.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';
import { openWithProxies, showChosenProxies } from './chosen-services.ts';

/** What can be done with a service, or with all that are chosen with it, for its menu. */
export function serviceActions(account: AccountState, row: ServiceRow): readonly MenuItem[] {
  const { count } = account.selected.services;
  const isOne = count <= 1;
  const hasProxies = !isOne || row.proxyCount > 0;
  return [
    {
      title: isOne
        ? `Show its ${countOf(row.proxyCount, 'proxy', 'proxies')}`
        : `Show the proxies of ${countOf(count, 'service')}`,
      isEnabled: hasProxies,
      run: () => void showChosenProxies(account),
    },
    {
      title: isOne ? 'Export its proxies…' : 'Export their proxies…',
      isEnabled: hasProxies,
      run: () => void openWithProxies(account, 'export'),
    },
    {
      title: isOne ? 'Test its proxies…' : 'Test their proxies…',
      isEnabled: hasProxies,
      run: () => void openWithProxies(account, 'test'),
    },
    ...annotationItems(account),
    {
      title: 'Edit…',
      isEnabled: isOne,
      run() {
        account.app.dialog = { kind: 'edit-service', id: row.service_id };
      },
    },
  ];
}
