import type { JsonObject } from '../../shared/json.ts';
import { fail } from '../../shared/failure.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { findMetadataProblem } from '../../shared/records/service-metadata.ts';
import { actions, pathOf } from '../../shared/operations.ts';

/** Body of PATCH service/edit; only the fields given are sent. */
export interface ServiceEdit {
  readonly cancel_comment?: string;
  readonly cancel_feedback?: string;
  readonly payment_method_id?: string;
  readonly service_is_automatic_collection?: boolean;
  readonly service_is_pending_cancellation?: boolean;
  readonly service_metadata?: JsonObject;
}

/**
 * PATCH service/edit/{service_id}: `{ edited, message }`. Sent once; an unknown
 * outcome is the failure `outcome-unknown`.
 *
 * @throws FailureError `invalid-input` for an empty edit or metadata beyond the limits
 */
export function editService(
  client: ApiClient,
  serviceId: string,
  edit: ServiceEdit,
  options?: CallOptions,
): Promise<JsonObject> {
  if (Object.keys(edit).length === 0) {
    throw fail('invalid-input', 'There is nothing to change. Nothing was sent.');
  }
  if (edit.service_metadata !== undefined) checkMetadata(edit.service_metadata);
  const { method } = actions.edit_service;
  const path = pathOf(actions.edit_service, serviceId);
  return client.send({ method, path, body: edit }, options);
}

/**
 * Checks metadata against the specification's Limits.
 *
 * @throws FailureError `invalid-input` that names the limit
 */
function checkMetadata(metadata: JsonObject): void {
  const problem = findMetadataProblem(metadata);
  if (problem !== null) throw fail('invalid-input', `The metadata was not sent: ${problem}.`);
}
