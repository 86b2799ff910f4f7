import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { ask } from '../bridge.ts';
import { targetOfUser } from '../account/action-target.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** What can be done with a proxy user, for its menu. */
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

/** Copies `user:password` in the main process, concealed from clipboard managers; the window never gets it. */
export async function copyCredentials(account: AccountState, id: string): Promise<void> {
  const { toasts, settings } = account.app;
  const copied = await toasts.attempt(() =>
    ask('users:copy-credentials', { accountId: account.id, id }),
  );
  if (copied === undefined) return;
  const seconds = settings.clipboardClearSeconds;
  const cleared =
    seconds > 0 ? ` The clipboard is cleared after ${countOf(seconds, 'second')}.` : '';
  toasts.notify(`Copied user:password of ${id}.${cleared}`);
}
