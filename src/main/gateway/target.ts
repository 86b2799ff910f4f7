import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Refusal } from '../../shared/gateway/gateway.ts';
import type { Destination } from '../dial/tunnel.ts';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  // Among them `::` and `::1`. IPv4 inside of IPv6: compatible, translated (NAT64, RFC 2765), 6to4, Teredo. No public server needs them.
  ['::', 96],
  ['64:ff9b::', 96],
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

/** Names that never leave this machine or its network (RFC 6761, RFC 6762, RFC 8375, and the root zone). */
const privateNames = /(^|\.)(localhost|local|internal|home\.arpa|localdomain|lan|home|corp)$/;
/** The longest name of a host, without the dot of the root (RFC 1035, section 2.3.4). Names are remembered. */
const longestName = 253;
/** How long the addresses of a name are remembered, and of how many names. */
const rememberMs = 60_000;
const mostNames = 10_000;
/** So many names are looked up at once for each rule; whatever waits for its turn waits no longer than for an answer. */
const mostLookups = 8;
const turnMs = 2_000;

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
  readonly resolve?: ResolveName;
  readonly nowMs?: () => number;
}) {
  const { isOwnPort, resolve = createResolveName(), nowMs = () => performance.now() } = parts;
  const known = new Map<string, { readonly addresses: ReturnType<ResolveName>; readonly atMs: number }>();
  const turns = new Map<string, Turns>();

  /** @param client whose lookups wait for each other */
  const find = (name: string, client: string): ReturnType<ResolveName> => {
    const found = known.get(name);
    if (found && nowMs() - found.atMs < rememberMs) return found.addresses;
    known.delete(name);
    const ofClient = turns.get(client) ?? createTurns(mostLookups);
    turns.set(client, ofClient);
    const addresses = ofClient.run(() => resolve(name), turnMs);
    addresses.catch((error: unknown) => {
      // Nobody was asked, so nothing is known about it.
      if (error instanceof NoTurnError) known.delete(name);
    });
    known.set(name, { addresses, atMs: nowMs() });
    const [oldest] = known.keys();
    if (known.size > mostNames && oldest !== undefined) known.delete(oldest);
    return addresses;
  };
  /** @param otherwise if nobody knows the addresses in time */
  const hasAddress = async (
    { host }: Destination,
    client: string,
    isWanted: (address: string) => boolean,
    otherwise: boolean,
  ): Promise<boolean> => {
    const name = nameOf(host);
    if (isIP(name) !== 0) return isWanted(name);
    try {
      return (await find(name, client)).some(isWanted);
    } catch {
      return otherwise;
    }
  };
  return {
    /**
     * Why a target is refused; null: it is not.
     *
     * @param allowsPrivate the rule allows this machine and private networks, but never the gateway itself
     * @param client of which only a few names are looked up at once
     */
    async check(target: Destination, allowsPrivate: boolean, client = ''): Promise<Refusal | null> {
      if (isOwnPort(target.port)) {
        const isOwn = isLocalName(target.host) || (await hasAddress(target, client, isThisMachine, true));
        if (isOwn) return 'own-address';
      }
      if (allowsPrivate) return null;
      const name = nameOf(target.host);
      // A name without a dot is one of this network.
      const isPrivate =
        isIP(name) === 0 && (!name.includes('.') || privateNames.test(name))
          ? true
          : // The proxy may know what nobody here does.
            await hasAddress(target, client, isPrivateAddress, false);
      return isPrivate ? 'private' : null;
    },
  };
}

const nameOf = (host: string): string => host.replace(/\.$/, '').toLowerCase();

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0');
for (const address of ['::', '::1']) loopback.addAddress(address, 'ipv6');
// 127.0.0.0/8 inside of IPv6: compatible, and translated in two ways.
for (const network of ['::7f00:0', '::ffff:0:7f00:0', '64:ff9b::7f00:0']) {
  loopback.addSubnet(network, 104, 'ipv6');
}

const isLocalName = (host: string): boolean => /(^|\.)localhost$/.test(nameOf(host));

/** Whether an address is one of this machine's: a proxy on it would lead back to the gateway. */
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

/** The turn of a task did not come in time. */
class NoTurnError extends Error {}

/** Runs a few tasks at once; the others wait for their turn, which comes first to the one that waits longest. */
export type Turns = ReturnType<typeof createTurns>;

/** @param most so many run at once */
export function createTurns(most: number) {
  let running = 0;
  const waiting = new Set<() => void>();
  const takeTurn = (limitMs: number | undefined): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    waiting.add(begin);
    const timer =
      limitMs === undefined
        ? undefined
        : setTimeout(() => {
            waiting.delete(begin);
            reject(new NoTurnError());
          }, limitMs);
    function begin(): void {
      clearTimeout(timer);
      resolve(undefined);
    }
    return promise;
  };
  return {
    waitingCount: () => waiting.size,
    /**
     * Runs a task when it is next.
     *
     * @param limitMs the longest wait for the turn
     * @throws NoTurnError if the turn does not come in time; the task does not run then
     */
    async run<T>(task: () => Promise<T>, limitMs?: number): Promise<T> {
      // A task that ends gives its place to the next one.
      if (running >= most) await takeTurn(limitMs);
      else running += 1;
      try {
        return await task();
      } finally {
        const [next] = waiting;
        if (next) {
          waiting.delete(next);
          next();
        } else running -= 1;
      }
    },
  };
}

/** Requests wait no longer than this for a name. */
const limitMs = 2_000;
const hostsFileByDefault =
  process.platform === 'win32'
    ? join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32/drivers/etc/hosts')
    : '/etc/hosts';

/** Finds the addresses of a name; empty: nobody knows it. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * Creates a function that finds the addresses of a name as this machine knows it: in the file of hosts first, then from its name
 * servers. It uses no thread of the pool, of which slow names would take all, also those of other accounts and of a sync. It fails
 * if no server answers within two seconds.
 */
export function createResolveName({
  servers,
  hostsFile = hostsFileByDefault,
}: {
  /** Instead of those of the system. */
  readonly servers?: readonly string[];
  readonly hostsFile?: string;
} = {}): ResolveName {
  return async (name) => {
    const own = (await readHosts(hostsFile)).get(name);
    if (own) return own;
    // Each has its own, so that the end of one cancels no other. It reads the servers of the present network.
    const resolver = new Resolver({ timeout: limitMs, tries: 1 });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => {
      resolver.cancel();
    }, limitMs);
    try {
      const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
      const failed = found.filter((each) => each.status === 'rejected');
      // A name without addresses is known not to exist; a server that is silent knows nothing.
      if (addresses.length === 0 && !failed.some(({ reason }) => isUnknown(reason))) {
        throw new Error('No name server answered.');
      }
      return addresses;
    } finally {
      clearTimeout(timer);
    }
  };
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA');

/** The addresses of the names in a file of hosts (hosts(5)); a file that cannot be read has none. */
async function readHosts(file: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const hosts = new Map<string, string[]>();
  const text = await readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      hosts.set(key, [...(hosts.get(key) ?? []), address]);
    }
  }
  return hosts;
}
