import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { Refusal } from '../../shared/gateway/gateway.ts';
import type { Destination } from '../dial/tunnel.ts';

/** Addresses of this machine and of networks that are not the internet (RFC 6890 and its successors). */
const privateAddresses = new BlockList();
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
}
for (const [network, bits] of [
  // Among them `::` and `::1`. IPv4 inside of IPv6: compatible, translated (NAT64), 6to4, Teredo. No public server needs them.
  ['::', 96],
  ['64:ff9b::', 96],
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

/** Names that never leave this machine or its network (RFC 6761, RFC 6762, RFC 8375, and the root zone). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa|localdomain|lan|home|corp)$/;
/** How long the addresses of a name are remembered, and of how many names. */
const rememberMs = 60_000;
const mostNames = 10_000;

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
  return port === 0 ? undefined : { host, port };
}

/** Formats host and port. */
export const formatTarget = ({ host, port }: Destination): string =>
  `${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`;

/** Whether an address belongs to this machine or to a network that is not the internet. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4');
}

/** Decides which targets clients may reach. */
export type TargetGuard = ReturnType<typeof createTargetGuard>;

/**
 * Creates the guard of a gateway.
 *
 * @param parts.isOwnPort whether the gateway listens on a port
 * @param parts.resolve the addresses of a name as this machine knows them
 */
export function createTargetGuard(parts: {
  readonly isOwnPort: (port: number) => boolean;
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly nowMs?: () => number;
}) {
  const { isOwnPort, resolve = resolveName, nowMs = () => performance.now() } = parts;
  const known = new Map<string, { readonly isPrivate: Promise<boolean>; readonly atMs: number }>();

  const leadsToPrivate = async (name: string): Promise<boolean> => {
    try {
      return (await resolve(name)).some(isPrivateAddress);
    } catch {
      // The proxy may know it.
      return false;
    }
  };
  const isPrivateName = (name: string): Promise<boolean> => {
    const found = known.get(name);
    if (found && nowMs() - found.atMs < rememberMs) return found.isPrivate;
    known.delete(name);
    const isPrivate = leadsToPrivate(name);
    known.set(name, { isPrivate, atMs: nowMs() });
    const [oldest] = known.keys();
    if (known.size > mostNames && oldest !== undefined) known.delete(oldest);
    return isPrivate;
  };
  const isPrivate = ({ host }: Destination): boolean | Promise<boolean> => {
    const name = host.replace(/\.$/, '').toLowerCase();
    if (isIP(name) !== 0) return isPrivateAddress(name);
    // A name without a dot is one of this network.
    return !name.includes('.') || privateNames.test(name) || isPrivateName(name);
  };
  return {
    /**
     * Why a target is refused; null: it is not.
     *
     * @param allowsPrivate the rule allows this machine and private networks, but never the gateway itself
     */
    async check(target: Destination, allowsPrivate: boolean): Promise<Refusal | null> {
      if (isOwnPort(target.port) && isThisMachine(target.host)) return 'own-address';
      if (allowsPrivate) return null;
      return (await isPrivate(target)) ? 'private' : null;
    },
  };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0');
for (const address of ['::', '::1']) loopback.addAddress(address, 'ipv6');

function isThisMachine(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  const family = isIP(name);
  if (family === 0) return name === 'localhost' || name.endsWith('.localhost');
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}

const resolveName = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);
