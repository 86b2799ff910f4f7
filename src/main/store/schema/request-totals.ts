/** Totals of the gateway's log, which outlive its rows. */

/** Upper bounds in milliseconds, each about 1.6 times the one before. */
export const timeBounds = [
  10, 16, 25, 40, 63, 100, 160, 250, 400, 630, 1000, 1600, 2500, 4000, 6300, 10_000, 16_000,
] as const;

/** The last one has no bound. */
const timeColumns = [...timeBounds.map((bound) => `ms_${String(bound)}`), 'ms_more'];

/**
 * `kind`: `host` or `proxy`, named by `name`, '' for the rarest of a period, whose hosts lack a network. `hours`: 1 or
 * 24 from `starts_at`, in UTC. `network` and `service_id` as they were.
 */
export const totalKeys = ['kind', 'hours', 'starts_at', 'name', 'rule', 'network', 'service_id'] as const;

/** `requests` and `failed` count for the last proxy, `tries` and `failed_tries` for every tried one. */
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
