import type { Failure } from '../../shared/failure.ts';
import type { SyncOutcome, SyncPlan, SyncProgress, SyncState } from '../../shared/sync.ts';
import { ask, attempt } from '../bridge.ts';

/** What the window knows about the offline copy of the current account. */
export class SyncStatus {
  accountId = $state<string | null>(null);
  state = $state.raw<SyncState | null>(null);
  /** When it is synced next by itself. */
  plan = $state.raw<SyncPlan | null>(null);
  #progress = $state.raw<SyncProgress | null>(null);
  #isAsked = $state(false);
  readonly progress = $derived.by(() => this.#progress ?? this.state?.running ?? null);
  readonly isRunning = $derived.by(() => this.#isAsked || this.progress !== null);
  readonly wasSynced = $derived.by(() => this.state?.lastCompletedAt != null);

  /** Looks at another account; true: no sync of it was ever tried. */
  async enter(accountId: string, onFailure: (failure: Failure) => void): Promise<boolean> {
    this.accountId = accountId;
    this.state = null;
    this.plan = null;
    this.#progress = null;
    this.#isAsked = false;
    const state = await this.reload(onFailure);
    return state !== undefined && wasNeverTried(state);
  }

  leave(): void {
    this.accountId = null;
    this.state = null;
    this.#progress = null;
    this.#isAsked = false;
  }

  async reload(onFailure: (failure: Failure) => void): Promise<SyncState | undefined> {
    const { accountId } = this;
    if (accountId === null) return undefined;
    const state = await attempt(() => ask('sync:state', { accountId }), onFailure);
    if (state !== undefined) this.take(state);
    const plan = await attempt(() => ask('sync:plan', { accountId }), onFailure);
    if (plan !== undefined) this.takePlan(plan);
    return state;
  }

  take(state: SyncState): void {
    if (state.accountId !== this.accountId) return;
    this.state = state;
    this.#progress = state.running;
  }

  takePlan(plan: SyncPlan): void {
    if (plan.accountId === this.accountId) this.plan = plan;
  }

  takeProgress(progress: SyncProgress): void {
    if (progress.accountId === this.accountId) this.#progress = progress;
  }

  /** Runs a sync, or joins the one under way; undefined: it failed and `onFailure` knows. */
  async run(
    onFailure: (failure: Failure) => void,
    acceptEmpty = false,
  ): Promise<SyncOutcome | undefined> {
    const { accountId } = this;
    if (accountId === null) return undefined;
    this.#isAsked = true;
    const outcome = await attempt(
      () => ask('sync:run', { accountId, ...(acceptEmpty ? { acceptEmpty } : {}) }),
      onFailure,
    );
    if (accountId === this.accountId) {
      this.#isAsked = false;
      this.#progress = null;
      await this.reload(onFailure);
    }
    return outcome;
  }
}

const wasNeverTried = (state: SyncState): boolean =>
  state.lastCompletedAt === null && state.lastAttemptAt === null && state.running === null;
