import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import type { TestedProxy } from './batches.ts';

/** A result and its proxy, if the response identifies it. */
interface MatchedResult {
  readonly proxyId: string | null;
  readonly fields: JsonObject;
}

/**
 * Finds the results in the response of `proxy_test_run/create` and the proxy of each. The keys
 * of `data` are IDs that the request did not contain, so results are matched by address.
 *
 * @param data the `data` of the response; entries of another form contain no results
 */
export function matchResults(data: JsonObject, batch: readonly TestedProxy[]): MatchedResult[] {
  return Object.values(data).flatMap((entry) => {
    const results = isJsonObject(entry) ? entry['results'] : undefined;
    if (!Array.isArray(results)) return [];
    return results
      .filter(isJsonObject)
      .map((fields) => ({ proxyId: findProxy(fields, batch), fields }));
  });
}

function findProxy(fields: JsonObject, batch: readonly TestedProxy[]): string | null {
  const known = fields['proxy_id'];
  if (typeof known === 'string' && batch.some(({ proxy_id }) => proxy_id === known)) return known;
  const hosts = [fields['proxy_host'], fields['proxy_ip_address']];
  const sameHost = batch.filter(({ host }) =>
    hosts.some((value) => value === host || (typeof value === 'string' && `[${value}]` === host)),
  );
  const samePort = sameHost.filter(({ port }) => port === fields['proxy_port']);
  const [only, ...others] = samePort.length > 0 ? samePort : sameHost;
  return only && others.length === 0 ? only.proxy_id : null;
}
