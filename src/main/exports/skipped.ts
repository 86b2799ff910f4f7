import type {
  ExportChoices,
  ExportProtocol,
  Skipped,
  SkipReason,
} from '../../shared/exports/export.ts';

/** Counts the rows that an export skips. */
export class SkippedCounts {
  readonly #counts = new Map<SkipReason, number>();
  readonly #choices: ExportChoices;
  readonly #protocol: ExportProtocol;
  #refusal = '';

  constructor(choices: ExportChoices, protocol: ExportProtocol) {
    this.#choices = choices;
    this.#protocol = protocol;
  }

  add(reason: SkipReason, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** Counts a row that the format cannot represent. */
  addRefused(refusal: string): void {
    this.#refusal = refusal;
    this.add('not-representable');
  }

  set(reason: SkipReason, count: number): void {
    if (count > 0) this.#counts.set(reason, count);
  }

  list(): Skipped[] {
    return [...this.#counts].map(([reason, count]) => ({
      reason,
      count,
      message: this.#explain(reason),
    }));
  }

  #explain(reason: SkipReason): string {
    const { proxyUserId, ip, options = {} } = this.#choices;
    switch (reason) {
      case 'no-access':
        return (options.otherUserIds ?? []).length > 0
          ? 'None of these users has access to them.'
          : `${proxyUserId} has no access to them.`;
      case 'not-alive':
        return `They did not pass a test in the last ${String(options.aliveWithinHours ?? 0)} hours. Test them, or allow more hours.`;
      case 'no-address':
        return `They have no IPv${ip} address. Try IPv${ip === '4' ? '6' : '4'}.`;
      case 'no-port':
        return `They have no ${this.#protocol === 'http' ? 'HTTP' : 'SOCKS5'} port. Try the other protocol.`;
      case 'repeated':
        return 'A proxy with the same address and port is already included.';
      case 'enough-of-country':
        return `Their country already has ${String(options.perCountry ?? 0)} proxies.`;
      case 'no-password':
        return options.credentials === 'default'
          ? `Their record does not contain ${proxyUserId}'s password. Use the user's own credentials instead.`
          : `${proxyUserId}'s password is not saved. Sync again.`;
      case 'not-representable':
        return `${this.#refusal.charAt(0).toUpperCase()}${this.#refusal.slice(1)}.`;
    }
  }
}

/** Adds up the counts of several exports; different messages stay separate. */
export function sumSkipped(lists: readonly (readonly Skipped[])[]): Skipped[] {
  const sums = new Map<string, Skipped>();
  for (const left of lists.flat()) {
    const known = sums.get(left.message);
    sums.set(left.message, { ...left, count: left.count + (known?.count ?? 0) });
  }
  return [...sums.values()];
}
