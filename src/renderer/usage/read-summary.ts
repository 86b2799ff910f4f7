import type { JsonObject } from '../../shared/json.ts';
import type { UsageKind } from '../../shared/records/usage.ts';
import { readNumber } from '../format/format-field.ts';

/** The figures of a usage summary; null: missing. */
interface SummaryFigures {
  readonly total: number | null;
  readonly used: number | null;
  readonly left: number | null;
  /** 0 to 1: the used share of the total; null: unknown. */
  readonly share: number | null;
  readonly requests: number | null;
  readonly userCount: number;
}

/** Reads a summary (specification, "Usage summaries") of any completeness. */
export function readSummary(kind: UsageKind, record: JsonObject): SummaryFigures {
  const total = readNumber(record, `${kind}_bytes`);
  const used = readNumber(record, `${kind}_bytes_used`);
  const users = record['proxy_user_ids'];
  return {
    total,
    used,
    left: readNumber(record, `${kind}_bytes_left`),
    share: total === null || used === null || total <= 0 ? null : Math.min(1, Math.max(0, used / total)),
    requests: readNumber(record, `${kind}_requests`),
    userCount: Array.isArray(users) ? users.length : 0,
  };
}
