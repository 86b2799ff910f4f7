import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { encodePathParameter, retrieveObject } from './http/operation.ts';

/** GET service_adjustment/retrieve/{service_adjustment_id} (specification, Service adjustments). */
export function retrieveServiceAdjustment(
  client: ApiClient,
  serviceAdjustmentId: string,
  options?: CallOptions,
): Promise<JsonObject> {
  const path = `/service_adjustment/retrieve/${encodePathParameter(serviceAdjustmentId)}`;
  return retrieveObject(client, path, options);
}
