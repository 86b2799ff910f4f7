import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import { createBrowsableList } from './browsable-list.ts';
import type { StoreContext } from './context.ts';
import type { Store } from './contract.ts';
import { sources } from './list-source.ts';

/** What can be asked about proxy users. */
export function createProxyUsers(context: StoreContext): Store['proxyUsers'] {
  const list = createBrowsableList<ProxyUserRow>(sources.users, context);
  return {
    ...list,
    credentials(proxyUserId) {
      context.vault();
      const record = list.record(proxyUserId, { secrets: true });
      if (!record) return undefined;
      const password = record['proxy_user_password'];
      return { username: proxyUserId, password: typeof password === 'string' ? password : null };
    },
  };
}
