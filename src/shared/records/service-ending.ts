import type { ServiceRow } from './service.ts';

/** What happens to a service at its expiry: the values of the filter key `ending`. */
export const endings = ['canceled', 'manual', 'unknown', 'automatic'] as const;
export type Ending = (typeof endings)[number];

export const endingTitles: { readonly [E in Ending]: string } = {
  canceled: 'Canceled',
  manual: 'Manual renewal',
  unknown: 'Auto-renewal unknown',
  automatic: 'Auto-renewal',
};

/** What the specification's fields tell of the end of a service's period. */
export function endingOf(
  row: Pick<
    ServiceRow,
    'service_is_pending_cancellation' | 'service_status' | 'service_is_automatic_collection'
  >,
): Ending {
  if (row.service_is_pending_cancellation === true || row.service_status === 'canceled') {
    return 'canceled';
  }
  if (row.service_is_automatic_collection === null) return 'unknown';
  return row.service_is_automatic_collection ? 'automatic' : 'manual';
}
