import { fail, type FailureCode, type FailureError } from '../../shared/failure.ts';
import { isJsonObject, type JsonValue } from '../../shared/json.ts';

const kept = 'What was kept is unchanged.';

/** Longest part of a service's own message that is passed on. */
const maxMessageCharacters = 500;

/** A 2xx answer, or a body, that this service would not give: a portal's page, another shape. */
export function notThisService(cause?: unknown): FailureError {
  return fail(
    'not-this-service',
    `The answer is not one of the proxy service; a login page of the network or another site may be in between. ${kept} Check the base URL and the network.`,
    { cause },
  );
}

/**
 * The failure of an answer outside 2xx. Which codes the service uses is not
 * shown (specification, Errors), so every status has an answer.
 *
 * @param body the parsed body, where it was JSON; its `message` is kept
 * @param retryAfter the header, seconds or a date
 */
export function failureOfStatus(
  status: number,
  body: JsonValue | undefined,
  retryAfter?: string | string[],
): RetryableFailure {
  const serviceMessage = readMessage(body);
  const [code, message] = describeStatus(status);
  const error = fail(code, message, {
    status,
    ...(serviceMessage === undefined ? {} : { serviceMessage }),
  });
  return Object.assign(error, { retryAfterMs: readRetryAfter(retryAfter) });
}

/** A failure that knows how long the service asked to wait; undefined: it did not. */
export type RetryableFailure = FailureError & { readonly retryAfterMs?: number | undefined };

function describeStatus(status: number): [FailureCode, string] {
  if (status >= 300 && status < 400) {
    return [
      'redirected',
      `The service points to another address, which was not followed, because keys go to one address only. ${kept} Check the base URL.`,
    ];
  }
  if (status === 401 || status === 403) {
    return [
      'keys-refused',
      `The service refused the keys. ${kept} Check both keys and the base URL.`,
    ];
  }
  if (status === 404) return ['not-found', `The service does not know what was asked for. ${kept}`];
  if (status === 429) {
    return ['too-many-requests', `The service asks for fewer requests. ${kept} Try again later.`];
  }
  if (status >= 500) {
    return [
      'service-fault',
      `The service has a fault of its own (status ${status}). ${kept} Try again later.`,
    ];
  }
  return ['rejected', `The service rejected the request (status ${status}). ${kept}`];
}

const certificateProblems =
  /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
]);

/** The failure of a request that got no whole answer. */
export function failureOfError(
  cause: unknown,
  how: { readonly isTimeout: boolean; readonly isRepeatable: boolean },
): FailureError {
  const code = findCode(cause);
  // zlib's word for a body that is not what its header says.
  if (code.startsWith('Z_')) return notThisService(cause);
  if (certificateProblems.test(code)) {
    return fail(
      'tls',
      `No safe connection to the service: its certificate cannot be trusted (${code}). Nothing was sent. ${kept}`,
      { cause },
    );
  }
  if (!how.isRepeatable && !neverSent.has(code)) {
    return fail(
      'outcome-unknown',
      'The connection broke after the request was sent, so it is unknown whether the service carried it out. It was not sent again. Look at the present state before you repeat it.',
      { cause },
    );
  }
  if (how.isTimeout || timeouts.has(code)) {
    return fail('timeout', `The service did not answer in time. ${kept} Try again later.`, {
      cause,
    });
  }
  return fail(
    'unreachable',
    `The service cannot be reached. ${kept} Check the network and the base URL.`,
    { cause },
  );
}

/** The system's or undici's code, which may sit in a cause. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return findCode(error.cause);
}

function readMessage(body: JsonValue | undefined): string | undefined {
  const message = isJsonObject(body) ? body['message'] : undefined;
  if (typeof message !== 'string') return undefined;
  return message.replace(/\p{Cc}/gu, ' ').slice(0, maxMessageCharacters);
}

function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
