import type { Failure } from '../../shared/failure.ts';
import type { RowGroups } from '../../shared/filter/query-term.ts';
import type { TestScheduleState } from '../../shared/test-runs/test-schedule.ts';
import { countOutcomes, type TestRunFigures, type TestRunSummary } from '../../shared/test-runs/test-run.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import { attempt, createLatestRunner } from '../kit/async/promises.ts';
import type { Toasts } from '../kit/toast/toasts.svelte.ts';
import { withKey, withoutKey } from '../table/rows/narrow-filter.ts';
import type { Lists } from './lists.ts';

export const hasFailed = (run: TestRunSummary): boolean => run.state !== 'running' && countOutcomes(run).fails > 0;

export const isResumable = ({ state, proxiesDone, proxyCount }: TestRunSummary): boolean =>
  (state === 'paused' || state === 'interrupted') && proxiesDone < proxyCount;

/** Counts proxies that a canceled or failed run did not test. */
export const countUntested = ({ state, proxiesDone, proxyCount }: TestRunSummary): number =>
  state === 'canceled' || state === 'failed' ? proxyCount - proxiesDone : 0;

/** Keys of the filter. */
export const groupKeys = ['network', 'subnet', 'service', 'city', 'country'] as const;
export type GroupKey = (typeof groupKeys)[number];

/** Others are one line. */
export const maxGroups = 5;
const maxListedGroups = 2000;

/** A test changes figures several times per second. */
const refreshEveryMs = 1000;

/** Test runs, and the findings of the one in the filter. */
export class TestRunsState {
  readonly #accountId: string;
  readonly #toasts: Toasts;
  readonly #lists: Pick<Lists, 'tested' | 'results'>;
  runs = $state.raw<readonly TestRunSummary[]>([]);
  isLoaded = $state(false);
  failure = $state.raw<Failure | null>(null);
  showsResults = $state(false);
  /** Their runs have their names. */
  schedules = $state.raw<readonly TestScheduleState[]>([]);
  groupKey = $state<GroupKey>('network');
  /** Null: unknown. */
  groups = $state.raw<RowGroups | null>(null);
  /** Runs have millions of results. */
  #isShown = false;
  /** Otherwise no run in the filter means none yet. */
  #hasSelected = false;
  #refreshedAtMs = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | null = null;
  /** Null: unknown. */
  figures = $state.raw<TestRunFigures | null>(null);
  readonly #runLatest = createLatestRunner();
  /** True while loading. */
  readonly hasResults = $derived.by(() => !this.isLoaded || this.runs.some((run) => run.resultCount > 0));
  readonly running = $derived.by(() => this.runs.filter((run) => run.state === 'running'));
  /** Without the gateway's. */
  readonly listed = $derived.by(() => this.runs.filter(({ source }) => source !== 'gateway'));
  /** Null: none, or several. */
  readonly selectedId = $derived.by(() => {
    const term = withKey(this.list.text, this.list.name, 'run').join(' ');
    const id = /^run:(\d+)$/.exec(term)?.[1];
    return id === undefined ? null : Number(id);
  });
  readonly selected = $derived.by(() => this.runs.find((run) => run.id === this.selectedId) ?? null);

  constructor(accountId: string, toasts: Toasts, lists: Pick<Lists, 'tested' | 'results'>) {
    this.#accountId = accountId;
    this.#toasts = toasts;
    this.#lists = lists;
  }

  get list(): Lists['tested'] | Lists['results'] {
    return this.showsResults ? this.#lists.results : this.#lists.tested;
  }

  readonly isNarrowed = $derived.by(
    () => !this.showsResults && this.selectedId !== null && this.list.appliedText !== `run:${String(this.selectedId)}`,
  );

  /** Follows the selected run until the returned function is called. */
  show(): () => void {
    this.#isShown = true;
    if (!this.#selectNewest()) this.#refresh();
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
    if (this.#isShown && !this.#selectNewest()) this.#refresh();
  }

  select(id: number): void {
    if (this.selectedId === id) return;
    this.#show(`run:${String(id)}`);
    void this.loadFigures();
  }

  selectAll(): void {
    this.#show('');
  }

  #show(where: string): void {
    this.#hasSelected = true;
    this.figures = null;
    this.groups = null;
    this.showsResults = false;
    this.list.filter(where);
  }

  /** Only the run fits both lists. */
  toggleResults(): void {
    const run = withKey(this.list.text, this.list.name, 'run');
    this.showsResults = !this.showsResults;
    this.list.filter(run.join(' '));
  }

  /** Toggles terms. */
  narrow(terms: Readonly<Record<string, string>>): void {
    const { list } = this;
    const added = Object.entries(terms).map(([key, value]) => `${key}:${value}`);
    const isShown = this.hasTerms(terms);
    const kept = Object.keys(terms).reduce((text, key) => withoutKey(text, list.name, key).join(' '), list.text);
    list.filter([kept, ...(isShown ? [] : added)].join(' ').trim());
  }

  only(terms: Readonly<Record<string, string>>): void {
    if (!this.hasTerms(terms)) this.narrow(terms);
  }

  hasTerms(terms: Readonly<Record<string, string>>): boolean {
    const { list } = this;
    return Object.entries(terms).every(
      ([key, value]) => withKey(list.text, list.name, key).join(' ') === `${key}:${value}`,
    );
  }

  group(key: GroupKey): void {
    this.groupKey = key;
    this.groups = null;
    void this.loadFigures();
  }

  /** If no run is chosen, or the chosen one is gone; whether it asked for other rows and figures. */
  #selectNewest(): boolean {
    const [newest] = this.listed;
    const { selectedId } = this;
    const isGone = selectedId !== null && this.isLoaded && this.selected === null;
    const isFresh = this.list.text.trim() === '' && !this.#hasSelected;
    if (newest !== undefined && (isGone || isFresh)) this.select(newest.id);
    else if (isGone) this.selectAll();
    else return false;
    return true;
  }

