import { localDay } from '../../shared/figures/days.ts';
import { findProblems, type Overview } from '../../shared/figures/overview.ts';
import { ask } from '../bridge.ts';
import { attempt } from '../kit/async/promises.ts';
import { nowMs } from '../kit/clock.ts';
import type { AppState } from './app-state.svelte.ts';
import type { GatewayStatus } from './gateway-status.svelte.ts';

/** Loaded with the account, so that the view appears at once. */
export class OverviewState {
  readonly #accountId: string;
  readonly #app: AppState;
  readonly #gateway: Pick<GatewayStatus, 'failing'>;
  #loading = 0;
  /** Null: not loaded. A failure keeps the last one. */
  value = $state.raw<Overview | null>(null);
  readonly today = $derived.by(() => localDay(nowMs()));
  readonly problems = $derived.by(() =>
    this.value === null ? [] : findProblems(this.value, this.#app.settings, this.today, this.#gateway.failing),
  );

  constructor(accountId: string, app: AppState, gateway: Pick<GatewayStatus, 'failing'>) {
    this.#accountId = accountId;
    this.#app = app;
    this.#gateway = gateway;
  }

  async reload(): Promise<void> {
    const ticket = ++this.#loading;
    const request = { accountId: this.#accountId, today: this.today };
    const value = await attempt(
      () => ask('overview:get', request),
      () => undefined,
    );
    if (value !== undefined && ticket === this.#loading) this.value = value;
  }
}
