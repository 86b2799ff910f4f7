import { isDeepStrictEqual } from 'node:util';
import { fail, FailureError } from '../../shared/failure.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';
import { leaveOutSecrets } from '../../shared/records/secret-field.ts';
import type { ServiceChanges, ServiceEdited } from '../../shared/records/service.ts';
import type { CallOptions } from '../api/http/client.ts';
import { editService as sendEdit, type ServiceEdit } from '../api/service.ts';
import type { FetchParts } from './fetch-record.ts';
import { refreshRow } from './refresh-row.ts';

/**
 * Edits a service: sent once, then the service is read again and written into the
 * cache. Limits are checked before anything is sent (specification, Limits).
 *
 * @throws FailureError `invalid-input`; `outcome-unknown` without a confirmation, with
 *   what the service showed when it was read again
 */
export async function editService(
  parts: FetchParts,
  id: string,
  changes: ServiceChanges,
  options: CallOptions = {},
): Promise<ServiceEdited> {
  const edit = dropUndefined(changes);
  let answer: JsonObject;
  try {
    answer = await sendEdit(parts.client, id, edit, options);
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'outcome-unknown') throw error;
    throw describeUnknown(edit, await readAgain(parts, id, options), error);
  }
  const { edited } = answer;
  return {
    edited: Array.isArray(edited) ? edited.filter((item) => typeof item === 'string') : [],
    record: await readAgain(parts, id, options),
  };
}

/** The current state; null if it can't be fetched: the edit itself is already done. */
async function readAgain(
  parts: FetchParts,
  id: string,
  options: CallOptions,
): Promise<JsonObject | null> {
  try {
    return leaveOutSecrets(await refreshRow(parts, 'services', id, options));
  } catch (error) {
    if (error instanceof FailureError) return null;
    throw error;
  }
}

function describeUnknown(edit: ServiceEdit, record: JsonObject | null, cause: unknown): Error {
  const sent = 'The change was sent, but the service did not confirm it. It was not sent again.';
  if (!record) {
    return fail(
      'outcome-unknown',
      `${sent} The service could not be read either, so it is unknown whether the change was made. Refresh the service before you repeat it.`,
      { cause },
    );
  }
  // Comments on a cancellation are not fields of a service: they can't be looked up.
  const shown = Object.entries<JsonValue>({ ...edit }).filter(
    ([field]) => !field.startsWith('cancel_'),
  );
  const isMade =
    shown.length > 0 && shown.every(([field, value]) => isDeepStrictEqual(record[field], value));
  return fail(
    'outcome-unknown',
    isMade
      ? `${sent} Read again, the service shows the change. The cache has the current state.`
      : `${sent} Read again, the service does not show the change. The cache has the current state. Repeat the change if you still want it.`,
    { cause },
  );
}

function dropUndefined(changes: ServiceChanges): ServiceEdit {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
