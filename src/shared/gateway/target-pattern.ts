/** Patterns of targets in lines: hosts, globs, addresses and blocks, each with or without a port. */
import { parseIpv4, parseIpv4Block, parseIpv6, parseIpv6Block } from '../ip-address.ts';

/** Names have no final dot, addresses no name. */
interface ComparedTarget {
  readonly name: string | null;
  /** Also of IPv6 that contains it: networks may deliver it there. */
  readonly ipv4: number | null;
  readonly ipv6: Uint8Array | null;
  readonly port: number;
}

type HostPattern =
  | { readonly kind: 'all' }
  | { readonly kind: 'name'; readonly name: string }
  /** `apex`: the host without `*.`, which the glob takes, too. */
  | { readonly kind: 'glob'; readonly name: string; readonly glob: Glob; readonly apex: Glob | null }
  | { readonly kind: 'ipv4'; readonly first: number; readonly last: number }
  | { readonly kind: 'ipv6'; readonly first: Uint8Array; readonly last: Uint8Array };

/** The texts between the stars. */
type Glob = readonly string[];

export interface TargetPattern {
  /** Normalized. */
  readonly text: string;
  readonly host: HostPattern;
  readonly port: number | null;
}

interface Problem {
  readonly problem: string;
}

/** Without the root's dot (RFC 1035, section 2.3.4). */
const longestName = 253;

/**
 * Reads `*`, `example.com`, `*.example.com` (takes `example.com`, too), `203.0.113.7`, `203.0.113.0/24`,
 * `2001:db8::/32`, also with a port: `example.com:8443`, `[2001:db8::1]:443`.
 *
 * @returns a sentence if invalid
 */
export function readTargetPattern(text: string): TargetPattern | Problem {
  if (text.includes('://')) return { problem: `"${text}" is a URL. Write the host alone, such as example.com.` };
  const split = splitPort(text.trim());
  if (split === undefined) return { problem: `"${text}" has no valid port.` };
  const { written, port } = split;
  const host = readHost(written);
  if ('problem' in host) return host;
  const suffix = port === null ? '' : `:${String(port)}`;
  const isBracketed = port !== null && host.pattern.kind === 'ipv6';
  return { text: (isBracketed ? `[${host.text}]` : host.text) + suffix, host: host.pattern, port };
}

function splitPort(text: string): { readonly written: string; readonly port: number | null } | undefined {
  const [, inBrackets, ofBrackets] = /^\[([^\]]*)\](?::(.*))?$/.exec(text) ?? [];
  const isBareIpv6 = inBrackets === undefined && text.indexOf(':') !== text.lastIndexOf(':');
  const colon = inBrackets === undefined && !isBareIpv6 ? text.indexOf(':') : -1;
  const digits = ofBrackets ?? (colon < 0 ? undefined : text.slice(colon + 1));
  const written = inBrackets ?? (colon < 0 ? text : text.slice(0, colon));
  if (digits === undefined) return { written, port: null };
  const port = /^\d{1,5}$/.test(digits) ? Number(digits) : 0;
  return port >= 1 && port <= 65_535 ? { written, port } : undefined;
}

