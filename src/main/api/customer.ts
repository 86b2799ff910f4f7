import { asFailure, FailureError } from '../../shared/failure.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { wrongAddress } from './http/errors.ts';
import { onlyId } from '../../shared/operations.ts';
import { retrieve } from './retrieve.ts';

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
