import { randomBytes } from 'node:crypto';
import { lookup, Resolver } from 'node:dns/promises';
import { connect, isIP } from 'node:net';

/** An address that answers this machine if it is online. */
export interface KnownHost {
  readonly host: string;
  readonly port: number;
}

const timeoutMs = 5_000;

/**
 * Whether this machine is online. Nobody learns of it who does not know this machine already: it asks proxies that
 * have answered before, the service, and the name servers of this machine. No target is asked.
 *
 * @param known proxies that have answered in this run; empty: none has
 * @param serviceUrl the base URL of the service
 */
export async function isOnline(known: readonly KnownHost[], serviceUrl: string): Promise<boolean> {
  if (await isAnyOpen(known)) return true;
  const { hostname, port, protocol } = new URL(serviceUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const service = { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  // A service on this machine, like the demo's, says nothing about the network that proxies have answered from.
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  if (isLocal && known.length > 0) return false;
  if (await isAnyOpen([service])) return true;
  return isIP(host) === 0 && !isLocal && (await hasNameServer(host));
}

/** Whether somebody answers at one of the addresses: then packets go out and come back. */
async function isAnyOpen(hosts: readonly KnownHost[]): Promise<boolean> {
  return (await Promise.all(hosts.map(isOpen))).includes(true);
}

async function isOpen({ host, port }: KnownHost): Promise<boolean> {
  try {
    const address = isIP(host) === 0 ? (await lookup(host)).address : host;
    return await new Promise((resolve) => {
      const socket = connect({ host: address, port, timeout: timeoutMs });
      const finish = (isAnswered: boolean) => () => {
        socket.destroy();
        resolve(isAnswered);
      };
      socket.once('connect', finish(true));
      socket.once('error', (error) => {
        finish('code' in error && error.code === 'ECONNREFUSED')();
      });
      socket.once('timeout', finish(false));
    });
  } catch {
    return false;
  }
}

/**
 * Whether a name server says that a name does not exist. Nobody has asked for the name before, so the answer comes
 * from outside, not from a cache of this machine or its router.
 */
async function hasNameServer(host: string): Promise<boolean> {
  const resolver = new Resolver({ timeout: 2_000, tries: 1 });
  try {
    await resolver.resolve4(`${randomBytes(8).toString('hex')}.${host}`);
    // Some routers answer every name with their own address while they are offline.
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOTFOUND' || code === 'ENODATA';
  }
}
