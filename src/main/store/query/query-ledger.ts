import {
  isPartOf,
  matchCode,
  matchDatetime,
  matchId,
  matchName,
  matchNumber,
  type Condition,
  type Matcher,
} from './condition.ts';

/** What the keys of the residential ledger ask; the row is `r`. */
export const ledgerMatchers: { readonly [key: string]: Matcher } = {
  id: matchId('r.residential_ledger_id'),
  reason: matchCode(['r.residential_ledger_reason']),
  service: matchName(
    ['(SELECT s.service_name FROM service s WHERE s.service_id = r.service_id)'],
    ['r.service_id'],
  ),
  adjustment: matchNumber('r.service_adjustment_id'),
  invoice: matchCode(['r.invoice_id']),
  bytes: matchNumber('r.residential_ledger_bytes'),
  requests: matchNumber('r.residential_ledger_requests'),
  date: matchDatetime('r.residential_ledger_period_date'),
  created: matchDatetime('r.residential_ledger_creation_datetime'),
  updated: matchDatetime('r.residential_ledger_last_update_datetime'),
};

/** A bare word: anywhere in the id, the service, the invoice, the reason or the day. */
export const ledgerWord = (word: string): Condition =>
  isPartOf(
    [
      'r.residential_ledger_id',
      'r.service_id',
      'r.invoice_id',
      'r.residential_ledger_reason',
      'r.residential_ledger_period_date',
    ],
    word,
  );
