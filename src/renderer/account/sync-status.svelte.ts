import { describeFailure, FailureError, type Failure } from '../../shared/failure.ts';
import {
  type MainList,
  type SyncPlan,
  type SyncProgress,
  type SyncResource,
  type SyncState,
  type SyncOutcome,
  mainLists,
  missingResources,
  nameResources,
} from '../../shared/sync.ts';
import { ask } from '../bridge.ts';
import { attempt } from '../kit/async/promises.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';
import { changeKinds, type RecordedSync } from '../../shared/records/change.ts';
import { formatCount } from '../format/format-number.ts';

export class SyncStatus {
  readonly #accountId: string;
  readonly #toasts: Toasts;
  readonly #showChanges: (where: string) => void;
  state = $state.raw<SyncState | null>(null);
  plan = $state.raw<SyncPlan | null>(null);
  #progress = $state.raw<SyncProgress | null>(null);
  #isRequested = $state(false);
  /** Milliseconds since the epoch. */
  startedAtMs = $state(0);
  heardAtMs = $state(0);
  /** By the service in this window's last sync; null: unknown. */
  expectedProxies = $state<number | null>(null);
  readonly progress = $derived.by(() => this.#progress ?? this.state?.running ?? null);
  readonly isRunning = $derived.by(() => this.#isRequested || this.progress !== null);
  readonly wasSynced = $derived.by(() => this.state?.lastCompletedAt != null);
  /** Other than canceled. */
  readonly hasFailed = $derived.by(() => this.state?.lastProblem != null && this.state.lastProblem.code !== 'canceled');

  /** @param showChanges of a filter */
  constructor(accountId: string, toasts: Toasts, showChanges: (where: string) => void = () => undefined) {
    this.#accountId = accountId;
    this.#toasts = toasts;
    this.#showChanges = showChanges;
  }

  /** Null: unknown; before the first sync ends, 0 is unknown. */
  knownCount(list: MainList): number | null {
    const count = this.state?.counts[list] ?? 0;
    return this.wasSynced || count > 0 ? count : null;
  }

  /** False until loaded. A running first sync is joined. */
  get needsFirstSync(): boolean {
    const { state } = this;
    return state !== null && state.lastCompletedAt === null && state.lastAttemptAt === null;
  }

  /** Null: loaded, or the banner shows it. */
  problemOf(resource: SyncResource): Failure | null {
    const { lastProblem = null, resources } = this.state ?? {};
    const problem = resources?.[resource].problem ?? null;
    if (lastProblem !== null || problem?.code === 'canceled') return null;
    return problem?.code === 'not-found' ? { ...problem, message: 'The service does not offer this data.' } : problem;
  }

  async reload(): Promise<void> {
    const accountId = this.#accountId;
    const state = await this.#toasts.attempt(() => ask('sync:state', { accountId }));
    if (state !== undefined) this.take(state);
    const plan = await this.#toasts.attempt(() => ask('sync:plan', { accountId }));
    if (plan !== undefined) this.plan = plan;
  }

  take(state: SyncState): void {
    if (state.running !== null && !this.isRunning) this.#noteStart();
    // Messages about a sync are no longer true.
    if (state.running === null && this.progress !== null) this.#toasts.retract('sync');
    this.state = state;
    this.#progress = state.running;
    this.#noteExpected(state.running);
  }

  #noteExpected(progress: SyncProgress | null): void {
    if (progress?.resource === 'proxies') this.expectedProxies = progress.expected;
  }

  takeProgress(progress: SyncProgress): void {
    if (!this.isRunning) this.#noteStart();
    const { resource, received } = this.progress ?? {};
    // Some reports have nothing new.
    const isNews = resource !== progress.resource || received !== progress.received;
    // A refusal is a response.
    if (isNews || progress.waitSeconds !== undefined) this.heardAtMs = Date.now();
    this.#progress = progress;
    this.#noteExpected(progress);
    this.#countReceived(progress);
  }

  /** Until the first sync ends: counting rows without indexes is slow. */
  #countReceived({ resource, received }: SyncProgress): void {
    const { state } = this;
    if (state === null || this.wasSynced || received <= state.counts[resource]) return;
    this.state = { ...state, counts: { ...state.counts, [resource]: received } };
  }

