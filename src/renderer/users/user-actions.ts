import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import type { Desk } from '../account/desk.svelte.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** What can be done with a proxy user, for its menu. */
export function userActions(desk: Desk, row: ProxyUserRow): readonly MenuItem[] {
  const { proxy_user_id: id, accessibleProxyCount: count } = row;
  return [
    {
      title: `Show its ${countOf(count, 'proxy', 'proxies')}`,
      isEnabled: count > 0,
      run() {
        desk.showProxiesWith('user', id);
      },
    },
    {
      title: `Export for ${id}…`,
      isEnabled: count > 0,
      run() {
        desk.dialog = { kind: 'export', proxyUserId: id, scope: 'all' };
      },
    },
  ];
}
