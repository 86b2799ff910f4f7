import type { FieldTable, ShownFields } from './records/field.ts';

/** A test run in Proxydeck: several `proxy_test_run/create` requests of at most 20 proxies. */

/** Specification, Limits: maximum length of `proxies` in one call. */
export const maxProxiesPerBatch = 20;

export type TestRunState = 'running' | 'finished' | 'canceled' | 'failed' | 'interrupted';

export interface TestRunSummary {
  readonly id: number;
  readonly state: TestRunState;
  /** Local clock, ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly urls: readonly string[];
  /** The user whose credentials were used; null: each proxy's default proxy user. */
  readonly proxyUserId: string | null;
  readonly proxyCount: number;
  /** Proxies skipped before sending, because no line can be built for them. */
  readonly skippedCount: number;
  readonly batchCount: number;
  readonly batchesDone: number;
  /** Batches that failed or whose outcome is unknown. */
  readonly batchesFailed: number;
  readonly resultCount: number;
  readonly successCount: number;
  /** Why it stopped, or the problem of the last failed batch. */
  readonly problem: string | null;
}

/** Specification, "Proxy test result". The unit of the response time is not shown. */
export const testResultFields = {
  proxy_test_result_url: { kind: 'text', label: 'URL' },
  proxy_test_result_is_successful: { kind: 'boolean', label: 'Outcome' },
  proxy_test_result_error_code: { kind: 'text', label: 'Error' },
  proxy_test_result_error_source: { kind: 'text', label: 'Error source' },
  proxy_test_result_protocol: { kind: 'code', label: 'Protocol' },
  proxy_test_result_response_time: { kind: 'integer', label: 'Response time' },
  proxy_test_server_city_name: { kind: 'text', label: 'Tested from' },
  proxy_test_server_country_id: { kind: 'country', label: 'Country' },
  proxy_host: { kind: 'text-id', label: 'Proxy' },
  proxy_port: { kind: 'number-id', label: 'Port' },
  proxy_test_result_creation_datetime: { kind: 'datetime', label: 'Tested' },
} as const satisfies FieldTable;

/** One result. The proxy ID is not sent; we find it. */
export interface TestResultRow extends ShownFields<typeof testResultFields> {
  readonly proxy_id: string | null;
}

/** A selection of proxies: everything that a query finds, or these IDs. */
export type ProxySelection =
  | {
      readonly kind: 'query';
      readonly where: string;
      readonly excludedIds?: readonly string[] | undefined;
    }
  | { readonly kind: 'ids'; readonly ids: readonly string[] };
