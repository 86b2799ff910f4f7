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
 * Checks limits (specification, Limits), edits once, then caches the service.
 *
 * @throws FailureError `invalid-input`; `outcome-unknown` with the service's state afterwards
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
    throw new FailureError({ ...failure, message: describeUnknown(edit, record) }, { cause: error });
  }
  const { edited } = answer;
  return {
    edited: Array.isArray(edited) ? edited.filter((item) => typeof item === 'string') : [],
    record: await readAgain(parts, id, options),
  };
}

/** After an interrupt, too: whether the service changed matters more. */
const readAgainMs = 5_000;

/** Null if it can't be fetched; the edit is done. */
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
  // Comments on a cancellation can't be looked up.
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

/** One per service at a time. */
export function createServiceEdits() {
  const running = new Map<string, Promise<ServiceEdited>>();
  const keyOf = (accountId: string, id: string): string => JSON.stringify([accountId, id]);
  return {
    /** Failures `busy`, and those of `editService`. */
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
    find: (accountId: string, id: string) => running.get(keyOf(accountId, id)),
    isAny: () => running.size > 0,
  };
}
