import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { retrieveObject } from './http/operation.ts';

/** GET checkout/catalog: product id to product (specification, Checkout). */
export function retrieveCheckoutCatalog(
  client: ApiClient,
  options?: CallOptions,
): Promise<JsonObject> {
  return retrieveObject(client, '/checkout/catalog', options);
}
