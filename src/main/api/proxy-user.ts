import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { encodePathParameter, retrieveObject, userPath } from './http/operation.ts';
import { searchPages, type Page, type WalkOptions } from './pages.ts';

/** GET proxy_user/search (specification, Proxy users). */
export function searchProxyUsers(client: ApiClient, options: WalkOptions): AsyncGenerator<Page> {
  const search = { path: `${userPath}/proxy_user/search`, idField: 'proxy_user_id' };
  return searchPages(client, search, options);
}

/** GET proxy_user/retrieve/{proxy_user_id}. */
export function retrieveProxyUser(
  client: ApiClient,
  proxyUserId: string,
  options?: CallOptions,
): Promise<JsonObject> {
  return retrieveObject(
    client,
    `/proxy_user/retrieve/${encodePathParameter(proxyUserId)}`,
    options,
  );
}
