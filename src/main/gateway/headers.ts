/** Headers of one connection, which a proxy does not pass on (RFC 9110, section 7.6.1). */
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
 * The headers to pass on, in their order and spelling.
 *
 * @param raw names and values in turn, as Node gives them
 * @param leaveOut further names, in lower case
 */
export function passOn(raw: readonly string[], ...leaveOut: readonly string[]): string[] {
  const dropped = new Set([...ofConnection, ...leaveOut]);
  for (let at = 0; at < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== 'connection') continue;
    for (const name of (raw[at + 1] ?? '').split(',')) dropped.add(name.trim().toLowerCase());
  }
  // Without it, the receiver would take the body for another message.
  dropped.delete('content-length');
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = raw.slice(at, at + 2);
    if (!dropped.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}
