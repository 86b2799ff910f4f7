import type { AccessRestrictions, ProxyUserRow } from '../../../shared/records/proxy-user.ts';
import { createBrowsableList } from './browsable-list.ts';
import { formatId, textOrNull } from '../schema/column-form.ts';
import type { StoreContext } from '../context.ts';
import type { ProxyUserCredentials } from '../types.ts';
import { sources } from './query/list-source.ts';

/** Services and proxies that a user is restricted to, by their places in the user's own lists. */
export const restrictedServices = `
  SELECT l.value, s.service_name FROM proxy_user u
    JOIN proxy_user_service l ON l.row_key = u.key
    LEFT JOIN service s ON s.service_id = l.value
  WHERE u.proxy_user_id = ? ORDER BY l.position LIMIT ?`;
export const restrictedProxies = `
  SELECT l.value, p.proxy_ip_address, p.proxy_ip_address_v6 FROM proxy_user u
    JOIN proxy_user_proxy l ON l.row_key = u.key
    LEFT JOIN proxy p ON p.proxy_id = l.value
  WHERE u.proxy_user_id = ? ORDER BY l.position LIMIT ?`;

/** The queries about proxy users. */
export function createProxyUsers(context: StoreContext) {
  const list = createBrowsableList<ProxyUserRow>(sources.proxy_users, context);
  return {
    ...list,
    /** In the order received, the first `most` of each kind; empty for an unknown user. */
    restrictions: (proxyUserId: string, most: number) => readRestrictions(context, proxyUserId, most),
    /** Failure `passwords-locked` without the password key; undefined: no such user. */
    credentials(proxyUserId: string): ProxyUserCredentials | undefined {
      context.vault();
      const record = list.record(proxyUserId, { secrets: true });
      if (!record) return undefined;
      const password = record['proxy_user_password'];
      return { username: proxyUserId, password: textOrNull(password) };
    },
  };
}

function readRestrictions({ writer }: StoreContext, proxyUserId: string, most: number): AccessRestrictions {
  return {
    services: writer.all(restrictedServices, proxyUserId, most).map(([id, name]) => ({
      service_id: formatId(id),
      service_name: textOrNull(name),
    })),
    proxies: writer.all(restrictedProxies, proxyUserId, most).map(([id, ipv4, ipv6]) => ({
      proxy_id: formatId(id),
      address: textOrNull(ipv4) ?? textOrNull(ipv6),
    })),
  };
}
