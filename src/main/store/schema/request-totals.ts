/** The table with the totals of the gateway's log, which outlive its rows. */
import { proxylessSubjects } from '../../../shared/records/gateway-figure.ts';

/** Upper bounds in milliseconds, each about 1.6 times the one before. */
export const timeBounds = [
  10, 16, 25, 40, 63, 100, 160, 250, 400, 630, 1000, 1600, 2500, 4000, 6300, 10_000, 16_000,
] as const;

/** The last one has no bound. */
const timeColumns = [...timeBounds.map((bound) => `ms_${String(bound)}`), 'ms_more'];

/**
 * What a row is about. `kind` is one of `totalKinds`, `name` the host or the ID of the proxy, '' for the rarest of a period. A host has no network for its rarest ones. `hours` is 1 or 24,
 * `starts_at` the beginning of the period in UTC. `network` and `service_id` are those of the proxies then, or empty without a proxy.
 */
export const totalKeys = ['kind', 'hours', 'starts_at', 'name', 'rule', 'network', 'service_id'] as const;

/** Hosts and proxies of requests that proxies carried, and hosts of those that went directly or that lines blocked. */
export const totalKinds = ['host', 'proxy', ...proxylessSubjects] as const;
export type TotalKind = (typeof totalKinds)[number];

/** `requests` and `failed` count a request once, for its last proxy; `tries` and `failed_tries` every proxy that was tried. */
export const countColumns = ['requests', 'failed', 'tries', 'failed_tries', 'received_bytes', 'sent_bytes'] as const;
export const totalColumns: readonly string[] = [...countColumns, ...timeColumns];

export const createTotals = (temporary: '' | 'TEMP'): string => `CREATE ${temporary} TABLE gateway_total (
  ${totalKeys.map((name) => `${name} ${name === 'hours' ? 'INTEGER' : 'TEXT'} NOT NULL`).join(', ')},
  ${totalColumns.map((name) => `${name} INTEGER NOT NULL`).join(', ')},
  PRIMARY KEY (${totalKeys.join(', ')})
) STRICT, WITHOUT ROWID;`;

/** In UTC. @param ms since 1970 */
export const periodOf = (ms: number, hours: 1 | 24): string =>
  new Date(ms).toISOString().slice(0, hours === 1 ? 13 : 10);

/** @param ms milliseconds */
export function timeSlot(ms: number): number {
  const at = timeBounds.findIndex((bound) => ms <= bound);
  return at < 0 ? timeBounds.length : at;
}

/**
 * The median in milliseconds; logarithmic within a slot, whose width is the error. Null: empty.
 *
 * @param counts by slot
 */
export function medianOf(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [at, count] of counts.entries()) {
    if (below + count < total / 2) {
      below += count;
      continue;
    }
    const high = timeBounds[at];
    if (high === undefined) return timeBounds.at(-1) ?? null;
    const low = timeBounds[at - 1] ?? high / 1.6;
    return Math.round(low * (high / low) ** ((total / 2 - below) / count));
  }
  return null;
}
