import type { ReportedResult } from '../../../shared/test-runs/seller-report.ts';
import { faultOf } from '../../../shared/records/test-result.ts';
import { numberOrNull, textOrNull } from '../schema/column-form.ts';
import type { StoreContext } from '../types.ts';

/** Reads the results of test runs for reports. */
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
});
