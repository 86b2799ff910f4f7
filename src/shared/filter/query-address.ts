/** Which values `ip`, `ip6` and `subnet` accept; the store does the matching. */

/**
 * The problem with the value of an address key, or undefined. Valid values are an
 * address, its beginning and a block in CIDR notation (`ip` accepts both versions).
 */
export function checkAddress(key: string, text: string): string | undefined {
  const lower = text.toLowerCase();
  const isRight = lower.includes(':') ? isIpv6(lower) : isIpv4(key, lower);
  if (isRight) return undefined;
  const example = key === 'ip6' ? '2001:db8::/32' : '203.0.113.0/24';
  return `"${text}" is not an address, the beginning of one, or a block such as ${example}.`;
}

/** Whether a text is a complete IPv4 or IPv6 address. */
export function isWholeAddress(text: string): boolean {
  if (text.includes(':')) return !text.includes('/') && isWholeIpv6(text.toLowerCase());
  return /^\d+(\.\d+){3}$/.test(text) && isIpv4('ip', text);
}

function isIpv4(key: string, text: string): boolean {
  // Without a colon, it is the beginning of an IPv6 address.
  if (key === 'ip6') return /^[\da-f]{1,4}$/.test(text);
  const [address = '', length, ...rest] = text.split('/');
  if (key === 'subnet' && length === undefined && /^[\da-f]{1,4}$/.test(text)) return true;
  const octets = address.split('.');
  const isWhole = octets.length === 4 && !octets.includes('');
  const areOctets = octets.every((octet, place) =>
    octet === ''
      ? place > 0 && place === octets.length - 1
      : /^(0|[1-9]\d{0,2})$/.test(octet) && Number(octet) <= 255,
  );
  if (!areOctets || octets.length > 4 || rest.length > 0) return false;
  return length === undefined || (isWhole && isLength(length, 32));
}

function isIpv6(text: string): boolean {
  const [address = '', length, ...rest] = text.split('/');
  if (rest.length > 0) return false;
  if (length !== undefined) return isLength(length, 128) && isWholeIpv6(address);
  return isWholeIpv6(address) || /^[\da-f]{0,4}(:[\da-f]{0,4}){1,7}$/.test(address);
}

function isWholeIpv6(text: string): boolean {
  const dotted = /(^|:)(\d+(?:\.\d+){3})$/.exec(text)?.[2];
  if (dotted !== undefined && !isIpv4('ip', dotted)) return false;
  // A dotted IPv4 tail replaces two groups.
  const hex = dotted === undefined ? text : `${text.slice(0, -dotted.length)}0:0`;
  const halves = hex.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (!groups.every((group) => /^[\da-f]{1,4}$/.test(group))) return false;
  return halves.length === 2 ? groups.length <= 7 : groups.length === 8;
}

const isLength = (text: string, bits: number): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) <= bits;
