import type { ProxyUserRow } from '../../shared/records/proxy-user.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { ask } from '../bridge.ts';
import { targetOfUser } from '../actions/target.ts';
import { copySecret } from '../actions/copy-secret.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

export function userActions(account: AccountState, row: ProxyUserRow): readonly MenuItem[] {
  const { proxy_user_id: id, accessibleProxyCount: count } = row;
  return [
    {
      title: `Show its ${countOf(count, 'proxy', 'proxies')}`,
      isEnabled: count > 0,
      run() {
        account.showProxiesWith('user', id);
      },
    },
    {
      title: 'Copy user:password',
      run: () => void copyCredentials(account, id),
    },
    {
      title: `Export for ${id}…`,
      isEnabled: count > 0,
      run() {
        account.app.dialog = { kind: 'export', target: targetOfUser(id, count) };
      },
    },
  ];
}

/** Copies `user:password`, which the window never gets. */
export const copyCredentials = ({ app, id: accountId }: AccountState, id: string): Promise<void> =>
  copySecret(app, `user:password of ${id}`, () => ask('passwords:copy', { accountId, id, withUser: true }));

/** Copies the password, which the window never gets. */
export const copyPassword = ({ app, id: accountId }: AccountState, id: string): Promise<void> =>
  copySecret(app, `the password of ${id}`, () => ask('passwords:copy', { accountId, id, withUser: false }));
