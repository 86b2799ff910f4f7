import type {
  ExportChoices,
  ExportOptions,
  ExportProtocol,
  RowDetails,
  SkipReason,
  Skipped,
} from '../../shared/exports/export.ts';
import { fail } from '../../shared/failure.ts';
import type { ExportFormat } from './format.ts';

type OwnReason = Exclude<SkipReason, 'not-representable'>;

export class SkippedCounts {
  readonly #counts = new Map<OwnReason, number>();
  readonly #refusals = new Map<string, number>();
  readonly #choices: ExportChoices;
  readonly #format: ExportFormat;
  readonly #protocol: ExportProtocol;

  constructor(choices: ExportChoices, format: ExportFormat, protocol: ExportProtocol) {
    this.#choices = choices;
    this.#format = format;
    this.#protocol = protocol;
  }

  add(reason: OwnReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  addRefused(refusal: string): void {
    this.#refusals.set(refusal, (this.#refusals.get(refusal) ?? 0) + 1);
  }

  set(reason: OwnReason, count: number): void {
    if (count > 0) this.#counts.set(reason, count);
  }

  list(): Skipped[] {
    const own = [...this.#counts].map(([reason, count]) => ({
      reason,
      count,
      message: this.#explain(reason),
    }));
    const refused = [...this.#refusals].map(([refusal, count]) => ({
      reason: 'not-representable' as const,
      count,
      message: `${refusal.charAt(0).toUpperCase()}${refusal.slice(1)}.`,
    }));
    return [...own, ...refused];
  }

  #explain(reason: OwnReason): string {
    const { proxyUserId, ip, options = {} } = this.#choices;
    switch (reason) {
      case 'no-access':
        return (options.otherUserIds ?? []).length > 0
          ? 'None of these users has access to them.'
          : `${proxyUserId ?? 'The default user'} has no access to them.`;
      case 'not-alive':
        return `They did not pass a test in the last ${String(options.aliveWithinHours ?? 0)} hours. Test them, or allow more hours.`;
      case 'no-address':
        if (ip !== 'any') return `They have no IPv${ip} address. Choose IPv4, else IPv6.`;
        return this.#format.hasIpv6
          ? 'They have no address.'
          : `They have no IPv4 address, and ${this.#format.label} does not support IPv6.`;
      case 'no-port':
        return `They have no ${this.#protocol === 'http' ? 'HTTP' : 'SOCKS5'} port. Try the other protocol.`;
      case 'repeated':
        return 'A proxy with the same address and port is already included.';
      case 'enough-of-country':
        return `Their country already has ${String(options.perCountry ?? 0)} proxies.`;
      case 'no-password':
        if (proxyUserId === null)
          return 'Their record contains no credentials. Create a proxy user at your provider, then sync.';
        return options.credentials === 'default'
          ? `Their record does not contain ${proxyUserId}'s password. Use the user's own credentials instead.`
          : `${proxyUserId}'s password is not saved. Sync again.`;
    }
  }
}

/** Adds up skipped rows of several lists by their message. */
export function sumSkipped(lists: readonly (readonly Skipped[])[]): Skipped[] {
  const sums = new Map<string, Skipped>();
  for (const left of lists.flat()) {
    const known = sums.get(left.message);
    sums.set(left.message, { ...left, count: left.count + (known?.count ?? 0) });
  }
  return [...sums.values()];
}

/**
 * Skips repeated endpoints and rows of a full country.
 *
 * @param findRepeatedHosts only their ports are remembered, which saves memory
 */
export function createRowLimits(
  { isDistinct = false, perCountry }: ExportOptions,
  findRepeatedHosts: () => ReadonlySet<string>,
) {
  const repeatedHosts = isDistinct ? findRepeatedHosts() : new Set<string>();
  const portsOfHost = new Map<string, Set<number>>();
  const countOfCountry = new Map<string | null, number>();
  const countryOf = (details: RowDetails | undefined): string | null => details?.country_id ?? null;
  return {
    /** Undefined: within the limits. */
    check(host: string, port: number, details: RowDetails | undefined): OwnReason | undefined {
      // Even an empty map hashes the address.
      if (isDistinct && portsOfHost.get(host)?.has(port) === true) return 'repeated';
      if (perCountry === undefined) return undefined;
      const count = countOfCountry.get(countryOf(details)) ?? 0;
      return count >= perCountry ? 'enough-of-country' : undefined;
    },
    note(host: string, port: number, details: RowDetails | undefined): void {
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

/**
 * Assigns labels in rotation.
 *
 * @returns the label for a number of written rows; undefined without labels
 * @throws FailureError `invalid-input` if the format has none
 */
export function createRowLabels(
  { labels = [] }: ExportOptions,
  format: ExportFormat,
): (writtenCount: number) => string | undefined {
  if (labels.length > 0 && format.canCarryLabels !== true) {
    throw fail(
      'invalid-input',
      `${format.label} does not support labels. Choose a format with names, or a template with {label}.`,
    );
  }
  return (writtenCount) => labels[writtenCount % labels.length];
}

/** Names rows by label and place: `shop US New York 1`. Numbers may have gaps; names differ in letters and digits. */
export function createRowNames(): (details: RowDetails, label?: string) => string {
  const counts = new Map<string, number>();
  return ({ country_id, city_name, subdivision_name }, label) => {
    const place = [label ?? null, country_id, city_name ?? subdivision_name].filter((part) => part !== null).join(' ');
    const name = place.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() || 'Proxy';
    // A format may replace other characters with dashes.
    const counted = label === undefined ? name : name.replace(/[^\p{L}\p{N}]+/gu, '-');
    const number = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, number);
    return `${name} ${String(number)}`;
  };
}
