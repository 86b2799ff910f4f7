import { numberOrNull } from '../schema/column-form.ts';
import type { StoreContext } from '../types.ts';

/** What syncs learned about the limits of the service, which the specification does not show. */
export interface ServiceLimits {
  /** The largest page; null: the size that the service chooses. */
  readonly perPage: number | null;
  /** The limit of requests, and how much of it the last sync had used when it ended; null: unknown. */
  readonly pace: {
    /** Null: the service refused nothing. */
    readonly pace: { readonly requests: number; readonly windowMs: number } | null;
    readonly usedCount: number;
    /** Milliseconds since 1970. */
    readonly usedAtMs: number;
  } | null;
}

/** They are learned again after a week: the service may allow more by then. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** The limits that the next sync starts with. */
export function createServiceLimits({ writer, nowMs: readNowMs }: Pick<StoreContext, 'writer' | 'nowMs'>) {
  return {
    /** Returns the limits; null: none were learned in the last week. */
    read(): ServiceLimits | null {
      const row = writer.get(
        'SELECT page_size, requests, window_ms, used_count, used_at_ms FROM service_limits WHERE learned_at_ms > ?',
        readNowMs() - keptMs,
      );
      if (row === undefined) return null;
      const [perPage, requests, windowMs, usedCount, usedAtMs] = row.map(numberOrNull);
      const pace = requests && windowMs ? { requests, windowMs } : null;
      return {
        perPage: perPage ?? null,
        pace: usedAtMs ? { pace, usedCount: usedCount ?? 0, usedAtMs } : null,
      };
    },
    /** Stores the limits; the time from which they are learned again stays. */
    save({ perPage, pace: learned }: ServiceLimits): void {
      const nowMs = readNowMs();
      writer.run(
        `INSERT INTO service_limits (id, learned_at_ms, page_size, requests, window_ms, used_count, used_at_ms)
         VALUES (1, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET
           learned_at_ms = iif(learned_at_ms > ?, learned_at_ms, excluded.learned_at_ms),
           page_size = excluded.page_size, requests = excluded.requests, window_ms = excluded.window_ms,
           used_count = excluded.used_count, used_at_ms = excluded.used_at_ms`,
        nowMs,
        perPage,
        learned?.pace?.requests ?? null,
        learned?.pace ? Math.ceil(learned.pace.windowMs) : null,
        learned?.usedCount ?? null,
        learned?.usedAtMs ?? null,
        nowMs - keptMs,
      );
    },
  };
}
