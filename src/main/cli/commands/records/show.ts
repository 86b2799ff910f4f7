import { fail } from '../../../../shared/failure.ts';
import type { CachedRecord } from '../../../../shared/records/cached-record.ts';
import { lists } from '../../../../shared/lists.ts';
import { isMainList } from '../../../../shared/sync.ts';
import type { Session } from '../../../accounts/sessions.ts';
import {
  recordKindsWith,
  recordOperation,
  type RecordKind,
  type RecordOperation,
} from '../../../../shared/operations.ts';
import { cachedOrFetched, type FetchOptions } from '../../../sync/cached-or-fetched.ts';
import { readCached } from '../../../sync/fetch-record.ts';
import { defineCommand } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { printRecord, readReportingAge } from './cached-records.ts';

/** The kinds of records that can be shown, by the word for them. */
const kinds = new Map(
  recordKindsWith((row) => nounOf(row) !== undefined).map((kind) => [
    nounOf(recordOperation(kind)),
    kind,
  ]),
);
const nouns = [...kinds.keys()].join('|');

/** `show NOUN ID`: every field as received, from the cache if it is cached. */
export const showCommand = defineCommand({
  usage: `show ${nouns} ID [--online] [--secrets]`,
  summary:
    'Show every field of one cached record, or with --online fetch it from the service. Other records are fetched if they are not cached; proxies, services and users only by a sync.',
  example: 'show proxy 1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  options: { secrets: 'flag', online: 'flag' },
  endsAtOnce: true,
  async run({ session, output, signal }, [noun, id, ...rest], { secrets, online }) {
    if (noun === undefined || id === undefined || rest.length > 0) {
      throw fail('invalid-input', `Usage: show ${nouns} ID`);
    }
    const kind = kinds.get(noun);
    if (kind === undefined)
      throw fail('invalid-input', `Unknown kind of record: "${noun}". It can be ${nouns}.`);
    const opened = session();
    if (secrets) await opened.unlock();
    const record = await readReportingAge(output, (onFetched) =>
      read(opened, kind, id, { refresh: online, secrets, signal, onFetched }),
    );
    await printRecord(output, record);
    return exitCodes.done;
  },
});

function nounOf({ shownAs, rowOf }: RecordOperation): string | undefined {
  return (
    shownAs ?? (rowOf === undefined || rowOf === 'adjustments' ? undefined : lists[rowOf].noun)
  );
}

async function read(
  session: Session,
  kind: RecordKind,
  id: string,
  options: FetchOptions,
): Promise<CachedRecord> {
  const { rowOf } = recordOperation(kind);
  const { refresh = false, secrets = false } = options;
  if (refresh || rowOf === undefined || !isMainList(rowOf)) {
    return cachedOrFetched(session, kind, id, options);
  }
  // A row of a main list is never fetched on its own: an ID that is not cached may be mistyped.
  const cached = readCached(session.store, kind, id, { secrets });
  if (cached) return cached;
  throw fail('not-found', `The record "${id}" is not cached. Check the ID, or sync.`);
}
