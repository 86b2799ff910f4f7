import { fail } from '../../shared/failure.ts';
import { isJsonObject, type JsonObject } from '../../shared/json.ts';
import { maxProxiesPerBatch } from '../../shared/testing/test-run.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { outcomeUnknown } from './http/errors.ts';
import { actions } from '../../shared/operations.ts';

/** One request tests up to 20 proxies against up to 50 URLs before it is answered. */
const responseTimeoutMs = 600_000;

/** Body of POST proxy_test_run/create (specification, Proxy tests). */
interface ProxyTestRunBody {
  readonly proxies: readonly { readonly proxy_id: string; readonly proxy_string: string }[];
  readonly proxy_tester_server_id?: readonly string[];
  readonly urls: readonly string[];
}

/**
 * POST proxy_test_run/create: tests at most 20 proxies and returns the
 * results. Sent once; an unknown outcome is the failure `outcome-unknown`.
 *
 * @returns the `data` of the response, which maps tester proxy ids to `{ results }`
 * @throws FailureError of the client; `invalid-input` beyond the limit; `outcome-unknown` also if
 *   `data` is not an object
 */
export async function createProxyTestRun(
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
  const { data } = await client.send(
    { ...actions.create_proxy_test_run, body, responseTimeoutMs },
    options,
  );
  if (isJsonObject(data)) return data;
  throw outcomeUnknown(undefined);
}
