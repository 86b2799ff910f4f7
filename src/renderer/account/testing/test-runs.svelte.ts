import type { Failure } from '../../../shared/failure.ts';
import type { TestScheduleState } from '../../../shared/testing/test-schedule.ts';
import type { Fault, TestResultRow, TestSource } from '../../../shared/records/test-result.ts';
import type {
  TestedProxyRow,
  TestComparison,
  TestGroup,
  TestGrouping,
  TestRunFigures,
  TestRunSummary,
} from '../../../shared/testing/test-run.ts';
import { ask } from '../../bridge.ts';
import { countOf } from '../../format/format-number.ts';
import { attempt } from '../../kit/async/attempt.ts';
import type { Toasts } from '../../kit/toast/toasts.svelte.ts';
import type { ResultFilter, ResultTarget } from '../action-target.ts';
import { Selected } from '../../table/rows/selected.svelte.ts';
import { GridRows } from '../../table/rows/grid-rows.svelte.ts';

/** Whether a row of the results is a proxy or one result. */
type ResultGrouping = 'proxy' | 'result';

/** Whether a run has ended and left something to test again. */
export const hasFailed = (run: TestRunSummary): boolean =>
  run.state !== 'running' && run.successCount < run.resultCount;

/** Whether a run can continue. */
export const isResumable = ({ state, proxiesDone, proxyCount }: TestRunSummary): boolean =>
  (state === 'paused' || state === 'interrupted') && proxiesDone < proxyCount;

/** How many proxies a run that has ended did not test, because it was canceled or failed. */
export const countUntested = ({ state, proxiesDone, proxyCount }: TestRunSummary): number =>
  state === 'canceled' || state === 'failed' ? proxyCount - proxiesDone : 0;

/** The two tables of groups, each with what it groups by. */
const groupTables = ['first', 'second'] as const;
export type GroupTable = (typeof groupTables)[number];

