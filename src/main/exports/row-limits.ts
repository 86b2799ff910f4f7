import type { ExportOptions, LeftOutReason, RowDetails } from '../../shared/export.ts';

/** Skips rows beyond a limit: a repeated address and port, or a country that is full. */
export interface RowLimits {
  /** Why a row is skipped, or undefined if it is within the limits. */
  check(host: string, port: number, details: RowDetails | undefined): LeftOutReason | undefined;
  /** Counts a row that was written. */
  note(host: string, port: number, details: RowDetails | undefined): void;
}

/**
 * @param findRepeatedHosts ports are remembered only for addresses that several proxies
 *   share, so that a million different addresses cost nothing
 */
export function createRowLimits(
  { isDistinct = false, perCountry }: ExportOptions,
  findRepeatedHosts: () => ReadonlySet<string>,
): RowLimits {
  const repeatedHosts = isDistinct ? findRepeatedHosts() : new Set<string>();
  const portsOfHost = new Map<string, Set<number>>();
  const countOfCountry = new Map<string | null, number>();
  const countryOf = (details: RowDetails | undefined): string | null => details?.countryId ?? null;
  return {
    check(host, port, details) {
      // Even looking into an empty map hashes the address.
      if (isDistinct && portsOfHost.get(host)?.has(port) === true) return 'repeated';
      if (perCountry === undefined) return undefined;
      const count = countOfCountry.get(countryOf(details)) ?? 0;
      return count >= perCountry ? 'enough-of-country' : undefined;
    },
    note(host, port, details) {
      if (isDistinct && repeatedHosts.has(host)) {
        const ports = portsOfHost.get(host) ?? new Set();
        portsOfHost.set(host, ports.add(port));
      }
      if (perCountry !== undefined) {
        const country = countryOf(details);
        countOfCountry.set(country, (countOfCountry.get(country) ?? 0) + 1);
      }
    },
  };
}
