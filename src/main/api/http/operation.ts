import { fail } from '../../../shared/failure.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';
import type { ApiClient, CallOptions } from './client.ts';
import { notThisService } from './errors.ts';
import type { ApiRequest } from './send.ts';

/** All paths are below this (specification, Endpoints). */
export const userPath = '/public/user';

/**
 * Encodes a path parameter.
 *
 * @throws FailureError `invalid-input` for what would name another path
 */
export function encodePathParameter(value: string): string {
  // An address takes these for steps, also where they are percent-encoded.
  if (value === '' || value === '.' || value === '..' || !value.isWellFormed()) {
    throw fail('invalid-input', `"${value}" is not an ID. Nothing was sent.`);
  }
  return encodeURIComponent(value);
}

/**
 * Retrieves one object: `{ data, message }` (specification, Conventions).
 *
 * @throws FailureError of the client; `not-this-service` if `data` is not an object
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

/** A retrieval by the address alone. Failures are those of `retrieveObject`. */
export const retrieveAt =
  (path: string) =>
  (client: ApiClient, options?: CallOptions): Promise<JsonObject> =>
    retrieveObject(client, path, options);

/** The retrieval of one object of a kind by its ID. Failures are those of `retrieveObject`. */
export const retrieveById =
  (noun: string) =>
  (client: ApiClient, id: string, options?: CallOptions): Promise<JsonObject> =>
    retrieveObject(client, `/${noun}/retrieve/${encodePathParameter(id)}`, options);
