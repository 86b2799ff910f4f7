import { asFailure } from '../../../shared/failure.ts';
import { ownValue } from '../../../shared/own-value.ts';
import type { ReceivedRecord } from '../../../shared/records/cached-record.ts';
import { isJsonObject, parseObject, type JsonValue } from '../../../shared/json.ts';
import { createSecretFinder } from '../../../shared/records/known-secret.ts';
import { formatId } from '../schema/column-form.ts';
import { layouts, type Layout } from '../schema/layout.ts';
import type { StoreContext } from '../types.ts';
import { createDecrypter } from './record-reader.ts';

/** An account has a few hundred different ones. */
const maxOfTable = 20_000;

/** Each secret of a table once, with its authenticated owner. */
const secretsOf = ({ table, owner, sharesSecrets }: Layout): string =>
  sharesSecrets
    ? `SELECT c.secrets, max(r.${owner}) FROM credential c JOIN ${table} r ON r.credential_id = c.id GROUP BY c.id LIMIT ${String(maxOfTable)}`
    : `SELECT r.secrets, r.${owner} FROM ${table} r WHERE r.secrets IS NOT NULL LIMIT ${String(maxOfTable)}`;

/**
 * Reads at most 20,000 secrets of a table; skips damaged ones.
 *
 * @throws FailureError `passwords-locked`
 */
export function readKnownSecrets({ writer, vault }: StoreContext): ReadonlySet<string> {
  const unlocked = vault();
  const known = new Set<string>();
  for (const layout of Object.values(layouts)) {
    if (!layout.holdsSecrets) continue;
    const decrypt = createDecrypter(layout.sharesSecrets ? 'credential' : layout.table);
    for (const [encrypted, owner = null] of writer.all(secretsOf(layout))) {
      if (!Buffer.isBuffer(encrypted)) continue;
      try {
        addTexts(parseObject(decrypt(unlocked, formatId(owner), encrypted)), known);
      } catch (error) {
        if (asFailure(error).code !== 'database-damaged') throw error;
      }
    }
  }
  return known;
}

/** Not recursive: the service decides how deep a value is. */
function addTexts(record: JsonValue, known: Set<string>): void {
  const open = [record];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') known.add(next);
    else if (Array.isArray(next) || isJsonObject(next)) open.push(...Object.values<JsonValue>(next));
  }
}

/** Recognizes secrets of cache and written page; reads them on first use. */
export function createKnownSecrets(context: StoreContext) {
  let isCached: ((text: string) => boolean) | undefined;
  let isComing: ((text: string) => boolean) | undefined;
  let page: { readonly fields: readonly string[]; readonly records: readonly ReceivedRecord[] } | undefined;
  const readPage = (): Set<string> => {
    const { fields = [], records = [] } = page ?? {};
    const values = records.flatMap((record) => fields.map((name) => ownValue(record.fields, name)));
    return new Set(values.filter((value) => typeof value === 'string'));
  };
  return {
    /** Failure `passwords-locked`. */
    isIn: (text: string): boolean =>
      (isCached ??= createSecretFinder(readKnownSecrets(context)))(text) ||
      (isComing ??= createSecretFinder(readPage()))(text),
    forget(): void {
      isCached = undefined;
    },
    /** Adds passwords of records that are written next: one may repeat another's. */
    expect({ secretFields }: Layout, records: readonly ReceivedRecord[]): void {
      page = { fields: secretFields, records };
      isComing = undefined;
    },
  };
}
