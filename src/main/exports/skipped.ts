import type {
  ExportChoices,
  ExportProtocol,
  Skipped,
  SkipReason,
} from '../../shared/exports/export.ts';

/** Why an export skips a row that its format could represent. */
export type OwnReason = Exclude<SkipReason, 'not-representable'>;

/** Counts the rows that an export skips. */
export class SkippedCounts {
  readonly #counts = new Map<OwnReason, number>();
  readonly #refusals = new Map<string, number>();
  readonly #choices: ExportChoices;
  readonly #protocol: ExportProtocol;

  constructor(choices: ExportChoices, protocol: ExportProtocol) {
    this.#choices = choices;
    this.#protocol = protocol;
  }

  add(reason: OwnReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  /** Counts a row that the format cannot represent; each of its reasons is counted separately. */
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
        return `They have no IPv${ip} address. Try IPv${ip === '4' ? '6' : '4'}.`;
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

/** Adds up the counts of several exports; different messages stay separate. */
export function sumSkipped(lists: readonly (readonly Skipped[])[]): Skipped[] {
  const sums = new Map<string, Skipped>();
  for (const left of lists.flat()) {
    const known = sums.get(left.message);
    sums.set(left.message, { ...left, count: left.count + (known?.count ?? 0) });
  }
  return [...sums.values()];
}
