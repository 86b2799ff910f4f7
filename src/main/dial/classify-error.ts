import { ownValue } from '../../shared/own-value.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import type { ProbeReason, ProbeResult } from '../../shared/test-runs/local-test.ts';
import type { ProbePhase } from '../../shared/records/test-result.ts';

export type Verdict = Pick<ProbeResult, 'reason' | 'status'>;

/**
 * What a failure means. Some failures look the same whether the proxy or the target caused them; `decide` in `ask-proxy.ts` then finds
 * out which of the two it was.
 */
export interface Classified {
  /** If the proxy caused it, or if nobody else can have. */
  readonly ifProxy: Verdict;
  /** If the target caused it; undefined: it cannot have. Null: the target sent a response as any other. */
  readonly ifTarget?: Verdict | null;
  /** If the proxy also opens a tunnel that leads nowhere; undefined: as `ifTarget`. */
  readonly ifOpensAnything?: Verdict;
}

/** A phase took longer than its time, or was canceled. */
export class StoppedError extends Error {}

/** The proxy answered and refused. */
export class RefusedError extends Error {
  readonly classified: Classified;

  constructor(classified: Classified) {
    super(classified.ifProxy.reason ?? undefined);
    this.classified = classified;
  }
}

/** Errors of the system that mean the same in every phase: this machine is at fault. */
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

/** What the proxy says with reply codes of SOCKS5 (RFC 1928, section 6), in the words of the library. */
const socksReplies: readonly (readonly [text: string, ifProxy: ProbeReason, ifTarget?: ProbeReason])[] = [
  // Of the client or of the target: servers look the name up before they decide, so a name that does not exist shows nothing.
  ['NotAllowed', 'not-allowed', 'not-allowed'],
  ['NetworkUnreachable', 'unreachable'],
  ['HostUnreachable', 'unreachable'],
  ['ConnectionRefused', 'unreachable'],
  ['TTLExpired', 'unreachable'],
  ['CommandNotSupported', 'unsupported'],
  // Of an address of IPv6, a proxy without IPv6 says so.
  ['AddressNotSupported', 'unsupported', 'unreachable'],
  // The general code, which servers without finer ones use for targets that they cannot reach.
  ['Failure', 'unreachable'],
  ['Authentication failed', 'wrong-credentials'],
  ['no accepted authentication type', 'wrong-credentials'],
  ['Invalid Socks5', 'not-a-proxy'],
  ['invalid socks version', 'not-a-proxy'],
  ['invalid Socks5', 'not-a-proxy'],
];

type Reasons = readonly [ifProxy: ProbeReason, ifTarget?: ProbeReason, ifOpens?: ProbeReason];

/** A failure that happens in a phase for no more special reason: too slow, closed, or an answer that is something else. */
const reasonsOfPhase: Readonly<Record<ProbePhase, { stopped: Reasons; failed: Reasons; odd: Reasons }>> = {
  lookup: { stopped: ['unknown-name'], failed: ['unknown-name'], odd: ['unknown-name'] },
  connect: { stopped: ['no-answer'], failed: ['no-answer'], odd: ['no-answer'] },
  // A proxy may wait for its target before it answers.
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

/** The first byte of a plain request: it comes from the proxy or, through it, from the target. */
const reasonsOfPlain: (typeof reasonsOfPhase)['firstByte'] = {
  stopped: ['no-answer', 'target-silent'],
  failed: ['closed', 'reset'],
  odd: ['not-a-proxy', 'not-http'],
};

/**
 * Decides why a request through a proxy failed.
 *
 * @param phase the phase in which `error` was thrown
 * @param isPlain without a tunnel: an HTTP proxy passes on what it receives
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

/** Reasons that an error has in some phase only. */
function special(phase: ProbePhase, error: unknown): Reasons | undefined {
  const code = codeOf(error);
  if (phase === 'lookup' || phase === 'connect') {
    const machine = ownValue(machineErrors, code);
    if (machine !== undefined) return [machine];
  }
  if (phase === 'connect') {
    if (code === 'ECONNREFUSED') return ['refused'];
    // It was accepted before: only a connection that is open can be closed.
    if (code === 'ECONNRESET' || code === 'EPIPE' || code === '') return ['closed'];
  }
  if (phase === 'handshake') {
    const message = error instanceof Error ? error.message : '';
    const reply = socksReplies.find(([text]) => message.includes(text));
    if (reply) return reply.slice(1) as unknown as Reasons; // The rest of the row is exactly that.
  }
  return phase === 'tls' && isCertificateError(code) ? ['certificate'] : undefined;
}

/** Whether something was received that nobody who speaks the protocol sends. */
function isOdd(phase: ProbePhase, error: unknown): boolean {
  const code = codeOf(error);
  // The parser of Node and that of undici say so if the connection ends before the answer; undici gives no code.
  if (error instanceof Error && error.message.includes('Invalid EOF state')) return false;
  return (
    // Node's parser of HTTP.
    code.startsWith('HPE_') ||
    code.startsWith('ERR_SSL_') ||
    code === 'EPROTO' ||
    error instanceof OddAnswerError ||
    error instanceof errors.HeadersOverflowError ||
    error instanceof errors.HTTPParserError ||
    // In the headers it is two lengths that differ, and later a body that ends before its length.
    (phase !== 'body' && error instanceof errors.ResponseContentLengthMismatchError) ||
    // What undici calls an interim answer that nobody asked for, and a switch of protocols.
    (error instanceof errors.SocketError && /^bad (response|upgrade)$/.test(error.message))
  );
}

/** The answer to a request is none, although it is HTTP. */
export class OddAnswerError extends Error {}

/** OpenSSL's reasons, as Node names them. */
const isCertificateError = (code: string): boolean =>
  /CERT|ISSUER|CRL|VERIFY|^HOSTNAME_MISMATCH$/.test(code) || code === 'INVALID_CA';

/** The code that Node gives an error of the system; empty: it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * What the response to CONNECT says, which is always the proxy's own.
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
  // The client or the target.
  if (status === 403 || status === 451) return as('not-allowed', 'target-not-allowed');
  // Web servers know no CONNECT (501, 505). Other errors are a gateway's: it works and could not get through to the target.
  if (status >= 500 && status !== 501 && status !== 505) return as('unreachable');
  return status >= 400 && isNamed(headers) ? as('not-allowed', 'target-not-allowed') : as('not-a-proxy');
}

/**
 * What a response to a plain request says about the proxy. A target can write everything that a proxy writes, so `ifTarget` is what to
 * believe unless the proxy itself says the same.
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

/** Whether a page names the proxy that wrote it, as those of squid and tinyproxy do. */
const isNamed = (headers: IncomingHttpHeaders): boolean =>
  headers['x-squid-error'] !== undefined ||
  headers['proxy-status'] !== undefined ||
  String(headers['server']).startsWith('tinyproxy');
