import type { Rows } from '../../shared/rows.ts';
import type { Store } from '../store/index.ts';
import type { ProxyUserCredentials } from '../store/types.ts';

/** One proxy of `proxy_test_run/create`; `proxy_string` is `<host>:<port>:<username>:<password>`. */
export interface TestedProxy {
  readonly proxy_id: string;
  readonly proxy_string: string;
  readonly host: string;
  readonly port: number;
}

/**
 * The selected proxies that the service can test; those without an address, without a port, or with credentials that would
 * break the string are left out.
 *
 * @param proxyUserId only proxies that this user has access to, with its credentials; null: the
 *   default proxy user of each proxy
 * @throws FailureError `passwords-locked`
 */
export function* listTestable(store: Store, rows: Rows, proxyUserId: string | null): Generator<TestedProxy, undefined> {
  const ofUser = proxyUserId === null ? undefined : store.proxy_users.credentials(proxyUserId);
  const usable = new Set<string>();
  // IPv4 and HTTP first: the specification shows no string for the others.
  for (const [ip, protocol] of [
    ['4', 'http'],
    ['4', 'socks5'],
    ['6', 'http'],
    ['6', 'socks5'],
  ] as const) {
    const addresses = store.proxies.addresses({
      rows,
      accessibleTo: proxyUserId,
      protocol,
      ip,
      hasDefaultCredentials: proxyUserId === null,
    });
    for (const { proxy_id, host: address, port, defaultCredentials } of addresses) {
      if (address === null || port === null || usable.has(proxy_id)) continue;
      usable.add(proxy_id);
      const host = ip === '6' ? `[${address}]` : address;
      const proxy_string = formatProxyString(host, port, ofUser ?? defaultCredentials);
      if (proxy_string !== undefined) yield { proxy_id, proxy_string, host, port };
    }
  }
}

function formatProxyString(
  host: string,
  port: number,
  credentials: ProxyUserCredentials | undefined,
): string | undefined {
  if (!credentials || credentials.password === null) return undefined;
  const { username, password } = credentials;
  // A colon in the password is not ambiguous, because it is the last field.
  if (username.includes(':') || /[\r\n]/.test(username + password)) return undefined;
  return `${host}:${String(port)}:${username}:${password}`;
}
