import type { ExportOptions, LeftOutReason, RowDetails } from '../../shared/export.ts';

/** Rows that are enough: the same address and port again, or a country that has its number. */
export interface RowLimits {
  /** Why a row is left out. */
  check(host: string, port: number, details: RowDetails | undefined): LeftOutReason | undefined;
  /** The row is written. */
  note(host: string, port: number, details: RowDetails | undefined): void;
}

/**
 * @param findRepeatedHosts only of the addresses that several proxies have is kept which
 *   ports were written, so that a million different ones cost nothing
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
      // Even a look into an empty map has to hash the address.
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
