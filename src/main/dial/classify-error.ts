import { ownValue } from '../../shared/own-value.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import type { ProbeReason, ProbeResult } from '../../shared/test-runs/local-test.ts';
import type { ProbePhase } from '../../shared/records/test-result.ts';

export type Verdict = Pick<ProbeResult, 'reason' | 'status'>;

/** Meanings of a failure; `decide` in `ask-proxy.ts` chooses. */
export interface Classified {
  readonly ifProxy: Verdict;
  /** If the target caused it; undefined: impossible. Null: an ordinary response. */
  readonly ifTarget?: Verdict | null;
  /** If the proxy opens tunnels to nowhere; default: `ifTarget`. */
  readonly ifOpensAnything?: Verdict;
}

/** Overdue or canceled. */
export class StoppedError extends Error {}

export class RefusedError extends Error {
  readonly classified: Classified;

  constructor(classified: Classified) {
    super(classified.ifProxy.reason ?? undefined);
    this.classified = classified;
  }
}

/** In every phase. */
const machineErrors: Readonly<Record<string, ProbeReason>> = {
  ENETUNREACH: 'no-route',
  EHOSTUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-sockets',
  EMFILE: 'no-sockets',
  ENFILE: 'no-sockets',
  ENOBUFS: 'no-sockets',
  EAI_AGAIN: 'offline',
};

/** Reply codes of SOCKS5 (RFC 1928, section 6) in the library's words. */
const socksReplies: readonly (readonly [text: string, ifProxy: ProbeReason, ifTarget?: ProbeReason])[] = [
  // Client or target: names are looked up first.
  ['NotAllowed', 'not-allowed', 'not-allowed'],
  ['NetworkUnreachable', 'unreachable'],
  ['HostUnreachable', 'unreachable'],
  ['ConnectionRefused', 'unreachable'],
  ['TTLExpired', 'unreachable'],
  ['CommandNotSupported', 'unsupported'],
  // For an IPv6 address also a proxy without IPv6.
  ['AddressNotSupported', 'unsupported', 'unreachable'],
  // Often used for unreachable targets.
  ['Failure', 'unreachable'],
  ['Authentication failed', 'wrong-credentials'],
  ['no accepted authentication type', 'wrong-credentials'],
  ['Invalid Socks5', 'not-a-proxy'],
  ['invalid socks version', 'not-a-proxy'],
  ['invalid Socks5', 'not-a-proxy'],
];

type Reasons = readonly [ifProxy: ProbeReason, ifTarget?: ProbeReason, ifOpens?: ProbeReason];

/** Defaults: too slow, closed, or not the protocol. */
const reasonsOfPhase: Readonly<Record<ProbePhase, { stopped: Reasons; failed: Reasons; odd: Reasons }>> = {
  lookup: { stopped: ['unknown-name'], failed: ['unknown-name'], odd: ['unknown-name'] },
  connect: { stopped: ['no-answer'], failed: ['no-answer'], odd: ['no-answer'] },
  // A proxy may wait for its target.
  handshake: {
    stopped: ['no-answer', 'target-silent'],
    failed: ['closed', 'unreachable'],
    odd: ['not-a-proxy'],
  },
  tls: {
    stopped: ['target-silent'],
    failed: ['closed', 'reset', 'closed'],
    odd: ['tls', 'tls'],
  },
  firstByte: { stopped: ['target-silent'], failed: ['reset'], odd: ['not-http'] },
  body: { stopped: ['too-slow'], failed: ['reset'], odd: ['not-http'] },
};

/** From the proxy or, through it, the target. */
const reasonsOfPlain: (typeof reasonsOfPhase)['firstByte'] = {
  stopped: ['no-answer', 'target-silent'],
  failed: ['closed', 'reset'],
  odd: ['not-a-proxy', 'not-http'],
};

/**
 * Explains a failed request.
 *
 * @param isPlain without a tunnel
 */
export function classifyError(phase: ProbePhase, error: unknown, isPlain = false): Classified {
  if (error instanceof RefusedError) return error.classified;
  const reasons = isPlain && phase === 'firstByte' ? reasonsOfPlain : reasonsOfPhase[phase];
  if (error instanceof StoppedError) return toClassified(reasons.stopped);
  return toClassified(special(phase, error) ?? (isOdd(phase, error) ? reasons.odd : reasons.failed));
}

