/** Which values `ip`, `ip6` and `subnet` accept; the store does the matching. */
import { parseIpv4, parseIpv4Block, parseIpv6, parseIpv6Block } from '../ip-address.ts';

/**
 * The problem with the value of an address key, or undefined. Valid values are an
 * address, its beginning and a block in CIDR notation (`ip` accepts both versions).
 */
export function checkAddress(key: string, text: string): string | undefined {
  if (text.includes(':') ? isIpv6(text) : isWithoutColon(key, text)) return undefined;
  const example = key === 'ip6' ? '2001:db8::/32' : '203.0.113.0/24';
  return `"${text}" is not an address, the beginning of one, or a block such as ${example}.`;
}

/** Whether a text is a complete IPv4 or IPv6 address. */
export const isWholeAddress = (text: string): boolean =>
  (parseIpv4(text) ?? parseIpv6(text)) !== undefined;

const isIpv6 = (text: string): boolean =>
  parseIpv6Block(text) !== undefined || /^[\da-f]{0,4}(:[\da-f]{0,4}){1,7}$/i.test(text);

function isWithoutColon(key: string, text: string): boolean {
  if (key !== 'ip' && /^[\da-f]{1,4}$/i.test(text)) return true; // an IPv6 address begins so
  return key !== 'ip6' && (ipv4Beginning.test(text) || parseIpv4Block(text) !== undefined);
}

const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ipv4Beginning = new RegExp(String.raw`^${octet}(\.${octet}){0,2}\.?$`);
