import { fail } from '../../shared/failure.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { retrieveById, userPath } from './http/operation.ts';
import { searchPages, type Page, type WalkOptions } from './pages.ts';

/** The keys of the proxy search that the specification shows. */
export interface ProxyFilter {
  readonly country_id?: string;
  readonly proxy_status?: string;
  readonly service_id?: string;
}

/** GET proxy/search (specification, Proxies). */
export function searchProxies(
  client: ApiClient,
  options: WalkOptions & { readonly filter?: ProxyFilter },
): AsyncGenerator<Page> {
  const { filter, ...call } = options;
  const search = { path: `${userPath}/proxy/search`, idField: 'proxy_id', filters: { ...filter } };
  return searchPages(client, search, call);
}

/** GET proxy/retrieve/{proxy_id}: only proxies in use are found. */
export const retrieveProxy = retrieveById('proxy');

/**
 * POST proxy/list/options: which active proxy users may use the given proxies.
 * Exactly one of the two must be given.
 *
 * @returns the response; its `data` is an array of `{ has_access, proxy_user_id, proxy_user_is_default }`
 * @throws FailureError `invalid-input` before anything is sent
 */
export function listProxyOptions(
  client: ApiClient,
  body: { readonly proxy_ids?: readonly string[]; readonly search_filter?: ProxyFilter },
  options?: CallOptions,
): Promise<JsonObject> {
  if ((body.proxy_ids === undefined) === (body.search_filter === undefined)) {
    throw fail('invalid-input', 'Give either proxy IDs or a filter, not both. Nothing was sent.');
  }
  return client.send({ method: 'POST', path: `${userPath}/proxy/list/options`, body }, options);
}
