// Apart from the client, because every command imports this.
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { notThisService, wrongAddress } from './http/errors.ts';
import { onlyId, pathOf, recordOperation, type RecordKind } from '../../shared/operations.ts';
import { asFailure, FailureError } from '../../shared/failure.ts';

/**
 * Retrieves a record: `{ data, message }` (specification, Conventions).
 *
 * @param id `onlyId` for a single kind; the grouping of availability
 * @throws FailureError of the client; `not-this-service` if `data` is not an object; `invalid-input` for an impossible
 *   ID
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
 * Checks keys and address by the profile, which all accounts have.
 *
 * @throws FailureError of the client; `not-this-service` without a profile
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
