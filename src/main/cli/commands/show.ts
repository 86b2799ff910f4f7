import { fail } from '../../../shared/failure.ts';
import type { JsonObject } from '../../../shared/json.ts';
import type { CachedRecord } from '../../../shared/records/cached-record.ts';
import { leaveOutSecrets } from '../../../shared/records/secret-field.ts';
import type { MainList } from '../../../shared/sync.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { Store } from '../../store/contract.ts';
import { cachedOrFetched, type FetchOptions } from '../../sync/cached-or-fetched.ts';
import type { FetchedKind } from '../../sync/fetch-record.ts';
import { refreshRow } from '../../sync/refresh-row.ts';
import { defineCommand } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { printRecord, readReportingAge } from './cached-records.ts';

type Read = (session: Session, id: string, options: FetchOptions) => Promise<CachedRecord>;

/** The kinds of records that can be shown, and how each is read. */
const shown: { readonly [noun: string]: Read } = {
  proxy: rowOf('proxies', (store) => store.proxies),
  service: rowOf('services', (store) => store.services),
  user: rowOf('proxy_users', (store) => store.proxyUsers),
  adjustment: recordOf('adjustment'),
  ledger: recordOf('residential_ledger'),
  'mobile-ledger': recordOf('mobile_ledger'),
  city: recordOf('city'),
  asn: recordOf('asn'),
  country: recordOf('country'),
  subdivision: recordOf('subdivision'),
};
const nouns = Object.keys(shown).join('|');

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
    const read = Object.hasOwn(shown, noun) ? shown[noun] : undefined;
    if (!read)
      throw fail('invalid-input', `Unknown kind of record: "${noun}". It can be ${nouns}.`);
    const opened = session();
    if (secrets) await opened.unlock();
    const record = await readReportingAge(output, (onFetched) =>
      read(opened, id, { refresh: online, secrets, signal, onFetched }),
    );
    await printRecord(output, record);
    return exitCodes.done;
  },
});

function recordOf(kind: FetchedKind): Read {
  return (session, id, options) => cachedOrFetched(session, kind, id, options);
}

/** A row of a main list is never fetched on its own: an ID that is not cached may be mistyped. */
function rowOf(
  list: MainList,
  listOf: (store: Store) => {
    record(id: string, options: { readonly secrets: boolean }): JsonObject | undefined;
  },
): Read {
  return async ({ store, client }, id, { refresh, secrets = false, signal, onFetched }) => {
    if (refresh === true) {
      const record = await refreshRow({ client: await client(), store }, list, id, { signal });
      onFetched?.();
      return { record: secrets ? record : leaveOutSecrets(record), receivedAt: null };
    }
    const record = listOf(store).record(id, { secrets });
    if (record) return { record, receivedAt: store.syncs.resourceStates()[list].completedAt };
    throw fail('not-found', `The record "${id}" is not cached. Check the ID, or sync.`);
  };
}
