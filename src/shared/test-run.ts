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

/** One result, API names kept (specification, "Proxy test result"). The unit of the response time is not shown. */
export interface TestResultRow {
  readonly proxy_id: string | null;
  readonly proxy_test_result_url: string | null;
  readonly proxy_test_result_is_successful: boolean | null;
  readonly proxy_test_result_error_code: string | null;
  readonly proxy_test_result_error_source: string | null;
  readonly proxy_test_result_protocol: string | null;
  readonly proxy_test_result_response_time: number | null;
  readonly proxy_test_server_city_name: string | null;
  readonly proxy_test_server_country_id: string | null;
  readonly proxy_host: string | null;
  readonly proxy_port: number | null;
  readonly proxy_test_result_creation_datetime: string | null;
}

/** A selection of proxies: everything that a query finds, or these IDs. */
export type ProxySelection =
  | {
      readonly kind: 'query';
      readonly where: string;
      readonly excludedIds?: readonly string[] | undefined;
    }
  | { readonly kind: 'ids'; readonly ids: readonly string[] };
