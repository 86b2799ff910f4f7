import { retrieveAt, retrieveById } from './http/operation.ts';
import { searchFor } from './pages.ts';

/** GET residential_ledger/search (specification, Ledgers and usage). */
export const searchResidentialLedger = searchFor('residential_ledger');

/** GET residential_ledger/retrieve/{residential_ledger_id}. */
export const retrieveResidentialLedgerEntry = retrieveById('residential_ledger');

/** GET mobile_ledger/retrieve/{mobile_ledger_id}; the specification does not describe a search for it. */
export const retrieveMobileLedgerEntry = retrieveById('mobile_ledger');

/** GET residential/summary. */
export const retrieveResidentialSummary = retrieveAt('/residential/summary');

/** GET mobile/summary. */
export const retrieveMobileSummary = retrieveAt('/mobile/summary');
