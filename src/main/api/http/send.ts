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
import { readPauseMs } from './rate-headers.ts';
import type { KeyRemoval } from './key-removal.ts';

/** One call of the service as data. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** Below the base address, path parameters already encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  /** Longest time of a request that takes longer than others, instead of those of `RequestLimits`. */
  readonly responseTimeoutMs?: number;
  /** Set if a request other than GET only reads. */
  readonly changesNothing?: boolean;
}

/** Bounds of every request, so that each one ends and none fills the memory. */
export interface RequestLimits {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** Longest silence between two pieces of a body. */
  readonly bodyIdleTimeoutMs: number;
  /** Longest time of one try, all of the above together. */
  readonly totalTimeoutMs: number;
  /** Largest body after decompression. */
  readonly maxBodyBytes: number;
  readonly maxTries: number;
  /** Longest wait that a service may ask for; a sync waits longer (pacing.ts). */
  readonly maxRetryAfterMs: number;
}

export const defaultLimits: RequestLimits = {
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 45_000,
  bodyIdleTimeoutMs: 20_000,
  totalTimeoutMs: 60_000,
  maxBodyBytes: 16 * 1024 * 1024,
  maxTries: 4,
  // Somebody looks at the window until it has ended.
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
 * Sends one request, once.
 *
 * @returns the body of a 2xx response, decompressed
 * @throws FailureError for everything else
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
    // Without a status: the body of a response could not be read.
    if (isFailure && (isSafeToRepeat || error.failure.status !== undefined)) throw error;
    if (isCanceled() && isSafeToRepeat) throw canceled(error);
    throw failureOfError(error, {
      isTimeout: deadline.aborted,
      isRepeatable: isSafeToRepeat,
    });
  }
}

/** Whether a request may be sent again: it does no harm if the service carries it out twice. */
export const isRepeatable = ({ method, changesNothing = false }: ApiRequest): boolean =>
  method === 'GET' || changesNothing;

/**
 * Whether a status says that the request was not carried out. A gateway that gave up and a service
 * that failed say nothing about that, and 302 and 303 may lead to the result of what was done.
 */
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
 * Reads a body to its end.
 *
 * @param maxBytes bound after decompression; beyond it the connection is dropped
 * @throws FailureError `too-large`; `not-this-service` for an unknown encoding
 */
async function readBody({ headers, body }: Received, maxBytes: number): Promise<Buffer> {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    // Destroying it emits an error, which has no other listener yet.
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

/**
 * Frees the memory of bytes at once, if no other bytes share it: the collector would let
 * hundreds of bodies pile up first.
 */
export function detachBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** A longer body of an error is not a message for people. */
const maxErrorBodyBytes = 64 * 1024;

/** The message of an error body (specification, Errors), and the ID of the request, which peers of this service send. */
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
  // Some send the text as the error, or as its message.
  const texts = [message, error, isJsonObject(error) ? error['message'] : undefined];
  const said = texts.find((text) => typeof text === 'string' && text.trim() !== '');
  const id = typeof requestId === 'object' || requestId === undefined ? '' : String(requestId).trim();
  return {
    ...(typeof said === 'string' && { serviceMessage: keyRemoval.fromMessage(said) }),
    ...(id !== '' && { requestId: keyRemoval.fromMessage(id) }),
  };
}

/**
 * Parses the body of a response, which is always a JSON object (specification, Conventions).
 *
 * @throws FailureError `not-this-service` if it is not UTF-8, not JSON, not an object, or
 *   nests too deep; `too-large` if it nests so deep that its large numbers cannot be read
 */
export function readAnswer(body: Uint8Array): JsonObject {
  const answer = parseAnswer(body);
  if (nestsTooDeep(answer)) throw notThisService();
  return answer;
}

/** The same, however deep it nests: for a caller that checks its parts. */
export function parseAnswer(body: Uint8Array): JsonObject {
  let answer: JsonValue;
  try {
    answer = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    // It nests too deep to be read with exact numbers. In smaller pages such a row comes alone.
    if (error instanceof RangeError) throw tooDeep();
    // The parser's own message quotes the text, which may hold a password; it must not reach the log.
    throw notThisService();
  }
  if (isJsonObject(answer)) return answer;
  throw notThisService();
}

const tooDeep = (): FailureError =>
  fail('too-large', 'The service sent a response that nests too deep to be read, which was rejected.');

/** Far deeper than anything in the specification, and far less deep than a stack allows. */
const maxDepth = 1000;

/** Whether a value nests so deep that it could be parsed, but neither compared nor written again. */
export function nestsTooDeep(value: JsonValue, levels = maxDepth): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const item of Object.values(value)) {
    if (typeof item === 'object' && nestsTooDeep(item, levels - 1)) return true;
  }
  return false;
}
