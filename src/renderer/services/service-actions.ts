import type { ServiceRow } from '../../shared/service.ts';
import { annotationItems } from '../annotations/annotate.ts';
import type { Desk } from '../account/desk.svelte.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';
import { openWithProxies, showChosenProxies } from './chosen-services.ts';

/** What can be done with a service, or with all that are chosen with it, for its menu. */
export function serviceActions(desk: Desk, row: ServiceRow): readonly MenuItem[] {
  const { count } = desk.selected.services;
  const isOne = count <= 1;
  const hasProxies = !isOne || row.proxyCount > 0;
  return [
    {
      title: isOne
        ? `Show its ${countOf(row.proxyCount, 'proxy', 'proxies')}`
        : `Show the proxies of ${countOf(count, 'service')}`,
      isEnabled: hasProxies,
      run: () => void showChosenProxies(desk),
    },
    {
      title: isOne ? 'Export its proxies…' : 'Export their proxies…',
      isEnabled: hasProxies,
      run: () => void openWithProxies(desk, 'export'),
    },
    {
      title: isOne ? 'Test its proxies…' : 'Test their proxies…',
      isEnabled: hasProxies,
      run: () => void openWithProxies(desk, 'test'),
    },
    ...annotationItems(desk),
    {
      title: 'Edit…',
      isEnabled: isOne,
      run() {
        desk.dialog = { kind: 'edit-service', id: row.service_id };
      },
    },
  ];
}
