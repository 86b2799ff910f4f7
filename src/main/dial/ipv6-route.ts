import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** After so long, or when the network changes, IPv6 is tried again. */
const retryMs = 5 * 60_000;
/** The interfaces are read no more often. */
const readMs = 1_000;

/**
 * Remembers whether this machine has a route to IPv6 addresses, as far as its connections have shown: without one each
 * connection to such an address waits for seconds and fails, whatever the proxy is like.
 *
 * @param parts.nowMs milliseconds of a clock that nobody sets
 * @param parts.readNetwork the addresses of this machine as text to compare
 */
export function createIpv6Route(
  parts: { readonly nowMs?: () => number; readonly readNetwork?: () => string } = {},
): Ipv6Route {
  const { nowMs = () => performance.now(), readNetwork = readAddresses } = parts;
  let network = '';
  let readAtMs = -Infinity;
  const networkNow = (): string => {
    if (nowMs() - readAtMs >= readMs) {
      network = readNetwork();
      readAtMs = nowMs();
    }
    return network;
  };
  let missing: { readonly untilMs: number; readonly network: string } | null = null;
  let reachedIn: string | null = null;
  return {
    opened(host) {
      if (!isRemoteIpv6(host)) return;
      missing = null;
      reachedIn = networkNow();
    },
    failed(host) {
      // Where other addresses were reached, the route to this one is missing elsewhere.
      if (isRemoteIpv6(host) && reachedIn !== networkNow()) missing = { untilMs: nowMs() + retryMs, network };
    },
    isMissing() {
      if (missing !== null && (nowMs() >= missing.untilMs || networkNow() !== missing.network)) missing = null;
      return missing !== null;
    },
  };
}

/** See `createIpv6Route`; it is shared by everything that connects to proxies. */
export interface Ipv6Route {
  /** A connection to an address was opened. */
  readonly opened: (host: string) => void;
  /** The system had no route to an address. */
  readonly failed: (host: string) => void;
  readonly isMissing: () => boolean;
}

/** Whether an address is one of IPv6, and of another machine. */
export const isRemoteIpv6 = (host: string): boolean => isIPv6(host) && host !== '::1';

const listAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal }) => !internal).map(({ address }) => address),
  );

const readAddresses = (): string => listAddresses().toSorted().join(' ');

/** Whether an interface has an IPv6 address besides the link-local one. Without one this machine reaches none; with one it may. */
export const hasIpv6Address = (addresses: readonly string[] = listAddresses()): boolean =>
  addresses.some((address) => isIPv6(address) && !/^fe[89ab]/i.test(address));
