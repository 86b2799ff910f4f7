/** The operations that send a body; each response has a form of its own. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { fail } from '../../shared/failure.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { findMetadataProblem } from '../../shared/records/service.ts';
import { actions, pathOf } from '../../shared/operations.ts';
import { notThisService, outcomeUnknown } from './http/errors.ts';
import { maxProxiesPerBatch } from '../../shared/test-runs/test-run.ts';

/** Body of PATCH service/edit; only the fields given are sent. */
export interface ServiceEdit {
  readonly cancel_comment?: string;
  readonly cancel_feedback?: string;
  readonly payment_method_id?: string;
  readonly service_is_automatic_collection?: boolean;
  readonly service_is_pending_cancellation?: boolean;
  readonly service_metadata?: JsonObject;
}

/**
 * PATCH service/edit/{service_id}: `{ edited, message }`. Sent once; an unknown
 * outcome is the failure `outcome-unknown`.
 *
 * @throws FailureError `invalid-input` for an empty edit, or one that names the limit that the metadata exceeds
 */
export function editService(
  client: ApiClient,
  serviceId: string,
  edit: ServiceEdit,
  options?: CallOptions,
): Promise<JsonObject> {
  if (Object.keys(edit).length === 0) {
    throw fail('invalid-input', 'There is nothing to change. Nothing was sent.');
  }
  const { service_metadata: metadata } = edit;
  // The specification's Limits.
  const problem = metadata === undefined ? null : findMetadataProblem(metadata);
  if (problem !== null) throw fail('invalid-input', `The metadata was not sent: ${problem}.`);
  const { method } = actions.edit_service;
  const path = pathOf(actions.edit_service, serviceId);
  return client.send({ method, path, body: edit }, options);
}

/**
 * POST proxy/list/options: which active proxy users have access to all of the given proxies.
 *
 * @returns `{ has_access, proxy_user_id, proxy_user_is_default }` of each user by its ID, without
 *   malformed entries; and the service's message
 * @throws FailureError of the client; `not-this-service` if `data` is not an array
 */
export async function listProxyOptions(
  client: ApiClient,
  proxyIds: readonly string[],
  options?: CallOptions,
): Promise<{ readonly users: ReadonlyMap<string, JsonObject>; readonly message: string | null }> {
  const { data, message } = await client.send(
    {
      ...actions.list_proxy_options,
      body: { proxy_ids: proxyIds },
      changesNothing: true,
    },
    options,
  );
  if (!Array.isArray(data)) throw notThisService();
  const users = (data as readonly JsonValue[]).filter(isJsonObject).flatMap((option) => {
    const userId = option['proxy_user_id'];
    return typeof userId === 'string' ? [[userId, option] as const] : [];
  });
  return { users: new Map(users), message: typeof message === 'string' ? message : null };
}

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
    throw fail('invalid-input', `One test run takes at most ${maxProxiesPerBatch} proxies. Nothing was sent.`);
  }
  const { data } = await client.send({ ...actions.create_proxy_test_run, body, responseTimeoutMs }, options);
  if (isJsonObject(data)) return data;
  throw outcomeUnknown(undefined);
}
