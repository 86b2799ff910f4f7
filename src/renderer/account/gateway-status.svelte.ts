import {
  findFailing,
  type GatewayReport,
  type GatewayRule,
  type OpenGateway,
  type RuleChoices,
  type RuleState,
} from '../../shared/gateway/gateway.ts';
import type { GatewayClient } from '../../shared/gateway/gateway-clients.ts';
import { linesOf, writeLines, type Line } from '../../shared/gateway/rule-lines.ts';
import { found } from '../../shared/failure.ts';
import type { Events } from '../../shared/ipc.ts';
import { ask } from '../bridge.ts';
import { createLatestRunner } from '../kit/async/promises.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';

/** `state` while the gateway is on. */
export interface ShownRule {
  readonly rule: GatewayRule;
  readonly state: RuleState | null;
}

/** While requests pass. */
const reloadMs = 3000;

/** An account's gateway, and which others are on. */
export class GatewayStatus {
  readonly #accountId: string;
  readonly #toasts: Toasts;
  /** Null: not loaded. */
  report = $state.raw<GatewayReport | null>(null);
  isOn = $state(false);
  openCount = $state(0);
  isSwitching = $state(false);
  others = $state.raw<readonly OpenGateway[]>([]);
  selectedId = $state<number | null>(null);
  /** Null: most were carried, or it is off. */
  readonly failing = $derived.by(() => findFailing(this.report?.state ?? null));
  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #loadLatest = createLatestRunner();
  readonly rules = $derived.by((): readonly ShownRule[] =>
    (this.report?.rules ?? []).map((rule) => ({
      rule,
      state: this.report?.state?.rules.find(({ ruleId }) => ruleId === rule.id) ?? null,
    })),
  );
  /** Selected, or the first. */
  readonly selected = $derived.by(
    () => this.rules.find(({ rule }) => rule.id === this.selectedId) ?? this.rules[0] ?? null,
  );

  /** '': removed, or none. */
  readonly ruleName = (id: number | null): string => this.rules.find(({ rule }) => rule.id === id)?.rule.name ?? '';

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  /** Resolves when a report is shown that was requested after the call; failures become toasts. */
  reload(): Promise<void> {
    return this.#loadLatest(async () => {
      await this.#toasts.attempt(() => this.#load());
    });
  }

  async #load(): Promise<GatewayReport> {
    const report = await ask('gateway:report', { accountId: this.#accountId });
    this.report = report;
    this.isOn = report.state !== null;
    this.openCount = report.state?.openCount ?? 0;
    this.others = report.others;
    return report;
  }

  take({ accountId, isOn, openCount }: Events['gateway:changed']): void {
    if (accountId !== this.#accountId) {
      const others = this.others.filter((other) => other.accountId !== accountId);
      this.others = isOn ? [...others, { accountId, openCount }] : others;
      return;
    }
    const isTurned = isOn !== this.isOn;
    this.isOn = isOn;
    this.openCount = openCount;
    if (isTurned) void this.reload();
    // Only the report has failures.
    else if (isOn) {
      this.#reloadTimer ??= setTimeout(() => {
        this.#reloadTimer = undefined;
        void this.reload();
      }, reloadMs);
    }
  }

  /** The account was left. */
  stop(): void {
    clearTimeout(this.#reloadTimer);
  }

  /** `problem` null: restarted. */
  noteEnd(problem: string | null): void {
    const text = 'The gateway ended unexpectedly and was started again. Its connections were closed.';
    if (problem === null) this.#toasts.failAbout('gateway', text);
    else {
      const run = (): void => void this.switch(true);
      this.#toasts.failAbout('gateway', problem, { title: 'Turn on', run });
    }
    void this.reload();
  }

  async #change<T>(work: () => Promise<T>): Promise<T | undefined> {
    const result = await this.#toasts.attempt(work);
    await this.reload();
    return result;
  }

  async turnOffOther(accountId: string): Promise<void> {
    await this.#change(() => ask('gateway:switch', { accountId, isOn: false }));
  }

  async switch(isOn: boolean): Promise<void> {
    const accountId = this.#accountId;
    this.isSwitching = true;
    this.#toasts.retract('gateway');
    await this.#change(() => ask('gateway:switch', { accountId, isOn }));
    this.isSwitching = false;
  }

  /** Adds a rule and turns the gateway on, unless it is being switched; false: the rule was not added. */
  async start(rule: RuleChoices): Promise<boolean> {
    if (this.isSwitching) return false;
    // Before the rule is saved: a second click comes sooner.
    this.isSwitching = true;
    const isAdded = (await this.#toasts.attempt(() => this.add(rule).then(() => true))) === true;
    this.isSwitching = false;
    if (isAdded) await this.switch(true);
    return isAdded;
  }

  /** Adds a rule. Throws failures for a dialog. */
  async add(rule: RuleChoices): Promise<GatewayRule> {
    const saved = await ask('gateway:put-rule', { accountId: this.#accountId, rule });
    this.selectedId = saved.id;
    await this.reload();
    return saved;
  }

  /** Changes a rule, whose other fields stay as others have changed them. Throws failures for a dialog. */
  async change(id: number, changes: Partial<RuleChoices>): Promise<GatewayRule> {
    const saved = await this.#put(id, changes);
    await this.reload();
    return saved;
  }

  /** Changes a rule as `change` does; failures become toasts. */
  async update({ id }: GatewayRule, changes: Partial<RuleChoices>): Promise<void> {
    await this.#change(() => this.#put(id, changes));
  }

  async #put(id: number, changes: Partial<RuleChoices>): Promise<GatewayRule> {
    const saved = await ask('gateway:put-rule', { accountId: this.#accountId, id, rule: changes });
    this.selectedId = id;
    return saved;
  }

  /** Changes the lines of a rule as they are saved now, because others change them, too. Throws failures for dialogs. */
  async putLines(ruleId: number, change: (now: readonly Line[]) => readonly Line[]): Promise<void> {
    const { rules } = await this.#load();
    const { lines } = found(
      rules.find(({ id }) => id === ruleId),
      'rule',
    );
    await this.change(ruleId, { lines: writeLines(change(linesOf(lines))) });
  }

  /** Changes lines as `putLines` does; false: it failed, with a toast. */
  async changeLines(ruleId: number, change: (now: readonly Line[]) => readonly Line[]): Promise<boolean> {
    return (await this.#toasts.attempt(() => this.putLines(ruleId, change).then(() => true))) === true;
  }

  async remove(id: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#change(() => ask('gateway:remove-rule', { accountId, id }));
  }

  async end(id?: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#change(() => ask('gateway:end', { accountId, id }));
  }

  async endElsewhere(ruleId: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#change(() => ask('gateway:end', { accountId, elsewhereOf: ruleId }));
  }

  async useAgain(ruleId: number, proxyId?: string): Promise<void> {
    const accountId = this.#accountId;
    await this.#change(() => ask('gateway:use-again', { accountId, ruleId, proxyId }));
  }

  async renewToken(ruleId: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#change(() => ask('gateway:renew-token', { accountId, ruleId }));
  }

  freePort(): Promise<number> {
    return ask('gateway:free-port', { accountId: this.#accountId });
  }

  token(ruleId: number): Promise<string | undefined> {
    const accountId = this.#accountId;
    return this.#toasts.attempt(() => ask('gateway:token', { accountId, ruleId }));
  }

  copy(ruleId: number, client: GatewayClient): Promise<null> {
    return ask('gateway:copy', { accountId: this.#accountId, ruleId, client });
  }
}
