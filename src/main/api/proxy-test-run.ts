import { fail } from '../../shared/failure.ts';
import type { JsonObject } from '../../shared/json.ts';
import { maxProxiesPerBatch } from '../../shared/test-run.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { userPath } from './http/operation.ts';

/** Body of POST proxy_test_run/create (specification, Proxy tests). */
export interface ProxyTestRunBody {
  readonly proxies: readonly { readonly proxy_id: string; readonly proxy_string: string }[];
  readonly proxy_tester_server_id?: readonly string[];
  readonly urls: readonly string[];
}

/**
 * POST proxy_test_run/create: tests at most 20 proxies and returns the
 * results. Sent once; an unknown outcome is the failure `outcome-unknown`.
 *
 * @returns the response; its `data` maps tester proxy ids to `{ results }`
 * @throws FailureError `invalid-input` beyond the limit
 */
export function createProxyTestRun(
  client: ApiClient,
  body: ProxyTestRunBody,
  options?: CallOptions,
): Promise<JsonObject> {
  if (body.proxies.length > maxProxiesPerBatch) {
    throw fail(
      'invalid-input',
      `One test run takes at most ${maxProxiesPerBatch} proxies. Nothing was sent.`,
    );
  }
  return client.send({ method: 'POST', path: `${userPath}/proxy_test_run/create`, body }, options);
}
