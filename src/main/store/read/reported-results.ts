import { judgeTry } from '../../../shared/gateway/judge-try.ts';
import { requestOutcomes, type RequestTry } from '../../../shared/records/gateway-request.ts';
import { faultOf } from '../../../shared/records/test-result.ts';
import { statusReasons } from '../../../shared/test-runs/local-test.ts';
import { urlOfHost, type ReportedResult, type ReportedTime } from '../../../shared/test-runs/seller-report.ts';
import { numberOrNull, textOrNull } from '../schema/column-form.ts';
import type { SqlValue } from '../sqlite/connection.ts';
import type { StoreContext } from '../types.ts';

/** Other hosts that a report names: those that its proxies reached most often. They are nobody else's business, so they are few. */
const mostElsewhere = 5;

/** Where the proxies that were tried for a host reached another one. Parameters: host, times; times, host. */
const reachedElsewhere = `WITH tried AS (
    SELECT DISTINCT coalesce(t.value ->> 'proxy_id', r.proxy_id) AS proxy_id FROM gateway_request r
    LEFT JOIN json_each(r.tries) t WHERE r.target_host = ? AND r.requested_at >= ? AND r.requested_at < ?),
  reached AS MATERIALIZED (
    SELECT r.proxy_id, r.proxy_address, r.target_host, count(*) AS count FROM gateway_request r
    WHERE r.requested_at >= ? AND r.requested_at < ? AND r.outcome = 'works' AND coalesce(r.status, 200) < 400
      AND r.target_host <> ? AND r.proxy_id IN (SELECT proxy_id FROM tried) GROUP BY 1, 2, 3)
  SELECT proxy_id, proxy_address, target_host FROM reached WHERE target_host IN (
    SELECT target_host FROM reached GROUP BY 1 ORDER BY sum(count) DESC, 1 LIMIT ${String(mostElsewhere)})`;

/** The results of test runs, and of logged requests, for reports. */
export const createReportedResults = ({ reader }: StoreContext) => ({
  /** Streams a run's results in order, with cached network and service. */
  *reportedResults(testRunId: number): Generator<ReportedResult, undefined> {
    const rows = reader().iterate(
      `SELECT r.proxy_host, r.proxy_port, r.proxy_test_result_url, r.proxy_test_result_is_successful,
         coalesce(r.reason, nullif(r.proxy_test_result_error_code, '')), r.fault, r.status, r.received_at_ms, r.exit_address,
         p.asn_name, s.service_name
       FROM test_result r LEFT JOIN proxy p ON p.proxy_id = r.proxy_id
       LEFT JOIN service s ON s.service_id = p.service_id
       WHERE r.test_run_id = ? ORDER BY r.key`,
      testRunId,
    );
    for (const [host, port, url, works, reason, fault, status, receivedAtMs, exitAddress, network, service] of rows) {
      yield {
        host: textOrNull(host),
        port: numberOrNull(port),
        url: textOrNull(url),
        works: works === 1 ? true : works === 0 ? false : null,
        reason: textOrNull(reason),
        fault: faultOf({ fault: textOrNull(fault) }),
        status: numberOrNull(status),
        receivedAtMs: numberOrNull(receivedAtMs),
        exitAddress: textOrNull(exitAddress),
        network: textOrNull(network),
        service: textOrNull(service),
      };
    }
  },
  /**
   * Streams every try of the logged requests to a host, the oldest first.
   *
   * @param options.hasOthers also streams other hosts that the same proxies reached meanwhile, which reads the whole log
   */
  *reportedTries(
    host: string,
    { fromMs, untilMs }: ReportedTime,
    options: { readonly hasOthers: boolean },
  ): Generator<ReportedResult, undefined> {
    const time = [new Date(fromMs).toISOString(), new Date(untilMs).toISOString()] as const;
    const proxies = new Map<string, Pick<ReportedResult, 'network' | 'service'>>();
    const proxyOf = (id: string): Pick<ReportedResult, 'network' | 'service'> => {
      const known = proxies.get(id);
      if (known) return known;
      const [network = null, service = null] =
        reader().get(
          `SELECT p.asn_name, s.service_name FROM proxy p LEFT JOIN service s ON s.service_id = p.service_id
           WHERE p.proxy_id = ?`,
          id,
        ) ?? [];
      const found = { network: textOrNull(network), service: textOrNull(service) };
      proxies.set(id, found);
      return found;
    };
    const resultOf = (id: string, address: string, target: string) => ({
      ...splitAddress(address),
      url: urlOfHost(target),
      exitAddress: null,
      ...proxyOf(id),
    });
    const rows = reader().iterate(
      `SELECT r.requested_at, r.outcome, r.reason, r.fault, r.status, r.proxy_id, r.proxy_address, r.tries
       FROM gateway_request r WHERE r.target_host = ? AND r.requested_at >= ? AND r.requested_at < ? ORDER BY r.key`,
      host,
      ...time,
    );
    for (const [at, written, reason, fault, status, proxyId, address, tried = null] of rows) {
      const outcome = requestOutcomes.find((one) => one === written);
      const tries = readTries(tried, proxyId, address);
      if (outcome === undefined) continue;
      const request = { outcome, reason: textOrNull(reason), fault: faultOf({ fault: textOrNull(fault) }), tries };
      for (const [place, attempt] of tries.entries()) {
        const judged = judgeTry(request, place);
        const answer = place === tries.length - 1 ? numberOrNull(status) : attempt.status;
        // The log has the answer of the target as it came; a report says what it means.
        const refused = judged.works === true && answer !== null ? statusReasons[answer] : undefined;
        yield {
          ...resultOf(attempt.proxy_id, attempt.address, host),
          works: refused === undefined ? judged.works : false,
          reason: refused ?? judged.reason,
          fault: refused === undefined ? faultOf(judged) : 'target',
          status: answer,
          receivedAtMs: Date.parse(String(at)),
        };
      }
    }
    if (!options.hasOthers) return;
    const elsewhere = reader().iterate(reachedElsewhere, host, ...time, ...time, host);
    for (const [id, address, target] of elsewhere) {
      yield {
        ...resultOf(String(id), String(address), String(target)),
        works: true,
        reason: null,
        fault: null,
        status: null,
        receivedAtMs: null,
      };
    }
  },
});

/** Host and port of a proxy, as the log has them in one text. */
function splitAddress(address: string): Pick<ReportedResult, 'host' | 'port'> {
  const url = URL.parse(`http://${address}`);
  if (!url) return { host: address, port: null };
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 80) };
}

/** The tries of a row; one that worked at once is not written. */
function readTries(
  written: SqlValue,
  proxyId: SqlValue | undefined,
  address: SqlValue | undefined,
): readonly RequestTry[] {
  // Only `createRequestLog` writes them.
  if (typeof written === 'string') return JSON.parse(written) as readonly RequestTry[];
  if (typeof proxyId !== 'string') return [];
  const phases = { lookup: null, connect: null, handshake: null, tls: null, firstByte: null, body: null };
  return [{ proxy_id: proxyId, address: String(address), reason: null, status: null, phases }];
}
