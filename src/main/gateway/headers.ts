import type { IncomingMessage } from 'node:http';

/** Not passed on (RFC 9110, section 7.6.1). */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Selects headers to pass on, in order and spelling.
 *
 * @param raw names and values in turn, as Node gives them
 * @param leaveOut further names in lower case
 */
export function passOn(raw: readonly string[], ...leaveOut: readonly string[]): string[] {
  const dropped = new Set(ofConnection);
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (raw[at + 1] ?? '').split(',')) dropped.add(name.trim().toLowerCase());
  }
  // Otherwise the body would be taken for another message.
  dropped.delete('content-length');
  for (const name of leaveOut) dropped.add(name);
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (!dropped.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/** Selects trailers to pass on, none about framing or routing (RFC 9110, section 6.5.1). */
export function passOnTrailers(raw: readonly string[]): [name: string, value: string][] {
  const kept = passOn(raw, 'content-length', 'host');
  return kept.flatMap((name, at) => (at % 2 === 0 ? [[name, kept[at + 1] ?? '']] : []));
}

/** How often OPTIONS may be passed on (RFC 9110, section 7.6.2); null: no limit. */
export function forwardsLeft({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): number | null {
  const text = String(headers['max-forwards']).trim();
  return method === 'OPTIONS' && /^\d{1,9}$/.test(text) ? Number(text) : null;
}
