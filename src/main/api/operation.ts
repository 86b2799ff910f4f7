import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { notThisService } from './errors.ts';
import type { ApiRequest } from './send.ts';

/** All paths are below this (specification, Endpoints). */
export const userPath = '/public/user';

/** A path parameter as it may stand in a path. */
export function encodePathParameter(value: string): string {
  // A path of dots would climb; encoded it is a name like any other.
  return /^\.+$/.test(value) ? value.replaceAll('.', '%2E') : encodeURIComponent(value);
}

/**
 * Retrieves one object: `{ data, message }` (specification, Conventions).
 *
 * @throws FailureError of the client; `not-this-service` where `data` is no object
 */
export async function retrieveObject(
  client: ApiClient,
  path: string,
  options?: CallOptions & { readonly query?: ApiRequest['query'] },
): Promise<JsonObject> {
  const { query, ...call } = options ?? {};
  const answer = await client.send(
    { method: 'GET', path: userPath + path, ...(query ? { query } : {}) },
    call,
  );
  const { data } = answer;
  if (isJsonObject(data)) return data;
  throw notThisService();
}
