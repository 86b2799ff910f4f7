import { request as sendRequest, type Agent } from 'undici';
import { fail, FailureError } from '../../shared/failure.ts';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../shared/json.ts';
import { readBody } from './body.ts';
import { failureOfError, failureOfStatus, notThisService } from './errors.ts';
import type { RequestLimits } from './limits.ts';

/** One call of the service as data. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below the base address, path parameters already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

interface Connection {
  readonly agent: Agent;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: RequestLimits;
}

/**
 * Sends one request, once.
 *
 * @returns the JSON object of a 2xx answer
 * @throws FailureError for everything else
 */
export async function sendOnce(
  { agent, base, headers, limits }: Connection,
  request: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  const deadline = AbortSignal.timeout(limits.totalTimeoutMs);
  try {
    const response = await sendRequest(formatUrl(base, request), {
      dispatcher: agent,
      method: request.method,
      headers:
        request.body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: request.body === undefined ? null : stringifyJson(request.body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const text = await readBody(response, limits.maxBodyBytes);
    const { statusCode } = response;
    if (statusCode < 200 || statusCode > 299) {
      throw failureOfStatus(statusCode, parseLeniently(text), response.headers['retry-after']);
    }
    const body = parseLeniently(text);
    if (isJsonObject(body)) return body;
    throw notThisService();
  } catch (error) {
    if (error instanceof FailureError) throw error;
    if (signal?.aborted === true) {
      throw fail('cancelled', 'Cancelled. What had been received was kept.', { cause: error });
    }
    throw failureOfError(error, {
      isTimeout: deadline.aborted,
      isRepeatable: request.method === 'GET',
    });
  }
}

function formatUrl(base: string, { path, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `${base}${path}${text === '' ? '' : `?${text}`}`;
}

function parseLeniently(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
