import { fail } from '../../shared/failure.ts';
import type { JsonObject } from '../../shared/json.ts';
import {
  retrieveAsn,
  retrieveCity,
  retrieveCountry,
  retrieveSubdivision,
} from '../api/reference.ts';
import { retrieveProxy } from '../api/proxy.ts';
import { retrieveProxyUser } from '../api/proxy-user.ts';
import { retrieveService } from '../api/service.ts';
import { retrieveServiceAdjustment } from '../api/service-adjustment.ts';
import { retrieveMobileLedgerEntry, retrieveResidentialLedgerEntry } from '../api/usage.ts';
import type { Session } from '../sessions.ts';
import type { Store } from '../store/contract.ts';
import { looksSecret } from '../../shared/secret-field.ts';
import { defineCommand } from './context.ts';
import { exitCodes } from './exit-codes.ts';
import { formatRecord } from './output.ts';

/** What `show` can show from the offline copy, and in which list it is. */
const shownFromCopy = {
  proxy: (store: Store) => store.proxies,
  service: (store: Store) => store.services,
  user: (store: Store) => store.proxyUsers,
} as const;

/** What `show` asks the service for; the first three only with `--online`. */
const shownFromService = {
  proxy: retrieveProxy,
  service: retrieveService,
  user: retrieveProxyUser,
  adjustment: retrieveServiceAdjustment,
  ledger: retrieveResidentialLedgerEntry,
  'mobile-ledger': retrieveMobileLedgerEntry,
  city: retrieveCity,
  asn: retrieveAsn,
  country: retrieveCountry,
  subdivision: retrieveSubdivision,
} as const;

const nouns = Object.keys(shownFromService).join('|');

/** `show NOUN ID`: every field as received, from the offline copy where it has it. */
export const showCommand = defineCommand({
  usage: `show ${nouns} ID [--online] [--secrets]`,
  summary:
    'Show every field of one record: proxies, services and users from the offline copy (or with --online from the service), the others from the service.',
  options: { secrets: 'flag', online: 'flag' },
  async run({ session, output, signal }, [noun, id, ...rest], { secrets, online }) {
    if (noun === undefined || id === undefined || rest.length > 0) {
      throw fail('invalid-input', `Say what to show: show ${nouns} and an id.`);
    }
    const opened = session();
    const record =
      isKept(noun) && !online
        ? await showFromCopy(opened, noun, id, secrets)
        : await showFromService(opened, noun, id, secrets, signal);
    output.json(record);
    if (!output.isJson) await output.stream(formatRecord(record), false);
    return exitCodes.done;
  },
});

const isKept = (noun: string): noun is keyof typeof shownFromCopy =>
  Object.hasOwn(shownFromCopy, noun);

async function showFromCopy(
  session: Session,
  noun: keyof typeof shownFromCopy,
  id: string,
  secrets: boolean,
): Promise<JsonObject> {
  if (secrets) await session.unlock();
  const record = shownFromCopy[noun](session.store).record(id, { secrets });
  if (record) return record;
  throw fail('not-found', `The offline copy has no ${noun} "${id}". Check the id, or sync.`);
}

async function showFromService(
  session: Session,
  noun: string,
  id: string,
  secrets: boolean,
  signal: AbortSignal,
): Promise<JsonObject> {
  const retrieve = Object.entries(shownFromService).find(([name]) => name === noun)?.[1];
  if (!retrieve) throw fail('invalid-input', `There is no "${noun}" to show: ${nouns}.`);
  const record = await retrieve(await session.client(), id, { signal });
  if (secrets) return record;
  return Object.fromEntries(
    Object.entries(record).filter(([field, value]) => !looksSecret(field, value)),
  );
}