  #refresh(): void {
    if (this.#refreshTimer !== null) clearTimeout(this.#refreshTimer);
    this.#refreshTimer = null;
    if (!this.#isShown) return;
    this.#refreshedAtMs = performance.now();
    void this.list.grid.refresh();
    void this.loadFigures();
  }

  /** Slow figures are not dropped. */
  loadFigures(): Promise<void> {
    return this.#runLatest(() => this.#loadFigures());
  }

  async #loadFigures(): Promise<void> {
    const { selectedId: testRunId, groupKey: key } = this;
    const accountId = this.#accountId;
    if (testRunId === null || !this.#isShown) return;
    const loaded = await attempt(
      () => Promise.all([ask('tests:figures', { accountId, testRunId }), this.#askGroups(testRunId, key, maxGroups)]),
      // The rows report it.
      () => undefined,
    );
    const isAsked = testRunId === this.selectedId && key === this.groupKey;
    if (!isAsked || loaded === undefined) return;
    [this.figures, this.groups] = loaded;
  }

  /** Null: no run is selected. */
  async findGroups(signal: AbortSignal): Promise<RowGroups | null> {
    const { selectedId, groupKey } = this;
    return selectedId === null ? null : this.#askGroups(selectedId, groupKey, maxListedGroups, signal);
  }

  #askGroups(testRunId: number, key: GroupKey, limit: number, signal?: AbortSignal): Promise<RowGroups> {
    const where = `run:${String(testRunId)} works:*`;
    return ask('list:groups', { accountId: this.#accountId, list: 'tested', where, key, limit }, signal);
  }

  async #loadSchedules(): Promise<void> {
    const schedules = await attempt(
      () => ask('tests:schedules', { accountId: this.#accountId }),
      () => undefined,
    );
    if (schedules !== undefined) this.takeSchedules(schedules);
  }

  /** A message names tests that newly could not start. */
  takeSchedules(schedules: readonly TestScheduleState[]): void {
    const known = new Map(this.schedules.map(({ id, problem }) => [id, problem]));
    this.schedules = schedules;
    const stuck = schedules.filter(({ problem }) => problem !== null);
    if (stuck.length === 0) this.#toasts.retract('repeated-tests');
    else if (stuck.some(({ id, problem }) => known.get(id) !== problem)) {
      this.#toasts.failAbout('repeated-tests', describeStuck(stuck));
    }
  }

  /** Its runs stay. */
  async removeSchedule(id: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('saved:remove', { accountId, kind: 'test-schedule', id }));
    await this.#loadSchedules();
  }

  /** Offers to continue, unless the page does. */
  async pause(testRunId: number): Promise<void> {
    const accountId = this.#accountId;
    const run = await this.#toasts.attempt(() => ask('tests:stop', { accountId, testRunId, canResume: true }));
    // It may have finished before it could be paused.
    if (run?.state !== 'paused' || (this.#isShown && this.selectedId === testRunId)) return;
    this.#toasts.notify('The test is paused. Its results so far are saved.', {
      title: 'Resume',
      run: () => void this.resume(testRunId),
    });
  }

  async resume(testRunId: number): Promise<void> {
    const accountId = this.#accountId;
    const run = await this.#toasts.attempt(() => ask('tests:resume', { accountId, testRunId }));
    if (run !== undefined) this.take(run);
  }

  /** Throws failures for a dialog. */
  async rename(testRunId: number, name: string): Promise<void> {
    await ask('tests:rename', { accountId: this.#accountId, testRunId, name });
    await this.reload();
  }

  /** Shows the next older run. Throws failures for a dialog. */
  async remove(testRunId: number): Promise<void> {
    const at = this.listed.findIndex(({ id }) => id === testRunId);
    const next = this.listed[at + 1] ?? this.listed[at - 1];
    const wasSelected = this.selectedId === testRunId;
    await ask('tests:delete', { accountId: this.#accountId, testRunId });
    this.runs = this.runs.filter(({ id }) => id !== testRunId);
    if (!wasSelected) return;
    if (next === undefined) this.selectAll();
    else this.select(next.id);
  }

  async cancel(testRunId: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('tests:stop', { accountId, testRunId, canResume: false }));
  }

  /** Also of a new run. */
  take(run: TestRunSummary): void {
    const isKnown = this.runs.some((known) => known.id === run.id);
    this.runs = isKnown ? this.runs.map((known) => (known.id === run.id ? run : known)) : [run, ...this.runs];
    if (!isKnown && run.name !== '') void this.#loadSchedules();
    if (this.#isShown) this.#selectNewest();
    if (this.selectedId === run.id) this.#refreshSoon(run);
  }

  /** At once if the run has ended, or it is long ago. */
  #refreshSoon({ state }: TestRunSummary): void {
    const waitMs = this.#refreshedAtMs + refreshEveryMs - performance.now();
    if (state !== 'running' || waitMs <= 0) this.#refresh();
    else
      this.#refreshTimer ??= setTimeout(() => {
        this.#refresh();
      }, waitMs);
  }
}

function describeStuck(stuck: readonly TestScheduleState[]): string {
  const [first] = stuck;
  return first === undefined || stuck.length > 1
    ? `${countOf(stuck.length, 'repeated test')} could not start. The list of tests shows why.`
    : `The repeated test “${first.name}” could not start. ${first.problem ?? ''}`;
}