function readHost(written: string): { readonly pattern: HostPattern; readonly text: string } | Problem {
  if (written === '*') return { pattern: { kind: 'all' }, text: '*' };
  if (written.includes(':')) return readIpv6(written);
  const block = written.includes('/') ? parseIpv4Block(written) : undefined;
  if (block) return ofIpv4(block);
  if (!/^[^/?#@\\\s[\]]+$/.test(written)) {
    return { problem: `"${written}" is not a host. Write the host alone, such as example.com.` };
  }
  if (written.includes('*') && /^[\d.*]+$/.test(written)) {
    return { problem: `"${written}" is only a part of an address. Write a range such as 10.0.0.0/8.` };
  }
  const labels = written.replace(/\.$/, '').split('.');
  const hasStar = (label: string): boolean => label.includes('*');
  const starred = labels.filter(hasStar);
  // A star would be encoded.
  if (starred.some((label) => /[^\0-\x7f]/.test(label))) {
    return {
      problem: `"${written}" has a star next to letters that are not ASCII. Put the star into a label of its own.`,
    };
  }
  // URL parsers encode stars.
  const parsed = URL.parse(`http://${labels.map((label) => (hasStar(label) ? 'x' : label)).join('.')}`)?.hostname ?? '';
  const parts = parsed.split('.');
  const name = parts.map((part, at) => (hasStar(labels[at] ?? '') ? (labels[at] ?? '').toLowerCase() : part)).join('.');
  const isName = parsed !== '' && name.length <= longestName && parts.every((part) => part !== '');
  const isWhole = starred.length === 0 || parts.length === labels.length;
  if (!isName || !isWhole || !starred.every((label) => /^[\w*-]+$/.test(label))) {
    return { problem: `"${written}" is not a host.` };
  }
  const address = parseIpv4(name);
  if (address !== undefined) return ofIpv4({ first: address, last: address });
  if (!name.includes('*')) return { pattern: { kind: 'name', name }, text: name };
  const apex = name.startsWith('*.') ? toGlob(name.slice(2)) : null;
  return { pattern: { kind: 'glob', name, glob: toGlob(name), apex }, text: name };
}

const toGlob = (text: string): Glob => text.replace(/\*+/g, '*').split('*');

function ofIpv4({ first, last }: { readonly first: number; readonly last: number }) {
  const bits = 32 - Math.round(Math.log2(last - first + 1));
  const address = bytesOf(first).join('.');
  return {
    pattern: { kind: 'ipv4', first, last },
    text: bits === 32 ? address : `${address}/${String(bits)}`,
  } as const;
}

function readIpv6(written: string): { readonly pattern: HostPattern; readonly text: string } | Problem {
  const block = parseIpv6Block(written);
  if (!block) return { problem: `"${written}" is not an address or a range of addresses.` };
  const { first, last } = block;
  const bits = Number(written.split('/')[1] ?? 128);
  if (bits >= 96 && isMapped(first)) return ofIpv4({ first: readUint32(first, 12), last: readUint32(last, 12) });
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((first[2 * at] ?? 0) * 256 + (first[2 * at + 1] ?? 0)).toString(16),
  );
  const address = (URL.parse(`http://[${groups.join(':')}]`)?.hostname ?? '').slice(1, -1);
  return { pattern: { kind: 'ipv6', first, last }, text: bits === 128 ? address : `${address}/${String(bits)}` };
}

const readUint32 = (bytes: Uint8Array, at: number): number =>
  [0, 1, 2, 3].reduce((sum, index) => sum * 256 + (bytes[at + index] ?? 0), 0);

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const mapped = [...zeros(10), 0xff, 0xff];
const isMapped = (bytes: Uint8Array): boolean => startsWith(bytes, mapped);
/** IPv6 prefixes before IPv4: mapped, compatible, translated (RFC 2765), NAT64 (RFC 6052), 6to4. */
const ipv4Inside = [
  mapped,
  zeros(12),
  [...zeros(8), 0xff, 0xff, 0, 0],
  [0, 0x64, 0xff, 0x9b, ...zeros(8)],
  [0x20, 0x02],
];

/**
 * Prepares a target.
 *
 * @param host as in URLs, without brackets: lower case, encoded IDN, dotted IPv4
 */
export function toCompared(host: string, port: number): ComparedTarget {
  const name = host.replace(/\.$/, '').toLowerCase();
  const ipv6 = name.includes(':') ? (parseIpv6(name) ?? null) : null;
  if (ipv6) {
    const prefix = ipv4Inside.find((start) => startsWith(ipv6, start));
    return { name: null, ipv4: prefix ? readUint32(ipv6, prefix.length) : null, ipv6, port };
  }
  const ipv4 = parseIpv4(name) ?? null;
  return { name: ipv4 === null ? name : null, ipv4, ipv6, port };
}

