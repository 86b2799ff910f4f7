import { ownValue } from '../../shared/own-value.ts';
import { isDeepStrictEqual } from 'node:util';
import { asFailure, fail, FailureError } from '../../shared/failure.ts';
import type { JsonObject, JsonValue } from '../../shared/json.ts';
import { leaveOutSecrets } from '../../shared/records/secret-field.ts';
import type { ServiceChanges, ServiceEdited } from '../../shared/records/service.ts';
import type { CallOptions } from '../api/http/client.ts';
import { editService as sendEdit, type ServiceEdit } from '../api/actions.ts';
import { fetchRecord, type FetchParts } from './fetch-record.ts';

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
    const failure = asFailure(error);
    if (failure.code !== 'outcome-unknown') throw error;
    const record = await readAgain(parts, id, options);
    // The status and the message of the service stay.
    throw new FailureError({ ...failure, message: describeUnknown(edit, record) }, { cause: error });
  }
  const { edited } = answer;
  return {
    edited: Array.isArray(edited) ? edited.filter((item) => typeof item === 'string') : [],
    record: await readAgain(parts, id, options),
  };
}

/** After an interrupt the service is read again for so long: whether it changed matters more than to end at once. */
const readAgainMs = 5_000;

/** The current state; null if it can't be fetched: the edit itself is already done. */
async function readAgain(parts: FetchParts, id: string, { signal }: CallOptions): Promise<JsonObject | null> {
  const call = { signal: signal?.aborted === true ? AbortSignal.timeout(readAgainMs) : signal };
  try {
    const { record } = await fetchRecord(parts, 'service', id, call);
    return leaveOutSecrets(record);
  } catch (error) {
    if (error instanceof FailureError) return null;
    throw error;
  }
}

function describeUnknown(edit: ServiceEdit, record: JsonObject | null): string {
  const sent = 'The change was sent, but the service did not confirm it. It was not sent again.';
  if (!record) {
    return `${sent} The service could not be read either, so it is unknown whether the change was made. Refresh the service before you repeat it.`;
  }
  // Comments on a cancellation are not fields of a service: they can't be looked up.
  const visible = Object.entries<JsonValue>({ ...edit }).filter(([field]) => !field.startsWith('cancel_'));
  const isMade =
    visible.length > 0 && visible.every(([field, value]) => isDeepStrictEqual(ownValue(record, field), value));
  return isMade
    ? `${sent} Read again, the service shows the change. The cache has the current state.`
    : `${sent} Read again, the service does not show the change. The cache has the current state. Repeat the change if you still want it.`;
}

function dropUndefined(changes: ServiceChanges): ServiceEdit {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

export type ServiceEdits = ReturnType<typeof createServiceEdits>;

/** The changes of services that are being sent: one per service at a time, from the window or from a command. */
export function createServiceEdits() {
  const running = new Map<string, Promise<ServiceEdited>>();
  const keyOf = (accountId: string, id: string): string => JSON.stringify([accountId, id]);
  return {
    /** Failures `busy` while the same service is being changed, and those of `editService`. */
    async send(accountId: string, id: string, edit: () => Promise<ServiceEdited>): Promise<ServiceEdited> {
      const key = keyOf(accountId, id);
      if (running.has(key)) {
        throw fail(
          'busy',
          'A change of this service is being sent. Nothing else was sent. Wait for its outcome, then check whether you still want this change.',
        );
      }
      const sending = edit();
      running.set(key, sending);
      try {
        return await sending;
      } finally {
        running.delete(key);
      }
    },
    /** The change of a service that is being sent; undefined: there is none. */
    find: (accountId: string, id: string) => running.get(keyOf(accountId, id)),
    isAny: () => running.size > 0,
  };
}
