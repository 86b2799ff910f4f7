import type { ServiceRow } from '../../shared/records/service.ts';
import { annotationItemsOfRow } from '../annotations/annotate.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { targetOfRows, targetOfService } from '../actions/target.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';
import { openOnTarget, filterOfServices } from '../actions/find-target.ts';

/** For the selection if it has the service. */
export function serviceActions(account: AccountState, row: ServiceRow): readonly MenuItem[] {
  const { services } = account.selected;
  const isSelected = services.has(row.service_id);
  const count = isSelected ? services.count : 1;
  const ids = isSelected ? services.ids : [row.service_id];
  const target = isSelected
    ? targetOfRows(services.asRows, { count })
    : targetOfService(row.service_id, row.service_name);
  const isOne = count <= 1;
  const hasProxies = !isOne || row.proxyCount > 0;
  return [
    {
      title: isOne
        ? `Show its ${countOf(row.proxyCount, 'proxy', 'proxies')}`
        : `Show the proxies of ${countOf(count, 'service')}`,
      isEnabled: hasProxies,
      run: () => void showProxiesOfServices(account, ids),
    },
    {
      title: isOne ? 'Export its proxies…' : 'Export their proxies…',
      isEnabled: hasProxies,
      run: () => void openOnTarget(account, { kind: 'export' }, target),
    },
    {
      title: isOne ? 'Test its proxies…' : 'Test their proxies…',
      isEnabled: hasProxies,
      run: () => void openOnTarget(account, { kind: 'test' }, target),
    },
    ...annotationItemsOfRow(account, 'services', row.service_id),
    {
      title: 'Edit…',
      isEnabled: isOne,
      run() {
        account.app.dialog = { kind: 'edit-service', id: row.service_id };
      },
    },
  ];
}

/**
 *
 *
 * @param ids null: the selected services
 */
export async function showProxiesOfServices(account: AccountState, ids: readonly string[] | null): Promise<void> {
  await account.app.toasts.attempt(async () => {
    await account.showProxies(await filterOfServices(account, ids));
  });
}
