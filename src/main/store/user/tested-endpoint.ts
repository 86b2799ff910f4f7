import { parseIpv6 } from '../../../shared/ip-address.ts';
import type { Connection, SqlValue } from '../sqlite/connection.ts';

/** What makes a proxy another one, although it keeps its ID. */
export const endpointFields = [
  'proxy_ip_address',
  'proxy_ip_address_v6',
  'proxy_http_port',
  'proxy_socks5_port',
] as const;
type Endpoints = readonly (SqlValue | undefined)[];

/** The endpoint of the last result of a proxy, as it was planned: the service may leave it out of a result. */
export const lastEndpoint = `
  SELECT coalesce(p.proxy_host, t.proxy_host), coalesce(p.proxy_port, t.proxy_port)
  FROM user.test_result t LEFT JOIN user.tested_proxy p
    ON p.proxy_id = t.proxy_id AND p.test_run_id = t.test_run_id AND p.is_replaced = 0
  WHERE t.proxy_id = ? ORDER BY t.received_at_ms DESC LIMIT 1`;

/** Which results are about a proxy as it is now: a result belongs to an address and a port, not to an ID. */
export function createTestedEndpoints(writer: Connection) {
  let hasResults: boolean | undefined;
  /** Everything that is known of a replaced proxy is history. */
  const forgetTests = (id: SqlValue): void => {
    writer.run('DELETE FROM user.proxy_test WHERE proxy_id = ?', id);
    writer.run('UPDATE user.tested_proxy SET is_replaced = 1 WHERE proxy_id = ?', id);
  };
  return {
    /**
     * Called for every proxy that a sync writes, in its transaction: its results become history if they are not of its
     * address and port.
     *
     * @param before its endpoints until now, in the order of `endpointFields`; undefined: it was not cached
     */
    written(id: SqlValue, before: Endpoints | undefined, after: Endpoints): void {
      if (before !== undefined && after.every((value, at) => value === before[at])) return;
      hasResults ??= writer.get('SELECT 1 FROM user.tested_proxy LIMIT 1') !== undefined;
      if (!hasResults) return;
      const [host = null, port = null] = writer.get(lastEndpoint, id) ?? [];
      // Without a result there may be a plan.
      const isKept = host === null ? before === undefined : isOneOf(after, host, port);
      if (!isKept) forgetTests(id);
    },
    /** At the beginning of every transaction: another process may have tested. */
    forget(): void {
      hasResults = undefined;
    },
  };
}

function isOneOf([v4, v6, http, socks5]: Endpoints, host: SqlValue, port: SqlValue): boolean {
  const isSameHost = [v4, v6].some((own) => typeof own === 'string' && isSame(own, String(host)));
  return isSameHost && (port === null || port === http || port === socks5);
}

function isSame(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [one, other].map((host) => parseIpv6(host.replace(/^\[|\]$/g, '')));
  return left !== undefined && right !== undefined && Buffer.compare(left, right) === 0;
}
