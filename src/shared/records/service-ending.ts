import type { ServiceRow } from './service.ts';

/** What happens to a service at its expiry: the values of the filter key `ending`. */
export const endings = ['canceled', 'manual', 'unknown', 'automatic'] as const;
export type Ending = (typeof endings)[number];

/** Statuses of a service that has ended: it costs nothing any more, and needs no action before its expiry. */
export const endedStatuses: readonly string[] = ['canceled', 'complete'];

export const endingTitles: { readonly [E in Ending]: string } = {
  canceled: 'Canceled or ended',
  manual: 'Manual renewal',
  unknown: 'Auto-renewal unknown',
  automatic: 'Auto-renewal',
};

/** Whether the status of a service says that it has ended. */
export const hasEnded = ({ service_status: status }: Pick<ServiceRow, 'service_status'>): boolean =>
  endedStatuses.includes(status ?? '');

/** What the specification's fields tell of the end of a service's period. */
export function endingOf(
  row: Pick<ServiceRow, 'service_is_pending_cancellation' | 'service_status' | 'service_is_automatic_collection'>,
): Ending {
  if (row.service_is_pending_cancellation === true || hasEnded(row)) return 'canceled';
  if (row.service_is_automatic_collection === null) return 'unknown';
  return row.service_is_automatic_collection ? 'automatic' : 'manual';
}
