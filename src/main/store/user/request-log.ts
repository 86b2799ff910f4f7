import type { GatewayRequest } from '../../../shared/records/gateway-request.ts';
import type { StoreContext } from '../types.ts';
import type { SqlValue } from '../sqlite/connection.ts';
import { createRequestTotals } from './request-totals.ts';

/** What the log may take; its oldest rows go first. */
interface RequestLogLimits {
  /** Rows from before this time go; ISO 8601 in UTC. */
  readonly before: string;
  readonly maxBytes: number;
}

/** Rows that are removed in one transaction. */
const removedAtOnce = 10_000;

const insert = `INSERT INTO gateway_request (requested_at, rule, line, client, kind, target_host, target_port, outcome, reason,
  fault, status, received_bytes, sent_bytes, duration_ms, lookup_ms, connect_ms, handshake_ms, try_count, proxy_id,
  proxy_address, tries) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** The gateway's log: a ring of rows, and totals that stay. */
export function createRequestLog({ writer }: StoreContext) {
  const totals = createRequestTotals(writer);
  const hasFile = writer.get("SELECT 1 FROM pragma_database_list WHERE name = 'request_log'") !== undefined;
  const bytes = (): number => {
    if (!hasFile) return 0;
    const used = Number(writer.pragma('request_log.page_count')) - Number(writer.pragma('request_log.freelist_count'));
    return used * Number(writer.pragma('request_log.page_size'));
  };
  return {
    /** Adds finished requests, oldest first. @param lostCount before them */
    add(requests: readonly GatewayRequest[], lostCount: number): void {
      writer.transact(() => {
        const row = writer.prepare(insert);
        for (const request of requests) row.runWith(valuesOf(request));
        totals.add(requests);
        if (lostCount > 0) writer.run('UPDATE request_loss SET count = count + ?', lostCount);
      });
    },
    /** Came faster than they could be written. */
    lostCount: (): number => Number(writer.get('SELECT count FROM request_loss')?.[0] ?? 0),
    /** The space of the rows and totals, in bytes. */
    bytes,
    /** Removes old rows beyond the limits; true: perhaps more. */
    removeSome({ before, maxBytes }: RequestLogLimits): boolean {
      const old = writer.get(
        `SELECT count(*) FROM (SELECT 1 FROM gateway_request WHERE requested_at < ? ORDER BY key LIMIT ?)`,
        before,
        removedAtOnce,
      );
      const count = bytes() > maxBytes ? removedAtOnce : Number(old?.[0]);
      if (count === 0) return false;
      return (
        writer
          .prepare('DELETE FROM gateway_request WHERE key IN (SELECT key FROM gateway_request ORDER BY key LIMIT ?)')
          .run(count) > 0
      );
    },
    /** Removes totals that are too old. @param nowMs since 1970 */
    removeOldTotals: (nowMs: number): void => {
      totals.removeOld(nowMs);
    },
    clear(): void {
      writer.transact(() => {
        writer.run('DELETE FROM gateway_request');
        totals.clear();
        writer.run('UPDATE request_loss SET count = 0');
      });
      // Removed hosts survive there.
      writer.emptyLog();
    },
  };
}

const whole = (ms: number | null | undefined): SqlValue => (typeof ms === 'number' ? Math.round(ms) : null);

function valuesOf(request: GatewayRequest): SqlValue[] {
  const { tries } = request;
  const last = tries.at(-1);
  const isTold = tries.length > 1 || (last?.reason ?? null) !== null;
  return [
    new Date(request.startedAtMs).toISOString(),
    request.rule,
    request.line,
    request.client,
    request.kind,
    request.host,
    request.port,
    request.outcome,
    request.reason,
    request.fault,
    request.status,
    request.receivedBytes,
    request.sentBytes,
    Math.round(request.durationMs),
    whole(last?.phases.lookup),
    whole(last?.phases.connect),
    whole(last?.phases.handshake),
    tries.length,
    last?.proxy_id ?? null,
    last?.address ?? null,
    isTold ? JSON.stringify(tries) : null,
  ];
}
