import type { JsonObject } from '../../shared/json.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { encodePathParameter, retrieveObject, userPath } from './http/operation.ts';
import { searchPages, type Page, type WalkOptions } from './pages.ts';

/** GET residential_ledger/search (specification, Ledgers and usage). */
export function searchResidentialLedger(
  client: ApiClient,
  options: WalkOptions,
): AsyncGenerator<Page> {
  const search = {
    path: `${userPath}/residential_ledger/search`,
    idField: 'residential_ledger_id',
  };
  return searchPages(client, search, options);
}

/** GET residential_ledger/retrieve/{residential_ledger_id}. */
export function retrieveResidentialLedgerEntry(
  client: ApiClient,
  entryId: string,
  options?: CallOptions,
): Promise<JsonObject> {
  return retrieveObject(
    client,
    `/residential_ledger/retrieve/${encodePathParameter(entryId)}`,
    options,
  );
}

/** GET mobile_ledger/retrieve/{mobile_ledger_id}; the specification does not describe a search for it. */
export function retrieveMobileLedgerEntry(
  client: ApiClient,
  entryId: string,
  options?: CallOptions,
): Promise<JsonObject> {
  return retrieveObject(client, `/mobile_ledger/retrieve/${encodePathParameter(entryId)}`, options);
}

/** GET residential/summary. */
export function retrieveResidentialSummary(
  client: ApiClient,
  options?: CallOptions,
): Promise<JsonObject> {
  return retrieveObject(client, '/residential/summary', options);
}

/** GET mobile/summary. */
export function retrieveMobileSummary(
  client: ApiClient,
  options?: CallOptions,
): Promise<JsonObject> {
  return retrieveObject(client, '/mobile/summary', options);
}
