import type { Failure } from '../../shared/failure.ts';
import type { TestResultRow, TestRunSummary } from '../../shared/test-run.ts';
import { ask } from '../bridge.ts';
import { attempt } from '../kit/async/attempt.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';
import { GridRows } from '../table/rows/grid-rows.svelte.ts';

export type ResultFilter = 'all' | 'failed' | 'succeeded';

/** Whether a run has ended and left something to test again. */
export const hasFailed = (run: TestRunSummary): boolean =>
  run.state !== 'running' && run.successCount < run.resultCount;

/** The test runs of an account and the results of the selected one. */
export class TestRunsState {
  readonly #accountId: string;
  readonly #toasts: Toasts;
  runs = $state.raw<readonly TestRunSummary[]>([]);
  isLoaded = $state(false);
  /** Why the runs could not be loaded. */
  failure = $state.raw<Failure | null>(null);
  selectedId = $state<number | null>(null);
  only = $state<ResultFilter>('all');
  /** Whether any run has results; while the runs are loading, they may have. */
  readonly hasResults = $derived.by(
    () => !this.isLoaded || this.runs.some((run) => run.resultCount > 0),
  );
  readonly running = $derived.by(() => this.runs.filter((run) => run.state === 'running'));
  readonly selected = $derived.by(
    () => this.runs.find((run) => run.id === this.selectedId) ?? null,
  );
  readonly results = new GridRows<TestResultRow>({
    idOf: (row) =>
      [
        row.proxy_id,
        row.proxy_host,
        row.proxy_port,
        row.proxy_test_result_url,
        row.proxy_test_server_city_name,
        row.proxy_test_result_creation_datetime,
      ].join('\n'),
    open: () => {
      const { selected, only } = this;
      if (selected === null) return null;
      const accountId = this.#accountId;
      const testRunId = selected.id;
      return {
        where: '',
        count: () => Promise.resolve(countResults(this.selected ?? selected, only)),
        rows: (_sort, offset, limit) =>
          ask('tests:results', { accountId, testRunId, only, offset, limit }),
      };
    },
  });

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  async reload(): Promise<void> {
    const accountId = this.#accountId;
    const runs = await attempt(
      () => ask('tests:list', { accountId }),
      (failure) => {
        this.failure = failure;
      },
    );
    if (runs === undefined) return;
    this.failure = null;
    this.runs = runs;
    this.isLoaded = true;
    const newest = runs[0];
    if (this.selected === null && newest !== undefined) this.select(newest.id);
    else void this.results.refresh();
  }

  select(id: number): void {
    if (this.selectedId === id) return;
    this.selectedId = id;
    this.results.clear();
    void this.results.reload();
  }

  filter(only: ResultFilter): void {
    this.only = only;
    void this.results.reload();
  }

  async cancel(testRunId: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('tests:cancel', { accountId, testRunId }));
  }

  /** Takes the progress of a run, also of a new one. */
  take(run: TestRunSummary): void {
    const isKnown = this.runs.some((known) => known.id === run.id);
    this.runs = isKnown
      ? this.runs.map((known) => (known.id === run.id ? run : known))
      : [run, ...this.runs];
    if (this.selectedId === null) this.select(run.id);
    else if (this.selectedId === run.id) void this.results.refresh();
  }
}

function countResults(run: TestRunSummary, only: ResultFilter): number {
  if (only === 'all') return run.resultCount;
  return only === 'succeeded' ? run.successCount : run.resultCount - run.successCount;
}
