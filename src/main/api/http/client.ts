import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { Agent } from 'undici';
import { systemRetryClock, type RetryClock } from './retry-clock.ts';
import { createRequestLimiter, retry } from './request-limiter.ts';
import { createPacing, type Pacing } from './pacing.ts';
import { createKeyRemoval } from './key-removal.ts';
import { readAnswer, isRepeatable, sendOnce, type ApiRequest, defaultLimits, type RequestLimits } from './send.ts';
import { outcomeUnknown } from './errors.ts';
import type { JsonObject } from '../../../shared/json.ts';

export interface ApiClient {
  /**
   * Sends a request and returns the body; retries those that change nothing.
   *
   * @throws FailureError (see errors.ts)
   */
  receive(request: ApiRequest, options?: CallOptions): Promise<Uint8Array>;
  /** Also parses. Failure if it is not a JSON object: `not-this-service`, or `outcome-unknown` after a change. */
  send(request: ApiRequest, options?: CallOptions): Promise<JsonObject>;
  /** Includes retries. */
  requestCount(): number;
  /** Only of a patient client. */
  readonly pacing?: Pacing | undefined;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ClientParts {
  /** Ends with the version segment (specification, Versioning). */
  readonly baseUrl: string;
  readonly publicKey: string;
  readonly privateKey: string;
  readonly limits?: Partial<RequestLimits> | undefined;
  readonly clock?: RetryClock | undefined;
}

/** For syncs, which may wait. */
interface Patience {
  /** Called before every second of a wait, in milliseconds left. */
  readonly onWait: (leftMs: number) => void;
}

/**
 * Makes a client. Both keys go with every request, to this origin only, without redirects (specification,
 * Authentication), and are removed from responses.
 *
 * @param patience waits while the service refuses requests for their number
 */
export function createClient(parts: ClientParts, patience?: Patience): ApiClient {
  const limits = { ...defaultLimits, ...parts.limits };
  const agent = new Agent({
    connect: {
      timeout: limits.connectTimeoutMs,
      // Otherwise NODE_TLS_REJECT_UNAUTHORIZED would decide.
      rejectUnauthorized: true,
      // Slow to make, and useless without TLS.
      ...(parts.baseUrl.startsWith('https:') ? { secureContext: trustedContext() } : {}),
    },
    connections: 8,
    pipelining: 1,
  });
  const base = parts.baseUrl.replace(/\/+$/, '');
  const headers = {
    'X-API-Private-Key': parts.privateKey,
    'X-API-Public-Key': parts.publicKey,
    Accept: 'application/json',
    'Accept-Encoding': 'gzip, identity;q=0.5',
    'User-Agent': 'Proxydeck',
  };
  const { clock = systemRetryClock } = parts;
  const keyRemoval = createKeyRemoval([parts.publicKey, parts.privateKey]);
  const pacing = patience && createPacing(clock);
  const limiter = createRequestLimiter(clock, limits.maxRetryAfterMs, pacing && { pacing, onWait: patience.onWait });
  let requestCount = 0;
  const receive: ApiClient['receive'] = (request, options = {}) => {
    const send = (): Promise<Uint8Array> => {
      requestCount += 1;
      return sendOnce({ agent, base, headers, limits, keyRemoval }, request, options.signal);
    };
    const attempt = (): Promise<Uint8Array> => limiter.pass(send, options.signal);
    if (!isRepeatable(request)) return attempt();
    return retry(attempt, limits, options.signal, { clock, retrying: limiter.retrying });
  };
  return {
    receive,
    async send(request, options) {
      const body = await receive(request, options);
      try {
        return readAnswer(body);
      } catch (error) {
        throw isRepeatable(request) ? error : outcomeUnknown(error);
      }
    },
    requestCount: () => requestCount,
    pacing,
    close: () => agent.destroy(),
  };
}

let context: SecureContext | undefined;

/** Trusts certificates of runtime and system, where companies add theirs. Shared: parsing them takes 30 ms. */
function trustedContext(): SecureContext {
  context ??= createSecureContext({
    ca: [...new Set([...getCACertificates('default'), ...getCACertificates('system')])],
  });
  return context;
}