/** In time linear to the name. */
export function takesTarget({ host, port }: TargetPattern, target: ComparedTarget): boolean {
  if (port !== null && port !== target.port) return false;
  switch (host.kind) {
    case 'all':
      return true;
    case 'name':
      return host.name === target.name;
    case 'glob':
      return target.name !== null && takesName(host, target.name);
    case 'ipv4':
      return target.ipv4 !== null && target.ipv4 >= host.first && target.ipv4 <= host.last;
    case 'ipv6':
      return target.ipv6 !== null && compare(target.ipv6, host.first) >= 0 && compare(target.ipv6, host.last) <= 0;
  }
}

const compare = (one: Uint8Array, other: Uint8Array): number => {
  const at = one.findIndex((byte, index) => byte !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
};

const takesName = ({ glob, apex }: Extract<HostPattern, { kind: 'glob' }>, name: string): boolean =>
  fits(glob, name) || (apex !== null && fits(apex, name));

/** Takes each text where it first occurs; later places find no more. */
function fits(glob: Glob, text: string): boolean {
  const start = glob[0] ?? '';
  if (glob.length === 1) return text === start;
  const end = glob.at(-1) ?? '';
  if (text.length < start.length + end.length || !text.startsWith(start) || !text.endsWith(end)) return false;
  const limit = text.length - end.length;
  let at = start.length;
  for (const part of glob.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > limit) return false;
    at = found + part.length;
  }
  return true;
}

/** Whether one takes all targets of the other. Hosts have no stars, so a star in a name is taken by stars alone. */
export function covers(one: TargetPattern, other: TargetPattern): boolean {
  if (one.port !== null && one.port !== other.port) return false;
  const [host, inner] = [one.host, other.host];
  if (host.kind === 'all') return true;
  if (host.kind === 'name') return inner.kind === 'name' && host.name === inner.name;
  if (host.kind === 'glob') {
    if (inner.kind !== 'name' && inner.kind !== 'glob') return false;
    const apex = inner.kind === 'glob' && inner.apex !== null ? inner.name.slice(2) : null;
    return takesName(host, inner.name) && (apex === null || takesName(host, apex));
  }
  if (host.kind === 'ipv4') return inner.kind === 'ipv4' && host.first <= inner.first && inner.last <= host.last;
  return inner.kind === 'ipv6' && compare(host.first, inner.first) <= 0 && compare(inner.last, host.last) <= 0;
}

/** The labels of a name from its end to its first star, or the whole bytes that the addresses of a block share; [] for `*`. */
function pathOf({ host }: TargetPattern): readonly string[] {
  switch (host.kind) {
    case 'all':
      return [];
    case 'name':
    case 'glob': {
      const labels = host.name.split('.').reverse();
      const star = labels.findIndex((label) => label.includes('*'));
      return star < 0 ? labels : labels.slice(0, star);
    }
    case 'ipv4':
    case 'ipv6': {
      const last = bytesOf(host.last);
      const bytes = bytesOf(host.first);
      const free = bytes.findIndex((byte, at) => byte !== last[at]);
      return [host.kind, ...(free < 0 ? bytes : bytes.slice(0, free)).map(String)];
    }
  }
}

const bytesOf = (address: number | Uint8Array): readonly number[] =>
  typeof address === 'number' ? [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff) : [...address];

/** Groups patterns by port and path: the patterns that cover one have its port or any, and the beginning of its path. */
export const coverKey = (pattern: TargetPattern): string => keysOf(pattern, pattern.port).at(-1) ?? '';

/** Keys of patterns that could cover this one. */
export const coveringKeys = (pattern: TargetPattern): readonly string[] =>
  [...new Set([null, pattern.port])].flatMap((port) => keysOf(pattern, port));

/** One for each beginning of the path, the whole path last. */
function keysOf(pattern: TargetPattern, port: number | null): string[] {
  let key = `:${String(port ?? '')}`;
  return [key, ...pathOf(pattern).map((part) => (key += `.${part}`))];
}
