import { probeReasons, type ProbeResult } from '../../../shared/test-runs/local-test.ts';
import type { TestedResult } from './test-results.ts';

/** A request through a proxy, from here or of the gateway. */
export interface Observation {
  readonly proxyId: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: 'http' | 'socks5';
  /** Null: the target is not stored. The gateway stores no more of it than `https://example.com`. */
  readonly url: string | null;
  readonly result: ProbeResult;
  /** What the judge saw. */
  readonly exitAddress?: string | null;
  readonly revealingHeaders?: readonly string[];
}

/** An observation in the fields of a result of the service that mean the same. */
export function toTestedResult({
  proxyId,
  host,
  port,
  protocol,
  url,
  result: { reason, status, phases, firstByteMs, bytes },
  exitAddress = null,
  revealingHeaders = [],
}: Observation): TestedResult {
  return {
    proxyId,
    fields: {
      proxy_host: host,
      proxy_port: port,
      proxy_test_result_url: url,
      proxy_test_result_protocol: protocol,
      proxy_test_result_is_successful: reason === null,
      proxy_test_result_response_time: firstByteMs === null ? null : Math.round(firstByteMs),
    },
    observed: {
      reason,
      fault: reason === null ? null : probeReasons[reason].fault,
      status,
      bytes,
      phases,
      exitAddress,
      revealingHeaders,
    },
  };
}