  #noteStart(): void {
    this.startedAtMs = this.heardAtMs = Date.now();
    this.#toasts.retract('sync');
  }

  /** Starts or joins a sync and shows its changes. `acceptEmpty`: believes empty lists. `isFull`: writes all rows. */
  async run(options: { acceptEmpty?: boolean; isFull?: boolean } = {}): Promise<void> {
    const isFirst = !this.wasSynced;
    const outcome = await this.#request(options);
    // The banner shows other failures.
    if (outcome?.problem === null) await this.#reportEnd(outcome, isFirst);
    else if (outcome?.problem.code === 'canceled') this.#toasts.notifyFailure(outcome.problem);
  }

  async #reportEnd(outcome: SyncOutcome, isFirst: boolean): Promise<void> {
    const accountId = this.#accountId;
    const recorded = isFirst
      ? undefined
      : await attempt(
          () => ask('changes:syncs', { accountId }),
          () => undefined,
        );
    const last = recorded?.[0] ?? null;
    const hasChanges = last !== null && Object.values(last.counts).some((count) => count > 0);
    const show = {
      title: 'Show',
      run: (): void => {
        this.#showChanges(`sync:${String(last?.id)}`);
      },
    };
    const text = summarizeSync(outcome, last, isFirst);
    if (text !== null) this.#toasts.notifyAbout('sync', text, ...(hasChanges ? [show] : []));
  }

  async cancel(): Promise<void> {
    await this.#toasts.attempt(() => ask('sync:cancel', { accountId: this.#accountId }));
  }

  /**
   *
   *
   * @throws FailureError if one is incomplete
   */
  async runOnly(only: readonly SyncResource[], signal: AbortSignal): Promise<void> {
    const outcome = await ask('sync:run', { accountId: this.#accountId, only }, signal);
    if (outcome.problem !== null) throw new FailureError(outcome.problem);
  }

  async #request(options: { acceptEmpty?: boolean; isFull?: boolean }): Promise<SyncOutcome | undefined> {
    if (!this.isRunning) this.#noteStart();
    this.#isRequested = true;
    const accountId = this.#accountId;
    const outcome = await attempt(
      () => ask('sync:run', { accountId, ...options }),
      (failure) => {
        this.#toasts.notifyFailure(failure, 'sync');
      },
    );
    this.#isRequested = false;
    this.#progress = null;
    await this.reload();
    return outcome;
  }
}

/**
 * Sums up changes and missing parts of a sync; null: there are neither.
 *
 * @param recorded null for a first sync
 */
export function summarizeSync(
  { resources }: SyncOutcome,
  recorded: Pick<RecordedSync, 'counts'> | null,
  isFirst: boolean,
): string | null {
  const sum = (part: 'added' | 'changed' | 'removed'): number =>
    mainLists.reduce((total, resource) => total + resources[resource][part], 0);
  const counts = recorded?.counts ?? {
    replaced: 0,
    added: sum('added'),
    removed: sum('removed'),
    changed: sum('changed'),
  };
  const changes = changeKinds
    .filter((kind) => !isFirst && counts[kind] > 0)
    .map((kind) => `${formatCount(counts[kind])} ${kind}`)
    .join(', ');
  const missing = missingResources(resources);
  const [first] = missing;
  const { problem } = first === undefined ? { problem: null } : resources[first];
  const reason = problem === null ? '' : ` ${describeFailure(problem)}`;
  const said = [
    ...(changes === '' ? [] : [`Synced: ${changes}.`]),
    ...(missing.length === 0 ? [] : [`Not received: ${nameResources(missing)}.${reason}`]),
  ];
  return said.length === 0 ? null : said.join(' ');
}
