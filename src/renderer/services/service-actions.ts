import type { ServiceRow } from '../../shared/service.ts';
import { annotationItems } from '../annotations/annotate.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { countOf } from '../ui/format-number.ts';
import type { MenuItem } from '../ui/menu-item.ts';

/** What can be done with a service, for its menu. */
export function serviceActions(desk: Desk, row: ServiceRow): readonly MenuItem[] {
  return [
    {
      title: `Show its ${countOf(row.proxyCount, 'proxy', 'proxies')}`,
      isEnabled: row.proxyCount > 0,
      run() {
        desk.showProxies('service', row.service_id);
      },
    },
    ...annotationItems(desk),
    {
      title: 'Edit…',
      run() {
        desk.dialog = { kind: 'edit-service', id: row.service_id };
      },
    },
  ];
}
