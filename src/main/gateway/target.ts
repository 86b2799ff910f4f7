import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Refusal } from '../../shared/gateway/gateway.ts';
import type { Destination } from '../dial/tunnel.ts';

/** Networks that are not the internet (RFC 6890 and successors). */
const privateAddresses = new BlockList();
/** NAT64 (RFC 6052): IPv4 addresses in an IPv6-only network. */
const nat64 = { prefix: '64:ff9b::', bits: 96 };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv4');
  privateAddresses.addSubnet(nat64.prefix + network, nat64.bits + bits, 'ipv6');
}
for (const [network, bits] of [
  // With `::` and `::1`: IPv4 inside of IPv6 (compatible, RFC 2765, local NAT64, 6to4, Teredo), which public servers do
  // not need.
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, bits, 'ipv6');
}

/** Names of this machine or network (RFC 6761, RFC 6762 appendix G, RFC 8375, and those never in the root zone). */
const privateNames = /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/;
/** Without the root's dot (RFC 1035, section 2.3.4). */
const longestName = 253;

/**
 * Reads a target as browsers do: `127.1` and `0x7f000001` are addresses.
 *
 * @param authority host and port; brackets around IPv6
 * @returns undefined if invalid
 */
export function readTarget(authority: string, defaultPort?: number): Destination | undefined {
  if (!/^[^/?#@\\\s]+$/.test(authority)) return undefined;
  const url = URL.parse(`http://${authority}`);
  if (!url || url.pathname !== '/') return undefined;
  const hasPort = /:\d+$/.test(authority);
  if (!hasPort && defaultPort === undefined) return undefined;
  const port = hasPort ? Number(url.port || 80) : (defaultPort ?? 80);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (port === 0 || host.length > longestName || /^\.|\.\./.test(host)) return undefined;
  return { host, port };
}

/** Puts IPv6 addresses into brackets, as in URLs. */
const bracket = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** Formats host and port. */
export const formatTarget = ({ host, port }: Destination): string => `${bracket(host)}:${String(port)}`;

export interface RequestUrl {
  /** Undefined: ambiguous. */
  readonly destination: Destination | undefined;
  /** As received, or normalized if programs could differ. */
  readonly authority: string;
  /** As received; may be empty. */
  readonly path: string;
}

/**
 * Reads the URL of a plain request (RFC 9112, section 3.2.2) without user name, password and fragment (RFC 9110,
 * section 4.2.4); the rest stays, because URLs are signed.
 *
 * @returns undefined unless it is an absolute URL of HTTP or WebSocket without TLS
 */
export function readUrl(url: string): RequestUrl | undefined {
  const [, written, path] = /^(?:http|ws):\/\/([^/?#]*)([^#]*)/i.exec(url) ?? [];
  if (written === undefined || path === undefined) return undefined;
  const authority = written.slice(written.lastIndexOf('@') + 1);
  const destination = readTarget(authority, 80);
  if (!destination) return { destination, authority, path };
  const host = bracket(destination.host);
  const isPlain = authority.toLowerCase().startsWith(host) && /^(:[1-9]\d*)?$/.test(authority.slice(host.length));
  if (isPlain) return { destination, authority, path };
  return { destination, authority: destination.port === 80 ? host : formatTarget(destination), path };
}

/** Whether an address is not on the internet. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

export type TargetGuard = ReturnType<typeof createTargetGuard>;

/**
 * Creates the guard of targets. It resolves no names: the proxy may be in another network.
 *
 * @param isOwnPort whether the gateway listens on it
 */
export function createTargetGuard(isOwnPort: (port: number) => boolean) {
  return {
    /**
     * Returns why a target is refused; null: it is not.
     *
     * @param allowsPrivate allows private networks, but never the gateway
     */
    check({ host, port }: Destination, allowsPrivate: boolean): Refusal | null {
      const name = nameOf(host);
      if (isOwnPort(port) && (isIP(name) === 0 ? isLocalhost(name) : isThisMachine(name))) return 'own-address';
      return allowsPrivate || !(isIP(name) === 0 ? isPrivateName(name) : isPrivateAddress(name)) ? null : 'private';
    },
    /**
     * Whether a proxy is the gateway itself, which would make a circle.
     *
     * @param addresses of the proxy
     */
    isGateway: (addresses: readonly string[], port: number): boolean =>
      isOwnPort(port) && addresses.some(isThisMachine),
    /** Whether a proxy on this machine could resolve the target's name to the gateway. */
    mayLeadBack: (addresses: readonly string[], { host, port }: Destination): boolean =>
      isOwnPort(port) && isIP(nameOf(host)) === 0 && addresses.some(isThisMachine),
  };
}

const nameOf = (host: string): string => host.replace(/\.$/, '').toLowerCase();
/** Names without a dot are local. */
const isPrivateName = (name: string): boolean => !name.includes('.') || privateNames.test(name);
const isLocalhost = (name: string): boolean => /(^|\.)localhost$/.test(name);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0');
for (const address of ['::', '::1']) loopback.addAddress(address, 'ipv6');
// 127.0.0.0/8 inside of IPv6.
for (const network of ['::7f00:0', '::ffff:0:7f00:0', '64:ff9b::7f00:0']) {
  loopback.addSubnet(network, 104, 'ipv6');
}

function isThisMachine(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(address, family)) return true;
  const own = new BlockList();
  for (const { address: each, family: of } of Object.values(networkInterfaces())
    .flat()
    .filter((one) => one !== undefined)) {
    own.addAddress(each, of === 'IPv6' ? 'ipv6' : 'ipv4');
  }
  return own.check(address, family);
}
