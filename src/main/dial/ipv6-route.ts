import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Or when the network changes. */
const retryMs = 5 * 60_000;
const readMs = 1_000;

/**
 * Remembers a missing IPv6 route, which costs each connection seconds.
 *
 * @param parts.nowMs monotonic
 * @param parts.readNetwork this machine's addresses as text
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
      // If other addresses were reached, the gap is elsewhere.
      if (isRemoteIpv6(host) && reachedIn !== networkNow()) missing = { untilMs: nowMs() + retryMs, network };
    },
    isMissing() {
      if (missing !== null && (nowMs() >= missing.untilMs || networkNow() !== missing.network)) missing = null;
      return missing !== null;
    },
  };
}

/** Shared by all connections to proxies. */
export interface Ipv6Route {
  readonly opened: (host: string) => void;
  /** The system had no route. */
  readonly failed: (host: string) => void;
  readonly isMissing: () => boolean;
}

export const isRemoteIpv6 = (host: string): boolean => isIPv6(host) && host !== '::1';

const listAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.filter(({ internal }) => !internal).map(({ address }) => address),
  );

const readAddresses = (): string => listAddresses().toSorted().join(' ');

/** Whether an interface has more than link-local IPv6 addresses. */
export const hasIpv6Address = (addresses: readonly string[] = listAddresses()): boolean =>
  addresses.some((address) => isIPv6(address) && !/^fe[89ab]/i.test(address));
