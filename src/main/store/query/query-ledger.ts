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
  reason: matchCode('reason', ['r.residential_ledger_reason']),
  service: matchName(
    'service',
    ['(SELECT s.service_name FROM service s WHERE s.service_id = r.service_id)'],
    ['r.service_id'],
  ),
  adjustment: matchNumber('adjustment', 'r.service_adjustment_id'),
  invoice: matchCode('invoice', ['r.invoice_id']),
  bytes: matchNumber('bytes', 'r.residential_ledger_bytes'),
  requests: matchNumber('requests', 'r.residential_ledger_requests'),
  date: matchDatetime('date', 'r.residential_ledger_period_date'),
  created: matchDatetime('created', 'r.residential_ledger_creation_datetime'),
  updated: matchDatetime('updated', 'r.residential_ledger_last_update_datetime'),
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
