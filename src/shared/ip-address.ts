/** Parses IPv4 addresses to numbers and IPv6 addresses to 16 bytes. */

/** Both ends included. */
export interface AddressBlock<Address> {
  readonly first: Address;
  readonly last: Address;
}

/** Parses IPv4 without leading zeros; otherwise undefined. */
export function parseIpv4(text: string): number | undefined {
  let address = 0;
  let octet = -1;
  let octets = 0;
  for (let index = 0; index <= text.length; index += 1) {
    const code = index === text.length ? 46 : text.charCodeAt(index);
    if (code === 46) {
      if (octet < 0) return undefined;
      address = address * 256 + octet;
      octet = -1;
      octets += 1;
    } else {
      if (code < 48 || code > 57 || octet === 0) return undefined;
      octet = (octet < 0 ? 0 : octet * 10) + code - 48;
      if (octet > 255) return undefined;
    }
  }
  return octets === 4 ? address : undefined;
}

/** All forms of RFC 4291, without a zone; otherwise undefined. */
export function parseIpv6(text: string): Uint8Array | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = readGroups(halves[0] ?? '', halves.length === 1);
  const tail = halves.length === 2 ? readGroups(halves[1] ?? '', true) : [];
  if (!head || !tail) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const bytes = new Uint8Array(16);
  const put = (group: number, at: number): void => {
    bytes[at * 2] = group >>> 8;
    bytes[at * 2 + 1] = group & 0xff;
  };
  head.forEach(put);
  tail.forEach((group, index) => {
    put(group, head.length + missing + index);
  });
  return bytes;
}

function readGroups(text: string, mayEndDotted: boolean): number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(part)) {
      groups.push(Number.parseInt(part, 16));
      continue;
    }
    const dotted = mayEndDotted && index === parts.length - 1 ? parseIpv4(part) : undefined;
    if (dotted === undefined) return undefined;
    groups.push(dotted >>> 16, dotted & 0xffff);
  }
  return groups;
}

/** Parses an IPv4 block; bits after the prefix may be set. */
export function parseIpv4Block(text: string): AddressBlock<number> | undefined {
  const [address, length] = splitBlock(text, 32);
  const parsed = address === undefined ? undefined : parseIpv4(address);
  if (parsed === undefined || length === undefined) return undefined;
  const size = 2 ** (32 - length);
  const first = Math.floor(parsed / size) * size;
  return { first, last: first + size - 1 };
}

/** Parses an IPv6 block; bits after the prefix may be set. */
export function parseIpv6Block(text: string): AddressBlock<Uint8Array> | undefined {
  const [address, length] = splitBlock(text, 128);
  const parsed = address === undefined ? undefined : parseIpv6(address);
  if (parsed === undefined || length === undefined) return undefined;
  const freeBits = (index: number): number => 0xff >>> Math.min(8, Math.max(0, length - index * 8));
  return {
    first: parsed.map((byte, index) => byte & ~freeBits(index)),
    last: parsed.map((byte, index) => byte | freeBits(index)),
  };
}

/** Reads `203.0.113.7:8014` or `[2001:db8::1]:8014`; otherwise undefined. */
export function parseEndpoint(text: string): { readonly address: string; readonly port: number } | undefined {
  const [, ipv4, ipv6, digits] = /^(?:([\d.]+)|\[([\da-f:.]+)\]):(\d{1,5})$/i.exec(text) ?? [];
  const address = ipv4 ?? ipv6 ?? '';
  const isAddress = (ipv4 === undefined ? parseIpv6(address) : parseIpv4(address)) !== undefined;
  const port = Number(digits);
  return isAddress && port >= 1 && port <= 65_535 ? { address, port } : undefined;
}

function splitBlock(text: string, bits: number): [string | undefined, number | undefined] {
  const [address, length, ...rest] = text.split('/');
  if (rest.length > 0) return [undefined, undefined];
  if (length === undefined) return [address, bits];
  const parsed = /^\d{1,3}$/.test(length) ? Number(length) : Number.NaN;
  return [address, parsed <= bits ? parsed : undefined];
}
