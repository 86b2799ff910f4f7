import { fail, type Failure, type FailureCode, type FailureError } from '../../../shared/failure.ts';

const maxMessageCharacters = 500;

export const canceled = (cause?: unknown): FailureError =>
  fail('canceled', 'Canceled. Data received so far is cached.', { cause });

/** A 2xx response of something else, such as a portal. */
export function notThisService(cause?: unknown): FailureError {
  return fail(
    'not-this-service',
    `This response is not from the proxy service. A Wi-Fi login page or a wrong base URL may be the cause. Check the base URL and the network.`,
    { cause },
  );
}

/** A base URL without the operations that every service has. */
export const wrongAddress = {
  code: 'not-this-service',
  message:
    'This address does not lead to a proxy service. Check the base URL: it usually ends with the version, such as /1.0.',
} as const;

/** From the body of an error, without keys. */
export type ErrorAnswer = Pick<Failure, 'serviceMessage' | 'requestId'>;

/** A change whose response does not say whether it was made. */
export function outcomeUnknown(cause: unknown, response?: ErrorAnswer & { readonly status: number }): FailureError {
  return fail(
    'outcome-unknown',
    'The request was sent, but the service did not confirm it, so it is unknown whether the service carried it out. It was not sent again. Refresh and check before you try again.',
    { cause, ...(response && { status: response.status, ...toFields(response) }) },
  );
}

/** Bounds texts of the service to one line. */
const toFields = ({ serviceMessage, requestId }: ErrorAnswer): ErrorAnswer => ({
  ...(serviceMessage !== undefined && { serviceMessage: toLine(serviceMessage) }),
  ...(requestId !== undefined && { requestId: toLine(requestId) }),
});

const toLine = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu, ' ').slice(0, maxMessageCharacters);

/** Explains a response outside 2xx; the specification (Errors) lists no codes. */
export function failureOfStatus(status: number, answer: ErrorAnswer = {}, pauseMs?: number): RetryableFailure {
  const [code, message] = describeStatus(status, pauseMs);
  return Object.assign(fail(code, message, { status, ...toFields(answer) }), { retryAfterMs: pauseMs });
}

export type RetryableFailure = FailureError & { readonly retryAfterMs?: number | undefined };

function describeStatus(status: number, pauseMs: number | undefined): [FailureCode, string] {
  if (status >= 300 && status < 400) {
    return [
      'redirected',
      `The service redirects to another address. To protect your keys, Proxydeck did not follow. Check the base URL.`,
    ];
  }
  // Some services send 403 for a limit; for refused keys without a pause.
  if (status === 429 || (status === 403 && pauseMs !== undefined)) {
    const when = pauseMs === undefined ? 'later' : `in ${describePause(pauseMs)}`;
    return ['too-many-requests', `The service received too many requests. Try again ${when}.`];
  }
  if (status === 401 || status === 403) {
    return ['keys-refused', `The service refused the keys. Check both keys and the base URL.`];
  }
  if (status === 404) return ['not-found', `The service did not find this item.`];
  if (status >= 500) {
    return ['service-fault', `The service had an internal error (status ${status}). Try again later.`];
  }
  return ['rejected', `The service rejected the request (status ${status}).`];
}

/** By OpenSSL's and Node's error code. */
const certificateProblems = new Map([
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['CERT_NOT_YET_VALID', 'its certificate is not valid yet; the clock of this machine may be wrong'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is self-signed and not trusted by this system'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'its certificate comes from an issuer that this system does not trust'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the issuer of its certificate is not known to this system'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'the issuer of its certificate is not known to this system'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate chain is incomplete, and this system does not know the issuer'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate belongs to another address'],
  ['INVALID_CA', 'its certificate was issued by an authority that is not allowed to issue it'],
  ['PATH_LENGTH_EXCEEDED', 'its certificate was issued by an authority that is not allowed to issue it'],
  ['INVALID_PURPOSE', 'its certificate is not meant for a server'],
  ['CERT_REVOKED', 'its certificate has been revoked'],
  ['EPROTO', 'it does not follow the TLS protocol'],
]);
const otherTlsProblem =
  /^(CERT_|CRL_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_|CA_|EE_|PATH_LENGTH)/;
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const timeouts = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']);

/** The failure of a request without a complete response. */
export function failureOfError(
  cause: unknown,
  how: { readonly isTimeout: boolean; readonly isRepeatable: boolean },
): FailureError {
  const code = findCode(cause);
  const tlsProblem = describeTlsProblem(code);
  if (tlsProblem !== undefined) {
    return fail('tls', `No safe connection to the service: ${tlsProblem}. No key was sent.`, {
      cause,
    });
  }
  if (!how.isRepeatable && !neverSent.has(code)) return outcomeUnknown(cause);
  // zlib: the body does not match its header.
  if (code.startsWith('Z_')) return notThisService(cause);
  if (how.isTimeout || timeouts.has(code)) {
    return fail('timeout', `The service did not respond in time. Try again later.`, {
      cause,
    });
  }
  return fail('unreachable', `The service cannot be reached. Check the network and the base URL.`, {
    cause,
  });
}

function describeTlsProblem(code: string): string | undefined {
  const known = certificateProblems.get(code);
  if (known !== undefined || !otherTlsProblem.test(code)) return known;
  return `its certificate cannot be trusted (${code})`;
}

/** The system's or undici's code, perhaps of a cause. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return findCode(error.cause);
}

/** Rounds up. */
function describePause(pauseMs: number): string {
  if (pauseMs <= 90_000) return `${String(Math.ceil(pauseMs / 1000))} s`;
  const minutes = Math.ceil(pauseMs / 60_000);
  return minutes <= 90 ? `${String(minutes)} min` : `${String(Math.ceil(minutes / 60))} h`;
}
