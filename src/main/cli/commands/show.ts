import { fail } from '../../../shared/failure.ts';
import type { JsonObject } from '../../../shared/json.ts';
import type { KeptRecord, RecordKind } from '../../../shared/kept-record.ts';
import { leaveOutSecrets } from '../../../shared/secret-field.ts';
import type { MainList } from '../../../shared/sync.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { Store } from '../../store/contract.ts';
import {
  keptOrFetchedAdjustment,
  keptOrFetchedLedgerEntry,
  keptOrFetchedRecord,
  type KeptOptions,
} from '../../sync/kept-or-fetched.ts';
import { refreshRow } from '../../sync/refresh-row.ts';
import { defineCommand } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { printRecord, readSayingAge } from './cached-records.ts';

type Read = (session: Session, id: string, options: KeptOptions) => Promise<KeptRecord>;

/** What can be shown, and how it is had. */
const shown: { readonly [noun: string]: Read } = {
  proxy: rowOf('proxies', (store) => store.proxies),
  service: rowOf('services', (store) => store.services),
  user: rowOf('proxy_users', (store) => store.proxyUsers),
  adjustment: keptOrFetchedAdjustment,
  ledger: keptOrFetchedLedgerEntry,
  'mobile-ledger': recordOf('mobile_ledger'),
  city: recordOf('city'),
  asn: recordOf('asn'),
  country: recordOf('country'),
  subdivision: recordOf('subdivision'),
};
const nouns = Object.keys(shown).join('|');

/** `show NOUN ID`: every field as received, from the offline copy where it has it. */
export const showCommand = defineCommand({
  usage: `show ${nouns} ID [--online] [--secrets]`,
  summary:
    'Show every field of one record from the offline copy, with --online from the service. What is not kept yet is asked for; proxies, services and users come with a sync.',
  options: { secrets: 'flag', online: 'flag' },
  endsAtOnce: true,
  async run({ session, output, signal }, [noun, id, ...rest], { secrets, online }) {
    if (noun === undefined || id === undefined || rest.length > 0) {
      throw fail('invalid-input', `Say what to show: show ${nouns} and an id.`);
    }
    const read = Object.hasOwn(shown, noun) ? shown[noun] : undefined;
    if (!read) throw fail('invalid-input', `There is no "${noun}" to show: ${nouns}.`);
    const opened = session();
    if (secrets) await opened.unlock();
    const record = await readSayingAge(output, (onFetched) =>
      read(opened, id, { refresh: online, secrets, signal, onFetched }),
    );
    await printRecord(output, record);
    return exitCodes.done;
  },
});

function recordOf(kind: RecordKind): Read {
  return (session, id, options) => keptOrFetchedRecord(session, kind, id, options);
}

/** A row of a main list is never asked for by itself: an id that is not there may be mistyped. */
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
    throw fail('not-found', `The offline copy has no such record: "${id}". Check the id, or sync.`);
  };
}
