import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { findMetadataProblem } from '../../shared/records/service-metadata.ts';
import type { RouteContext } from './route.ts';
import { formatDatetime } from './data/datetime.ts';
import { Refusal } from './refusal.ts';

const types: { readonly [field: string]: 'string' | 'boolean' | 'object' } = {
  cancel_comment: 'string',
  cancel_feedback: 'string',
  payment_method_id: 'string',
  service_is_automatic_collection: 'boolean',
  service_is_pending_cancellation: 'boolean',
  service_metadata: 'object',
};

/** Edits a service (specification, PATCH service/edit); a field of the wrong type changes nothing. */
export function editService({ account, id, body, nowMs }: RouteContext): JsonObject {
  if (!account.services.find(id)) throw new Refusal(404, 'Service was not found.');
  for (const [field, value] of Object.entries(body)) {
    const type = Object.hasOwn(types, field) ? types[field] : undefined;
    if (type === undefined) throw new Refusal(400, `${field} cannot be edited.`);
    if (field === 'service_metadata') checkMetadata(value);
    else if (typeof value !== type) throw new Refusal(400, `${field} must be a ${type}.`);
  }
  const fields = Object.fromEntries(Object.entries(body).filter(([field]) => !isComment(field)));
  account.services.update(id, { ...fields, service_last_update_datetime: formatDatetime(nowMs) });
  return { edited: [id], message: 'Service successfully edited.' };
}

/** Comments on a cancellation are not fields of a service. */
const isComment = (field: string): boolean => field.startsWith('cancel_');

/** Rejects `service_metadata` beyond its limits (specification, Limits). */
function checkMetadata(metadata: JsonValue): void {
  if (!isJsonObject(metadata)) throw new Refusal(400, 'service_metadata must be an object.');
  const problem = findMetadataProblem(metadata);
  if (problem !== null) throw new Refusal(400, `service_metadata is not valid: ${problem}.`);
}
