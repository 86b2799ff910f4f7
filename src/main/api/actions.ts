import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { fail } from '../../shared/failure.ts';
import type { ApiClient, CallOptions } from './http/client.ts';
import { findMetadataProblem } from '../../shared/records/service.ts';
import { actions, pathOf } from '../../shared/operations.ts';
import { notThisService, outcomeUnknown } from './http/errors.ts';
import { maxProxiesPerBatch } from '../../shared/test-runs/test-run.ts';

/** Only the given fields are sent. */
export interface ServiceEdit {
  readonly cancel_comment?: string;
  readonly cancel_feedback?: string;
  readonly payment_method_id?: string;
  readonly service_is_automatic_collection?: boolean;
  readonly service_is_pending_cancellation?: boolean;
  readonly service_metadata?: JsonObject;
}

/**
 * PATCH service/edit/{service_id}: `{ edited, message }`. Sent once.
 *
 * @throws FailureError `invalid-input` for an empty edit or large metadata; `outcome-unknown`
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
 * POST proxy/list/options: active proxy users with access to all of the proxies.
 *
 * @returns `{ has_access, proxy_user_id, proxy_user_is_default }` by ID, without malformed entries; and the message
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

/** Up to 20 proxies and 50 URLs are tested before the response. */
const responseTimeoutMs = 600_000;

/** Specification, Proxy tests. */
interface ProxyTestRunBody {
  readonly proxies: readonly { readonly proxy_id: string; readonly proxy_string: string }[];
  readonly proxy_tester_server_id?: readonly string[];
  readonly urls: readonly string[];
}

/**
 * POST proxy_test_run/create: tests at most 20 proxies. Sent once.
 *
 * @returns `data`: tester proxy IDs to `{ results }`
 * @throws FailureError of the client; `invalid-input` beyond the limit; `outcome-unknown`, also if `data` is not an
 *   object
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
