import { createGunzip } from 'node:zlib';
import type { Agent, Dispatcher } from 'undici';
import { fail, FailureError } from '../../../shared/failure.ts';
import { isJsonObject, parseJson, stringifyJson, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import {
  canceled,
  failureOfError,
  failureOfStatus,
  notThisService,
  outcomeUnknown,
  type ErrorAnswer,
} from './errors.ts';
import { readPauseMs } from './pause-headers.ts';
import type { KeyRemoval } from './key-removal.ts';

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below the base address, with encoded parameters. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Replaces those of `RequestLimits` for slow requests. */
  readonly responseTimeoutMs?: number;
  /** For requests other than GET that only read. */
  readonly changesNothing?: boolean;
}

/** Bounds of time and memory. */
export interface RequestLimits {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Between two pieces of a body. */
  readonly bodyIdleTimeoutMs: number;
  /** Of one try. */
  readonly totalTimeoutMs: number;
  /** After decompression. */
  readonly maxBodyBytes: number;
  readonly maxTries: number;
  /** A sync waits longer (pacing.ts). */
  readonly maxRetryAfterMs: number;
}

export const defaultLimits: RequestLimits = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 45_000,
  bodyIdleTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxTries: 4,
  // Somebody is looking at the window.
  maxRetryAfterMs: 10_000,
};

interface Connection {
  readonly agent: Agent;
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly limits: RequestLimits;
  readonly keyRemoval: KeyRemoval;
}

/**
 * Sends a request once.
 *
 * @returns the decompressed body of a 2xx response
 * @throws FailureError for others
 */
export async function sendOnce(
  { agent, base, headers, limits, keyRemoval }: Connection,
  request: ApiRequest,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const { responseTimeoutMs } = request;
  const isSafeToRepeat = isRepeatable(request);
  const isCanceled = (): boolean => signal?.aborted === true;
  if (isCanceled()) throw canceled();
  const deadline = AbortSignal.timeout(responseTimeoutMs ?? limits.totalTimeoutMs);
  try {
    const { origin, pathname, search } = new URL(formatUrl(base, request));
    const response = await agent.request({
      origin,
      path: pathname + search,
      headersTimeout: responseTimeoutMs ?? limits.headersTimeoutMs,
      bodyTimeout: responseTimeoutMs ?? limits.bodyIdleTimeoutMs,
      method: request.method,
      headers: request.body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      body: request.body === undefined ? null : stringifyJson(request.body),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    const received = await readBody(response, limits.maxBodyBytes);
    const { statusCode } = response;
    if (statusCode < 200 || statusCode > 299) {
      const answer = readErrorBody(received, keyRemoval);
      if (!isSafeToRepeat && !isRefusal(statusCode)) throw outcomeUnknown(undefined, { status: statusCode, ...answer });
      throw failureOfStatus(statusCode, answer, readPauseMs(statusCode, response.headers, Date.now()));
    }
    return keyRemoval.fromBody(received);
  } catch (error) {
    const isFailure = error instanceof FailureError;
    // Without a status: the body could not be read.
    if (isFailure && (isSafeToRepeat || error.failure.status !== undefined)) throw error;
    if (isCanceled() && isSafeToRepeat) throw canceled(error);
    throw failureOfError(error, {
      isTimeout: deadline.aborted,
      isRepeatable: isSafeToRepeat,
    });
  }
}

/** Whether the service may carry a request out twice. */
export const isRepeatable = ({ method, changesNothing = false }: ApiRequest): boolean =>
  method === 'GET' || changesNothing;

/** Whether nothing was done. Timeouts and failures do not say, and 302 and 303 may lead to the result. */
function isRefusal(status: number): boolean {
  const isRedirect = status >= 300 && status < 400 && status !== 302 && status !== 303;
  return isRedirect || (status >= 400 && status < 500 && status !== 408);
}

function formatUrl(base: string, { path, query = {} }: ApiRequest): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return `${base}${path}${text === '' ? '' : `?${text}`}`;
}

type Received = Pick<Dispatcher.ResponseData, 'headers' | 'body'>;

/**
 * Reads a body.
 *
 * @param maxBytes decompressed
 * @throws FailureError `too-large`; `not-this-service` for an unknown encoding
 */
async function readBody({ headers, body }: Received, maxBytes: number): Promise<Buffer> {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    // Destroying it emits an error.
    body.on('error', () => undefined).destroy();
    throw notThisService();
  }
  const stream = encoding === 'gzip' ? body.pipe(createGunzip()) : body;
  if (stream !== body) body.on('error', (error) => stream.destroy(error));
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw fail(
          'too-large',
          `The service sent a response of more than ${Math.floor(maxBytes / 1024 / 1024)} MiB, which was rejected.`,
        );
      }
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  const whole = Buffer.concat(chunks);
  chunks.forEach(detachBuffer);
  return whole;
}

/** Frees bytes at once: hundreds of bodies would pile up. */
export function detachBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** A longer body is not a message for people. */
const maxErrorBodyBytes = 64 * 1024;

/** Message (specification, Errors) and request ID, which peers of this service send. */
function readErrorBody(body: Buffer, keyRemoval: KeyRemoval): ErrorAnswer {
  if (body.length > maxErrorBodyBytes) return {};
  let parsed: JsonValue;
  try {
    parsed = parseJson(body.toString('utf8'));
  } catch {
    return {};
  }
  if (!isJsonObject(parsed)) return {};
  const { message, error, api_request_id: requestId } = parsed;
  const texts = [message, error, isJsonObject(error) ? error['message'] : undefined];
  const said = texts.find((text) => typeof text === 'string' && text.trim() !== '');
  const id = typeof requestId === 'object' || requestId === undefined ? '' : String(requestId).trim();
  return {
    ...(typeof said === 'string' && { serviceMessage: keyRemoval.fromMessage(said) }),
    ...(id !== '' && { requestId: keyRemoval.fromMessage(id) }),
  };
}

/**
 * Parses a JSON object (specification, Conventions).
 *
 * @throws FailureError `not-this-service` if it is not UTF-8, JSON or an object, or too deep; `too-large` if its large
 *   numbers cannot be read for that
 */
export function readAnswer(body: Uint8Array): JsonObject {
  const answer = parseAnswer(body);
  if (nestsTooDeep(answer)) throw notThisService();
  return answer;
}

/** The same at any depth, for a caller that checks the parts. */
export function parseAnswer(body: Uint8Array): JsonObject {
  let answer: JsonValue;
  try {
    answer = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    // Too deep for exact numbers; in smaller pages such a row is alone.
    if (error instanceof RangeError) throw tooDeep();
    // The parser's message may quote a password.
    throw notThisService();
  }
  if (isJsonObject(answer)) return answer;
  throw notThisService();
}

const tooDeep = (): FailureError =>
  fail('too-large', 'The service sent a response that nests too deep to be read, which was rejected.');

/** Far deeper than the specification, within a stack's reach. */
const maxDepth = 1000;

/** Whether a value is too deep to be compared or written. */
export function nestsTooDeep(value: JsonValue, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && nestsTooDeep(item, levels - 1)) return true;
  }
  return false;
}
