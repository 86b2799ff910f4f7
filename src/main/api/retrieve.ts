// Apart from the client, whose library is loaded with the first request: every command imports this.
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { notThisService, wrongAddress } from './http/errors.ts';
import { onlyId, pathOf, recordOperation, type RecordKind } from '../../shared/operations.ts';
import { asFailure, FailureError } from '../../shared/failure.ts';

/**
 * Retrieves one record: `{ data, message }` (specification, Conventions).
 *
 * @param id `onlyId` for a kind that an account has one of; the grouping of availability
 * @throws FailureError of the client; `not-this-service` if `data` is not an object; `invalid-input` for an ID that
 *   cannot be in an address
 */
export async function retrieve(
  client: ApiClient,
  kind: RecordKind,
  id: string = onlyId,
  options?: CallOptions,
): Promise<JsonObject> {
  const operation = recordOperation(kind);
  const query = operation.query?.(id) ?? {};
  const { data } = await client.send({ method: operation.method, path: pathOf(operation, id), query }, options);
  if (isJsonObject(data)) return data;
  throw notThisService();
}

/**
 * Checks keys and their address by retrieving the profile, which every account has.
 *
 * @throws FailureError of the client; `not-this-service` if the address has no profile
 */
export async function checkProfile(client: ApiClient, options?: CallOptions): Promise<JsonObject> {
  try {
    return await retrieve(client, 'customer', onlyId, options);
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code !== 'not-found') throw error;
    throw new FailureError({ ...failure, ...wrongAddress }, { cause: error });
  }
}