/** A running test changes its figures several times per second; they are read again this often. */
const refreshEveryMs = 1000;

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
  grouping = $state<ResultGrouping>('proxy');
  /** Only proxies with a result of this error code are shown; null: all. */
  error = $state<string | null>(null);
  /** Only proxies whose last failure has this side at fault are shown; null: all. */
  fault = $state<Fault | null>(null);
  /** The tests that are repeated; their runs have their names. */
  schedules = $state.raw<readonly TestScheduleState[]>([]);
  /** Only runs of this source are listed; null: all. */
  source = $state<TestSource | null>(null);
  /** What the groups of the selected run have in common. */
  groupings = $state.raw<Readonly<Record<GroupTable, TestGrouping>>>({
    first: 'network',
    second: 'city',
  });
  groups = $state.raw<Readonly<Record<GroupTable, readonly TestGroup[] | null>>>({
    first: null,
    second: null,
  });
  /** The same proxies in a run of the other source; null: none, or not known yet. */
  comparison = $state.raw<TestComparison | null>(null);
  /** What a run found is loaded only for the view that shows it: runs have millions of results. */
  #isShown = false;
  #refreshedAtMs = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | null = null;
  /** What the results of the selected run come to; null: not known yet. */
  figures = $state.raw<TestRunFigures | null>(null);
  #figuresTicket = 0;
  /** Whether any run has results; while the runs are loading, they may have. */
  readonly hasResults = $derived.by(
    () => !this.isLoaded || this.runs.some((run) => run.resultCount > 0),
  );
  readonly listed = $derived.by(() =>
    this.runs.filter((run) => this.source === null || run.source === this.source),
  );
  readonly running = $derived.by(() => this.runs.filter((run) => run.state === 'running'));
  readonly selected = $derived.by(
    () => this.runs.find((run) => run.id === this.selectedId) ?? null,
  );
  /** The rows of a running test are shown as they arrive; those of another one in the order of the test. */
  readonly isNewestFirst = $derived.by(() => this.selected?.state === 'running');
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
      const { selected, only, isNewestFirst } = this;
      if (selected === null) return null;
      const accountId = this.#accountId;
      const testRunId = selected.id;
      return {
        where: '',
        count: () => Promise.resolve(countResults(this.selected ?? selected, only)),
        rows: (_sort, offset, limit) =>
          ask('tests:results', { accountId, testRunId, only, isNewestFirst, offset, limit }),
      };
    },
  });

  readonly proxies = new GridRows<TestedProxyRow>({
    idOf: (row) => row.proxy_id ?? `${row.proxy_host ?? ''} ${String(row.proxy_port)}`,
    open: () => {
      const { selectedId: testRunId, only, isNewestFirst } = this;
      if (testRunId === null) return null;
      const accountId = this.#accountId;
      const error = this.error ?? undefined;
      const fault = this.fault ?? undefined;
      const request = { accountId, testRunId, only, error, fault, isNewestFirst };
      return {
        // Another filter ends the selection.
        where: `${String(testRunId)} ${only} ${error ?? ''} ${fault ?? ''}`,
        count: async () => {
          const figures = await ask('tests:figures', { accountId, testRunId });
          return countProxies(figures, only, { error, fault });
        },
        rows: (_sort, offset, limit) => ask('tests:by-proxy', { ...request, offset, limit }),
      };
    },
  });

  readonly selectedProxies = new Selected(this.proxies, (_where, ids) => Promise.resolve(ids));

  constructor(accountId: string, toasts: Toasts) {
    this.#accountId = accountId;
    this.#toasts = toasts;
  }

  /** The proxy of the active row; null: none is active, or its proxy is not known. */
  get activeProxy(): Pick<TestedProxyRow, 'proxy_id' | 'proxy_host'> | null {
    return (this.grouping === 'proxy' ? this.proxies : this.results).activeRow ?? null;
  }

  /** The proxies that actions take: those that are shown, or selected; null: no run is. */
  get target(): ResultTarget | null {
    const { selected: run, only, selectedProxies, grouping } = this;
    if (run === null) return null;
    if (grouping === 'result') return { run, only };
    const selection = selectedProxies.asRequest;
    const chosen =
      selection.kind === 'ids'
        ? { ids: selection.ids, isExcluded: false }
        : { ids: selection.excludedIds ?? [], isExcluded: true };
    return {
      run,
      only,
      error: this.error ?? undefined,
      fault: this.fault ?? undefined,
      chosen: selectedProxies.count > 0 ? chosen : undefined,
    };
  }

  /** Loads what the selected run found, and follows it until the returned function is called. */
  show(): () => void {
    this.#isShown = true;
    this.#refresh();
    return () => {
      this.#isShown = false;
    };
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
    void this.#loadSchedules();
    const newest = runs[0];
    if (this.selected === null && newest !== undefined) this.select(newest.id);
    else this.#refresh();
  }

  select(id: number): void {
    if (this.selectedId === id) return;
    this.selectedId = id;
    this.error = null;
    this.fault = null;
    this.figures = null;
    this.groups = { first: null, second: null };
    this.comparison = null;
    this.results.clear();
    this.proxies.clear();
    this.#refresh();
  }

  filter(only: ResultFilter): void {
    this.only = only;
    this.error = null;
    this.fault = null;
    void this.results.reload();
    void this.proxies.reload();
  }

  /** Shows only the proxies with a result of an error code; null: all that failed. */
  filterByError(code: string | null): void {
    this.only = 'failed';
    this.error = code;
    this.fault = null;
    void this.results.reload();
    void this.proxies.reload();
  }

  /** Shows only the failed proxies with this side at fault. */
  filterByFault(fault: Fault): void {
    this.only = 'failed';
    this.error = null;
    this.fault = fault;
    void this.results.reload();
    void this.proxies.reload();
  }

  /** Groups the proxies of the selected run by something else in one of the tables. */
  group(table: GroupTable, by: TestGrouping): void {
    this.groupings = { ...this.groupings, [table]: by };
    void this.#loadGroups(table);
  }

  #refresh(): void {
    if (this.#refreshTimer !== null) clearTimeout(this.#refreshTimer);
    this.#refreshTimer = null;
    if (!this.#isShown) return;
    this.#refreshedAtMs = performance.now();
    void this.results.refresh();
    void this.proxies.refresh();
    void this.#loadFigures();
  }

  async #loadFigures(): Promise<void> {
    const { selectedId: testRunId } = this;
    if (testRunId === null) return;
    const ticket = (this.#figuresTicket += 1);
    const figures = await attempt(
      () => ask('tests:figures', { accountId: this.#accountId, testRunId }),
      // The rows report it.
      () => undefined,
    );
    if (ticket === this.#figuresTicket && figures !== undefined) this.figures = figures;
    for (const table of groupTables) void this.#loadGroups(table);
    void this.#loadComparison();
  }

  async #loadGroups(table: GroupTable): Promise<void> {
    const { selectedId: testRunId } = this;
    const by = this.groupings[table];
    if (testRunId === null) return;
    const groups = await attempt(
      () => ask('tests:groups', { accountId: this.#accountId, testRunId, by }),
      // The rows report it.
      () => undefined,
    );
    const isWanted = this.selectedId === testRunId && this.groupings[table] === by;
    if (isWanted && groups !== undefined) this.groups = { ...this.groups, [table]: groups };
  }

  async #loadComparison(): Promise<void> {
    const { selectedId: testRunId } = this;
    if (testRunId === null) return;
    const comparison = await attempt(
      () => ask('tests:compare', { accountId: this.#accountId, testRunId }),
      () => undefined,
    );
    if (this.selectedId === testRunId && comparison !== undefined) this.comparison = comparison;
  }

  async #loadSchedules(): Promise<void> {
    const schedules = await attempt(
      () => ask('tests:schedules', { accountId: this.#accountId }),
      () => undefined,
    );
    if (schedules !== undefined) this.takeSchedules(schedules);
  }

  /** Takes the repeated tests; a message names those that newly could not start, until all of them can. */
  takeSchedules(schedules: readonly TestScheduleState[]): void {
    const known = new Map(this.schedules.map(({ id, problem }) => [id, problem]));
    this.schedules = schedules;
    const stuck = schedules.filter(({ problem }) => problem !== null);
    if (stuck.length === 0) this.#toasts.retract('repeated-tests');
    else if (stuck.some(({ id, problem }) => known.get(id) !== problem)) {
      this.#toasts.failAbout('repeated-tests', describeStuck(stuck));
    }
  }

  /** Stops repeating a test; its runs stay. */
  async removeSchedule(id: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('saved:remove', { accountId, kind: 'test-schedule', id }));
    await this.#loadSchedules();
  }

  async pause(testRunId: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('tests:pause', { accountId, testRunId }));
  }

  async resume(testRunId: number): Promise<void> {
    const accountId = this.#accountId;
    const run = await this.#toasts.attempt(() => ask('tests:resume', { accountId, testRunId }));
    if (run !== undefined) this.take(run);
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
    if (!isKnown && run.name !== '') void this.#loadSchedules();
    if (this.selectedId === null) this.select(run.id);
    else if (this.selectedId === run.id) this.#refreshSoon(run);
  }

  /** Refreshes at once if the run has ended or the last time is long ago. */
  #refreshSoon({ state }: TestRunSummary): void {
    const waitMs = this.#refreshedAtMs + refreshEveryMs - performance.now();
    if (state !== 'running' || waitMs <= 0) this.#refresh();
    else
      this.#refreshTimer ??= setTimeout(() => {
        this.#refresh();
      }, waitMs);
  }
}

/** The message about repeated tests that could not start. */
function describeStuck(stuck: readonly TestScheduleState[]): string {
  const [first] = stuck;
  return first === undefined || stuck.length > 1
    ? `${countOf(stuck.length, 'repeated test')} could not start. The list of tests shows why.`
    : `The repeated test “${first.name}” could not start. ${first.problem ?? ''}`;
}

/** How many proxies a filter of the results shows. */
export function countProxies(
  {
    proxyCount,
    passedCount,
    errors,
    faults = [],
  }: Pick<TestRunFigures, 'proxyCount' | 'passedCount' | 'errors'> &
    Partial<Pick<TestRunFigures, 'faults'>>,
  only: ResultFilter,
  { error, fault }: { error?: string | undefined; fault?: Fault | undefined } = {},
): number {
  if (fault !== undefined) return faults.find((other) => other.fault === fault)?.proxyCount ?? 0;
  if (error !== undefined) return errors.find(({ code }) => code === error)?.proxyCount ?? 0;
  if (only === 'all') return proxyCount;
  return only === 'succeeded' ? passedCount : proxyCount - passedCount;
}

/** How many results a filter shows. */
export function countResults(run: TestRunSummary, only: ResultFilter): number {
  if (only === 'all') return run.resultCount;
  return only === 'succeeded' ? run.successCount : run.resultCount - run.successCount;
}