const toClassified = ([ifProxy, ifTarget, ifOpens]: Reasons): Classified => ({
  ifProxy: { reason: ifProxy, status: null },
  ...(ifTarget && { ifTarget: { reason: ifTarget, status: null } }),
  ...(ifOpens && { ifOpensAnything: { reason: ifOpens, status: null } }),
});

function special(phase: ProbePhase, error: unknown): Reasons | undefined {
  const code = codeOf(error);
  if (phase === 'lookup' || phase === 'connect') {
    const machine = ownValue(machineErrors, code);
    if (machine !== undefined) return [machine];
  }
  if (phase === 'connect') {
    if (code === 'ECONNREFUSED') return ['refused'];
    // Only an accepted connection can be closed.
    if (code === 'ECONNRESET' || code === 'EPIPE' || code === '') return ['closed'];
  }
  if (phase === 'handshake') {
    const message = error instanceof Error ? error.message : '';
    const reply = socksReplies.find(([text]) => message.includes(text));
    if (reply) return reply.slice(1) as unknown as Reasons; // The rest of a row is just that.
  }
  return phase === 'tls' && isCertificateError(code) ? ['certificate'] : undefined;
}

/** Whether something other than the protocol was received. */
function isOdd(phase: ProbePhase, error: unknown): boolean {
  const code = codeOf(error);
  // Early ends in the parsers of Node and undici, which gives no code.
  if (error instanceof Error && error.message.includes('Invalid EOF state')) return false;
  return (
    // Node's HTTP parser.
    code.startsWith('HPE_') ||
    code.startsWith('ERR_SSL_') ||
    code === 'EPROTO' ||
    error instanceof OddAnswerError ||
    error instanceof errors.HeadersOverflowError ||
    error instanceof errors.HTTPParserError ||
    // Two lengths in the headers; in the body an early end.
    (phase !== 'body' && error instanceof errors.ResponseContentLengthMismatchError) ||
    // Undici: an unexpected interim answer or protocol switch.
    (error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message))
  );
}

/** HTTP, but no answer to the request. */
export class OddAnswerError extends Error {}

/** OpenSSL's reasons in Node. */
const isCertificateError = (code: string): boolean =>
  /CERT|ISSUER|CRL|VERIFY|^HOSTNAME_MISMATCH$/.test(code) || code === 'INVALID_CA';

/** The system's code; '' without one. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * Explains a response to CONNECT, always the proxy's.
 *
 * @returns null: the tunnel is open
 */
export function classifyTunnelResponse(status: number, headers: IncomingHttpHeaders): Classified | null {
  const as = (reason: ProbeReason, ifTarget?: ProbeReason): Classified => ({
    ifProxy: { reason, status },
    ...(ifTarget && { ifTarget: { reason: ifTarget, status } }),
  });
  if (status >= 200 && status <= 299) return null;
  if (status === 407 || status === 401) return as('wrong-credentials');
  if (status === 402 || status === 429) return as('not-allowed');
  // Client or target.
  if (status === 403 || status === 451) return as('not-allowed', 'target-not-allowed');
  // 501 and 505 are of web servers, others of working gateways.
  if (status >= 500 && status !== 501 && status !== 505) return as('unreachable');
  return status >= 400 && isNamed(headers) ? as('not-allowed', 'target-not-allowed') : as('not-a-proxy');
}

/**
 * Explains a response to a plain request. Targets can imitate proxies, so `ifTarget` holds unless the proxy confirms.
 *
 * @returns null: nothing
 */
export function classifyPlainResponse(status: number, headers: IncomingHttpHeaders): Classified | null {
  if (status === 407) {
    return { ifProxy: { reason: 'wrong-credentials', status }, ifTarget: null };
  }
  if (!isNamed(headers)) return null;
  if (status === 401) return { ifProxy: { reason: 'wrong-credentials', status }, ifTarget: null };
  if (status === 403 || status === 429) {
    return { ifProxy: { reason: 'not-allowed', status }, ifTarget: null };
  }
  return status >= 500 ? { ifProxy: { reason: 'unreachable', status } } : null;
}

/** As squid and tinyproxy do. */
const isNamed = (headers: IncomingHttpHeaders): boolean =>
  headers['x-squid-error'] !== undefined ||
  headers['proxy-status'] !== undefined ||
  String(headers['server']).startsWith('tinyproxy');
