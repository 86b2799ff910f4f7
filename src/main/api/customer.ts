import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { retrieveObject } from './http/operation.ts';

/** GET customer/retrieve: the profile of the account that the keys open. */
export function retrieveCustomer(client: ApiClient, options?: CallOptions): Promise<JsonObject> {
  return retrieveObject(client, '/customer/retrieve', options);
}
