import type { IncomingHttpHeaders } from 'node:http';
import { errors } from 'undici';
import type { ProbeReason, ProbeResult } from '../../shared/testing/local-test.ts';
import type { ProbePhase } from '../../shared/records/test-result.ts';

export type Verdict = Pick<ProbeResult, 'reason' | 'status'>;

/** A phase took longer than its time, or was canceled. */
export class StoppedError extends Error {}

/** The proxy answered and refused. */
export class RefusedError extends Error {
  readonly verdict: Verdict;

  constructor(verdict: Verdict) {
    super(verdict.reason ?? undefined);
    this.verdict = verdict;
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
const socksReplies: readonly (readonly [text: string, reason: ProbeReason])[] = [
  ['NotAllowed', 'not-allowed'],
  ['NetworkUnreachable', 'unreachable'],
  ['HostUnreachable', 'unreachable'],
  ['ConnectionRefused', 'unreachable'],
  ['TTLExpired', 'unreachable'],
  // The general code, which servers without finer ones use for targets that they cannot reach.
  ['Failure', 'unreachable'],
  ['Authentication failed', 'wrong-credentials'],
  ['no accepted authentication type', 'wrong-credentials'],
  ['Invalid Socks5', 'not-a-proxy'],
  ['invalid socks version', 'not-a-proxy'],
  ['invalid Socks5', 'not-a-proxy'],
];

/** A failure that happens in a phase for no more special reason. */
const reasonOfPhase: Readonly<Record<ProbePhase, { stopped: ProbeReason; failed: ProbeReason }>> = {
  lookup: { stopped: 'unknown-name', failed: 'unknown-name' },
  connect: { stopped: 'no-answer', failed: 'no-answer' },
  handshake: { stopped: 'no-answer', failed: 'closed' },
  tls: { stopped: 'target-silent', failed: 'closed' },
  firstByte: { stopped: 'target-silent', failed: 'reset' },
  body: { stopped: 'too-slow', failed: 'reset' },
};

/**
 * Decides why a request through a proxy failed.
 *
 * @param phase the phase in which `error` was thrown
 */
export function judgeError(phase: ProbePhase, error: unknown): Verdict {
  if (error instanceof RefusedError) return error.verdict;
  if (error instanceof StoppedError) return { reason: reasonOfPhase[phase].stopped, status: null };
  return { reason: reasonOf(phase, error), status: null };
}

function reasonOf(phase: ProbePhase, error: unknown): ProbeReason {
  const code = codeOf(error);
  const machine = phase === 'lookup' || phase === 'connect' ? machineErrors[code] : undefined;
  if (machine !== undefined) return machine;
  if (phase === 'connect' && code === 'ECONNREFUSED') return 'refused';
  const message = error instanceof Error ? error.message : '';
  if (phase === 'handshake') {
    const reply = socksReplies.find(([text]) => message.includes(text));
    if (reply) return reply[1];
    // Node's parser of HTTP: what was received is something else.
    if (code.startsWith('HPE_')) return 'not-a-proxy';
  }
  if (phase === 'tls') {
    if (isCertificateError(code)) return 'certificate';
    if (code.startsWith('ERR_SSL_') || code === 'EPROTO') return 'tls';
  }
  const isOverflow = error instanceof errors.HeadersOverflowError;
  if (isOverflow || error instanceof errors.HTTPParserError) return 'not-http';
  return reasonOfPhase[phase].failed;
}

/** OpenSSL's reasons, as Node names them. */
const isCertificateError = (code: string): boolean =>
  /CERT|ISSUER|CRL|VERIFY|^HOSTNAME_MISMATCH$/.test(code) || code === 'INVALID_CA';

/** The code that Node gives an error of the system; empty: it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

/**
 * Whether a response is the proxy's own, and what it says.
 *
 * @param isTunnel true: the response to CONNECT, which is always the proxy's
 * @returns null: it is not, or the tunnel is open
 */
export function proxyAnswer(
  status: number,
  headers: IncomingHttpHeaders,
  { isTunnel = false }: { isTunnel?: boolean } = {},
): Verdict | null {
  if (status === 407) return { reason: 'wrong-credentials', status };
  const isProxys = isTunnel || isPageOfProxy(headers);
  if (!isProxys || (status >= 200 && status <= 299)) return null;
  // Nobody asked to wait or for another protocol; no answer of a proxy begins so.
  if (status < 200) return { reason: 'not-a-proxy', status };
  if (status === 401) return { reason: 'wrong-credentials', status };
  if (status === 429) return { reason: 'not-allowed', status };
  // A gateway's error: it works and could not get through to the target.
  return { reason: status >= 500 ? 'unreachable' : 'not-allowed', status };
}

/** Whether a response to a plain request is a page of squid or tinyproxy: pages of others look like the target's. */
const isPageOfProxy = (headers: IncomingHttpHeaders): boolean =>
  headers['x-squid-error'] !== undefined || String(headers['server']).startsWith('tinyproxy');
