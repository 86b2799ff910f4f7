import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { notThisService } from './http/errors.ts';
import { actions } from '../../shared/operations.ts';

/**
 * POST proxy/list/options: which active proxy users have access to all of the given proxies.
 *
 * @returns `{ has_access, proxy_user_id, proxy_user_is_default }` of each user by its ID, without
 *   malformed entries; and the service's message
 * @throws FailureError of the client; `not-this-service` if `data` is not an array
 */
export async function listProxyOptions(
  client: ApiClient,
  proxyIds: readonly string[],
  options?: CallOptions,
): Promise<{ readonly users: ReadonlyMap<string, JsonObject>; readonly message: string | null }> {
  const { data, message } = await client.send(
    {
      ...actions.list_proxy_options,
      body: { proxy_ids: proxyIds },
      changesNothing: true,
    },
    options,
  );
  if (!Array.isArray(data)) throw notThisService();
  const users = (data as readonly JsonValue[]).filter(isJsonObject).flatMap((option) => {
    const userId = option['proxy_user_id'];
    return typeof userId === 'string' ? [[userId, option] as const] : [];
  });
  return { users: new Map(users), message: typeof message === 'string' ? message : null };
}
