import type { Failure } from '../../shared/failure.ts';
import type { TestResultRow, TestRunSummary } from '../../shared/test-run.ts';
import { ask, attempt } from '../bridge.ts';
import { GridRows } from '../table/rows/grid-rows.svelte.ts';

export type ResultFilter = 'all' | 'failed' | 'succeeded';

/** The test runs of the current account and the results of the one that is looked at. */
export class TestRunsState {
  accountId = $state<string | null>(null);
  runs = $state.raw<readonly TestRunSummary[]>([]);
  isLoaded = $state(false);
  chosenId = $state<number | null>(null);
  only = $state<ResultFilter>('all');
  readonly running = $derived.by(() => this.runs.filter((run) => run.state === 'running'));
  readonly chosen = $derived.by(() => this.runs.find((run) => run.id === this.chosenId) ?? null);
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
      const { accountId, chosen, only } = this;
      if (accountId === null || chosen === null) return null;
      const testRunId = chosen.id;
      return {
        where: '',
        count: () => Promise.resolve(countResults(this.chosen ?? chosen, only)),
        rows: (_sort, offset, limit) =>
          ask('tests:results', { accountId, testRunId, only, offset, limit }),
      };
    },
  });

  /** Looks at another account, or at none. */
  async enter(accountId: string | null, onFailure: (failure: Failure) => void): Promise<void> {
    this.accountId = accountId;
    this.runs = [];
    this.isLoaded = false;
    this.chosenId = null;
    this.results.clear();
    await this.reload(onFailure);
  }

  async reload(onFailure: (failure: Failure) => void): Promise<void> {
    const { accountId } = this;
    if (accountId === null) return;
    const runs = await attempt(() => ask('tests:list', { accountId }), onFailure);
    if (runs === undefined || accountId !== this.accountId) return;
    this.runs = runs;
    this.isLoaded = true;
    const newest = runs[0];
    if (this.chosen === null && newest !== undefined) this.choose(newest.id);
    else void this.results.refresh();
  }

  choose(id: number): void {
    if (this.chosenId === id) return;
    this.chosenId = id;
    this.results.clear();
    void this.results.reload();
  }

  filter(only: ResultFilter): void {
    this.only = only;
    void this.results.reload();
  }

  /** Takes the progress of a run, a new one included. */
  take(summary: TestRunSummary & { readonly accountId: string }): void {
    if (summary.accountId !== this.accountId) return;
    const run: TestRunSummary = summary;
    const isKnown = this.runs.some((known) => known.id === run.id);
    this.runs = isKnown
      ? this.runs.map((known) => (known.id === run.id ? run : known))
      : [run, ...this.runs];
    if (this.chosenId === null) this.choose(run.id);
    else if (this.chosenId === run.id) void this.results.refresh();
  }
}

function countResults(run: TestRunSummary, only: ResultFilter): number {
  if (only === 'all') return run.resultCount;
  return only === 'succeeded' ? run.successCount : run.resultCount - run.successCount;
}
