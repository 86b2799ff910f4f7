import { STATUS_CODES } from 'node:http';
import { refusals } from '../../shared/gateway/gateway.ts';
import { describeProbe, type ProbeReason } from '../../shared/test-runs/local-test.ts';
import type { Failed } from './attempts.ts';
import { socksReplies } from './socks.ts';

/** A page for HTTP, a code for SOCKS5. */
export interface Answer {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
  /** Reply code of RFC 1928. */
  readonly socks: number;
}

/** Reasons with a reply code of their own; others are a general failure. */
const socksCodes: { readonly [R in ProbeReason]?: number } = {
  offline: socksReplies.networkUnreachable,
  'no-route': socksReplies.networkUnreachable,
  unreachable: socksReplies.hostUnreachable,
  'not-allowed': socksReplies.notAllowed,
};
const timeouts: readonly (ProbeReason | null)[] = ['no-answer', 'target-silent'];

/**
 * Explains why a request was not sent, without proxies and credentials.
 *
 * @param failed.detail safe to show
 * @param ruleName null: none found
 */
export function explainRefusal(
  failed: Failed & { readonly detail?: string; readonly tries?: number },
  ruleName: string | null,
): Answer {
  const { status, label, socks, code } =
    'refusal' in failed
      ? { ...refusals[failed.refusal], code: failed.refusal }
      : {
          status: timeouts.includes(failed.verdict.reason) ? 504 : 502,
          label: describeProbe(failed.verdict),
          socks: socksCodes[failed.verdict.reason ?? 'closed'] ?? socksReplies.failed,
          code: failed.verdict.reason ?? 'closed',
        };
  const rule = ruleName === null ? '' : `Rule: ${ruleName}. `;
  const detail = failed.detail === undefined ? '' : `: ${failed.detail}`;
  const body = `Proxydeck's gateway did not send this request. ${label}${detail}. ${rule}Proxydeck's window has the details under Gateway.\n`;
  return {
    status,
    socks,
    body,
    headers: [
      'Content-Type',
      'text/plain; charset=utf-8',
      'Content-Length',
      String(Buffer.byteLength(body)),
      // Tells this page from the target's (RFC 9209).
      'Proxy-Status',
      proxyStatus({ details: code, ...(failed.tries && { tries: failed.tries }) }),
      // Hides it from web pages.
      'Cross-Origin-Resource-Policy',
      'same-origin',
      'X-Content-Type-Options',
      'nosniff',
      ...(status === 407 ? ['Proxy-Authenticate', 'Basic realm="Proxydeck", charset="UTF-8"'] : []),
    ],
  };
}

/** Tells the gateway's acts from the target's (RFC 9209). */
export const proxyStatus = ({ details, tries }: { readonly details?: string; readonly tries?: number }): string =>
  [
    'Proxydeck',
    ...(details === undefined ? [] : [`details="${details}"`]),
    ...(tries === undefined ? [] : [`tries=${String(tries)}`]),
  ].join('; ');

/**
 * Writes the head of a response in latin1, with the empty line.
 *
 * @param headers names and values in turn
 */
export function writeHead(status: number, text: string, headers: readonly string[]): string {
  const lines = [`HTTP/1.1 ${String(status)} ${text}`];
  for (let at = 0; at < headers.length; at += 2) {
    lines.push(`${headers[at] ?? ''}: ${headers[at + 1] ?? ''}`);
  }
  return [...lines, '', ''].join('\r\n');
}

/** Writes an answer for a connection without Node's server. */
export const writeAnswer = ({ status, headers, body }: Answer): string =>
  writeHead(status, STATUS_CODES[status] ?? '', [...headers, 'Connection', 'close']) + body;
