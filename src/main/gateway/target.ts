import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Refusal } from '../../shared/gateway/gateway.ts';
import type { Destination } from '../dial/tunnel.ts';

/** Addresses of this machine and of networks that are not the internet (RFC 6890 and its successors). */
const privateAddresses = new BlockList();
/** The well-known prefix of NAT64 (RFC 6052): what an IPv6-only network makes of an IPv4 address is as private as that. */
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
  // Among them `::` and `::1`. IPv4 inside of IPv6: compatible, translated (RFC 2765, local NAT64), 6to4, Teredo. No public server needs them.
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

/**
 * Names that never leave this machine or its network (RFC 6761, RFC 6762 with its appendix G, RFC 8375, and those that the root zone
 * will never have).
 */
const privateNames = /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|home\.arpa)$/;
/** The longest name of a host, without the dot of the root (RFC 1035, section 2.3.4). Names are remembered. */
const longestName = 253;

/**
 * Reads a target as a browser reads it, so that `127.1` and `0x7f000001` are the addresses that they mean.
 *
 * @param authority host and port; an IPv6 address is in brackets
 * @returns undefined if it is not one
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

/** A host as URLs have it: an IPv6 address is in brackets. */
const bracket = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** Formats host and port. */
export const formatTarget = ({ host, port }: Destination): string => `${bracket(host)}:${String(port)}`;

/** The URL of a plain request to a proxy. */
export interface RequestUrl {
  /** Undefined: nobody can say which host it means. */
  readonly destination: Destination | undefined;
  /** Host and port as received, or as `destination` has them if programs could read them in another way. */
  readonly authority: string;
  /** Path and query as received; they may be empty. */
  readonly path: string;
}

/**
 * Reads the URL of a request (RFC 9112, section 3.2.2). A user name, a password and a fragment are not part of a request (RFC 9110,
 * section 4.2.4); everything else stays as it is, because URLs are signed.
 *
 * @returns undefined if it is not an absolute URL of HTTP or of a WebSocket, without TLS
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

/** Whether an address belongs to this machine or to a network that is not the internet. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Decides which targets clients may reach. */
export type TargetGuard = ReturnType<typeof createTargetGuard>;

/**
 * Creates the guard of a gateway. It looks up no name of a target: that is up to the proxy, which may be in another network.
 *
 * @param isOwnPort whether the gateway listens on a port
 */
export function createTargetGuard(isOwnPort: (port: number) => boolean) {
  return {
    /**
     * Why a target is refused; null: it is not.
     *
     * @param allowsPrivate the rule allows this machine and private networks, but never the gateway itself
     */
    check({ host, port }: Destination, allowsPrivate: boolean): Refusal | null {
      const name = nameOf(host);
      if (isOwnPort(port) && (isIP(name) === 0 ? isLocalhost(name) : isThisMachine(name))) return 'own-address';
      return allowsPrivate || !(isIP(name) === 0 ? isPrivateName(name) : isPrivateAddress(name)) ? null : 'private';
    },
    /**
     * Whether a proxy is the gateway itself: it would send each request round in circles.
     *
     * @param addresses of the proxy
     */
    isGateway: (addresses: readonly string[], port: number): boolean =>
      isOwnPort(port) && addresses.some(isThisMachine),
    /**
     * Whether a proxy could lead to the gateway: it is on this machine, as the gateway's only clients are, and the target is a name
     * that it may resolve to this machine.
     */
    mayLeadBack: (addresses: readonly string[], { host, port }: Destination): boolean =>
      isOwnPort(port) && isIP(nameOf(host)) === 0 && addresses.some(isThisMachine),
  };
}

const nameOf = (host: string): string => host.replace(/\.$/, '').toLowerCase();
/** A name without a dot is one of this network, too. */
const isPrivateName = (name: string): boolean => !name.includes('.') || privateNames.test(name);
const isLocalhost = (name: string): boolean => /(^|\.)localhost$/.test(name);

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0');
for (const address of ['::', '::1']) loopback.addAddress(address, 'ipv6');
// 127.0.0.0/8 inside of IPv6: compatible, and translated in two ways.
for (const network of ['::7f00:0', '::ffff:0:7f00:0', '64:ff9b::7f00:0']) {
  loopback.addSubnet(network, 104, 'ipv6');
}

/** Whether an address is one of this machine's: a proxy on it could lead back to the gateway. */
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
