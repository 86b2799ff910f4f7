import type { Rows } from '../../shared/rows.ts';
import { maxProxiesPerBatch } from '../../shared/test-runs/test-run.ts';
import { fail } from '../../shared/failure.ts';
import type { Store } from '../store/index.ts';
import type { ProxyUserCredentials } from '../store/types.ts';

/** One proxy of `proxy_test_run/create`; `proxy_string` is `<host>:<port>:<username>:<password>`. */
export interface TestedProxy {
  readonly proxy_id: string;
  readonly proxy_string: string;
  readonly host: string;
  readonly port: number;
}

interface TestBatches {
  readonly batches: readonly (readonly TestedProxy[])[];
  readonly proxyCount: number;
  /** Proxies without an address, without a port, or with credentials that would break the string. */
  readonly skippedCount: number;
}

/**
 * Divides the selected proxies into batches of at most 20 (specification, Limits).
 *
 * @param proxyUserId only proxies that this user has access to, with its credentials; null: the
 *   default proxy user of each proxy
 * @throws FailureError `nothing-to-do` if no proxy is left, `passwords-locked`
 */
export function prepareBatches(store: Store, rows: Rows, proxyUserId: string | null): TestBatches {
  const ofUser = proxyUserId === null ? undefined : store.proxy_users.credentials(proxyUserId);
  const tested: TestedProxy[] = [];
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
      if (proxy_string !== undefined) tested.push({ proxy_id, proxy_string, host, port });
    }
  }
  if (tested.length === 0) {
    throw fail(
      'nothing-to-do',
      'None of the selected proxies can be tested. They need an address, a port and credentials, ' +
        'and the proxy user needs access to them. Nothing was sent.',
    );
  }
  const batches: TestedProxy[][] = [];
  for (let start = 0; start < tested.length; start += maxProxiesPerBatch) {
    batches.push(tested.slice(start, start + maxProxiesPerBatch));
  }
  const skippedCount = store.proxies.countOf(rows) - tested.length;
  return { batches, proxyCount: tested.length, skippedCount };
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
