import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { RequestRow } from '../../shared/records/gateway-request.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';
import { hostLineActions } from './host-lines.ts';

/** What can be done with a logged request, for its menu. */
export function requestActions(account: AccountState, row: RequestRow): readonly MenuItem[] {
  const { target_host: host, proxy_id: proxyId } = row;
  const actions: MenuItem[] = [];
  if (host !== null) {
    actions.push({
      title: `Show requests to ${host}`,
      run() {
        account.lists.requests.filter(formatTerm('target', [host]));
      },
    });
    actions.push({
      title: 'Show its failures',
      run() {
        account.lists.requests.filter(`${formatTerm('target', [host])} outcome:fails`);
      },
    });
    const isBlocked = row.reason === 'blocked-by-line';
    actions.push(...hostLineActions(account, host, () => Promise.resolve(row.rule), isBlocked));
  }
  if (proxyId !== null) {
    actions.push({
      title: 'Show its proxy',
      run() {
        void account.showProxies(formatTerm('id', [proxyId]));
      },
    });
  }
  return actions;
}
