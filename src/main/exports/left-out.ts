import type { ExportChoices, ExportProtocol, LeftOut, LeftOutReason } from '../../shared/export.ts';

/** Counts what an export leaves out. */
export class LeftOutCounts {
  readonly #counts = new Map<LeftOutReason, number>();
  readonly #choices: ExportChoices;
  readonly #protocol: ExportProtocol;
  #refusal = '';

  constructor(choices: ExportChoices, protocol: ExportProtocol) {
    this.#choices = choices;
    this.#protocol = protocol;
  }

  add(reason: LeftOutReason, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  /** A row that the format can't carry. */
  addRefused(refusal: string): void {
    this.#refusal = refusal;
    this.add('not-representable');
  }

  set(reason: LeftOutReason, count: number): void {
    if (count > 0) this.#counts.set(reason, count);
  }

  list(): LeftOut[] {
    return [...this.#counts].map(([reason, count]) => ({
      reason,
      count,
      message: this.#explain(reason),
    }));
  }

  #explain(reason: LeftOutReason): string {
    const { proxyUserId, ip, options = {} } = this.#choices;
    switch (reason) {
      case 'no-access':
        return (options.otherUserIds ?? []).length > 0
          ? 'None of these users may use them.'
          : `${proxyUserId} may not use them.`;
      case 'not-alive':
        return `They answered no test in the last ${String(options.aliveWithinHours ?? 0)} hours, or were not tested. Test them, or allow more hours.`;
      case 'no-address':
        return `They have no IPv${ip} address. Choose IPv${ip === '4' ? '6' : '4'} for them.`;
      case 'no-port':
        return `They have no ${this.#protocol === 'http' ? 'HTTP' : 'SOCKS5'} port. Choose the other protocol for them.`;
      case 'repeated':
        return 'Another one with the same address and port is written.';
      case 'enough-of-country':
        return `Their country has its ${String(options.perCountry ?? 0)} already.`;
      case 'no-password':
        return options.credentials === 'default'
          ? `Their own record has no password of ${proxyUserId}. Choose the user's own credentials.`
          : `The offline copy has no password of ${proxyUserId}. Sync again.`;
      case 'not-representable':
        return `For them ${this.#refusal}.`;
    }
  }
}

/** The counts of several exports as those of one; what differs in words stays apart. */
export function sumLeftOut(lists: readonly (readonly LeftOut[])[]): LeftOut[] {
  const sums = new Map<string, LeftOut>();
  for (const left of lists.flat()) {
    const known = sums.get(left.message);
    sums.set(left.message, { ...left, count: left.count + (known?.count ?? 0) });
  }
  return [...sums.values()];
}
