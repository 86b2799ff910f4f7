import { numberOrNull } from '../schema/column-form.ts';
import type { StoreContext } from '../types.ts';

/** Limits that syncs learned, as the specification shows none. */
interface ServiceLimits {
  /** The largest page; null: the service chooses. */
  readonly perPage: number | null;
  /** Null: unknown. */
  readonly pace: {
    /** Null: nothing was refused. */
    readonly pace: { readonly requests: number; readonly windowMs: number } | null;
    readonly usedCount: number;
    /** Milliseconds since 1970. */
    readonly usedAtMs: number;
  } | null;
}

/** By then the service may allow more. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** The limits that the next sync starts with. */
export function createServiceLimits({ writer, nowMs: readNowMs }: Pick<StoreContext, 'writer' | 'nowMs'>) {
  return {
    /** Null: none in the last week. */
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
    /** Does not extend the week. */
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
