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

/** Whether a run has ended and left something to test again. */
export const hasFailed = (run: TestRunSummary): boolean => run.state !== 'running' && countOutcomes(run).fails > 0;

/** Whether a run can continue. */
export const isResumable = ({ state, proxiesDone, proxyCount }: TestRunSummary): boolean =>
  (state === 'paused' || state === 'interrupted') && proxiesDone < proxyCount;

/** How many proxies a run that has ended did not test, because it was canceled or failed. */
export const countUntested = ({ state, proxiesDone, proxyCount }: TestRunSummary): number =>
  state === 'canceled' || state === 'failed' ? proxyCount - proxiesDone : 0;

/** What the proxies of a run are grouped by: keys of the filter. */
export const groupKeys = ['network', 'subnet', 'service', 'city', 'country'] as const;
export type GroupKey = (typeof groupKeys)[number];

/** The groups that the figures show; all others are one line. */
export const maxGroups = 5;
const maxListedGroups = 2000;

/** A running test changes its figures several times per second; they are read again this often. */
const refreshEveryMs = 1000;

/** The test runs of an account, and what the one found that the filter of the list of tested proxies names. */
export class TestRunsState {
  readonly #accountId: string;
  readonly #toasts: Toasts;
  readonly #lists: Pick<Lists, 'tested' | 'results'>;
  runs = $state.raw<readonly TestRunSummary[]>([]);
  isLoaded = $state(false);
  /** Why the runs could not be loaded. */
  failure = $state.raw<Failure | null>(null);
  /** Whether single results are shown in place of the proxies. */
  showsResults = $state(false);
  /** The tests that are repeated; their runs have their names. */
  schedules = $state.raw<readonly TestScheduleState[]>([]);
  groupKey = $state<GroupKey>('network');
  /** The proxies of the selected run by `groupKey`; null: not known yet. */
  groups = $state.raw<RowGroups | null>(null);
  /** What a run found is loaded only for the view that shows it: runs have millions of results. */
  #isShown = false;
  /** Whether a run was selected: a filter without one then shows all runs. */
  #hasSelected = false;
  #refreshedAtMs = 0;
  #refreshTimer: ReturnType<typeof setTimeout> | null = null;
  /** What the results of the selected run come to; null: not known yet. */
  figures = $state.raw<TestRunFigures | null>(null);
  readonly #runLatest = createLatestRunner();
  /** Whether any run has results; while the runs are loading, they may have. */
  readonly hasResults = $derived.by(() => !this.isLoaded || this.runs.some((run) => run.resultCount > 0));
  readonly running = $derived.by(() => this.runs.filter((run) => run.state === 'running'));
  /** The runs that the view lists; what the gateway saw has its own. */
  readonly listed = $derived.by(() => this.runs.filter(({ source }) => source !== 'gateway'));
  /** The run that the filter names; null: none, or several. */
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

  /** The list that is shown: tested proxies, or single results. */
  get list(): Lists['tested'] | Lists['results'] {
    return this.showsResults ? this.#lists.results : this.#lists.tested;
  }

  /** Whether the filter finds only some of the proxies of the selected run. */
  readonly isNarrowed = $derived.by(
    () => !this.showsResults && this.selectedId !== null && this.list.appliedText !== `run:${String(this.selectedId)}`,
  );

  /** Loads what the selected run found, and follows it until the returned function is called. */
  show(): () => void {
    this.#isShown = true;
    this.#selectNewest();
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
    if (this.#isShown) this.#selectNewest();
    this.#refresh();
  }

  /** Shows a run: all of its proxies. */
  select(id: number): void {
    if (this.selectedId === id) return;
    this.#show(`run:${String(id)}`);
    void this.loadFigures();
  }

  /** Shows the proxies of all runs. */
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

  /** Shows the proxies of the run, or its single results; nothing else of the filter fits both. */
  toggleResults(): void {
    const run = withKey(this.list.text, this.list.name, 'run');
    this.showsResults = !this.showsResults;
    this.list.filter(run.join(' '));
  }

  /** Shows only the rows with a value of a key, or without it all of them again if they are shown already. */
  narrow(terms: Readonly<Record<string, string>>): void {
    const { list } = this;
    const added = Object.entries(terms).map(([key, value]) => `${key}:${value}`);
    const isShown = this.hasTerms(terms);
    const kept = Object.keys(terms).reduce((text, key) => withoutKey(text, list.name, key).join(' '), list.text);
    list.filter([kept, ...(isShown ? [] : added)].join(' ').trim());
  }

  /** Shows only the rows with these values of their keys. */
  only(terms: Readonly<Record<string, string>>): void {
    if (!this.hasTerms(terms)) this.narrow(terms);
  }

  /** Whether the filter has each of these terms. */
  hasTerms(terms: Readonly<Record<string, string>>): boolean {
    const { list } = this;
    return Object.entries(terms).every(
      ([key, value]) => withKey(list.text, list.name, key).join(' ') === `${key}:${value}`,
    );
  }

  /** Groups the proxies of the selected run by something else. */
  group(key: GroupKey): void {
    this.groupKey = key;
    this.groups = null;
    void this.loadFigures();
  }

  #selectNewest(): void {
    const [newest] = this.listed;
    const { selectedId } = this;
    const isGone = selectedId !== null && this.isLoaded && this.selected === null;
    const isFresh = this.list.text.trim() === '' && !this.#hasSelected;
    if (!isGone && !isFresh) return;
    if (newest !== undefined) this.select(newest.id);
    else if (isGone) this.selectAll();
  }

  #refresh(): void {
    if (this.#refreshTimer !== null) clearTimeout(this.#refreshTimer);
    this.#refreshTimer = null;
    if (!this.#isShown) return;
    this.#refreshedAtMs = performance.now();
    const { grid } = this.list;
    void (grid.shown === null ? grid.reload() : grid.refresh());
    void this.loadFigures();
  }

  /** Loads what the selected run came to. While figures take longer than their interval, none are dropped. */
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

  /** The groups of the selected run, as many as a list shows; null: none is selected. */
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

  /** Stops a run so that it can continue; a message offers that where the page of the run does not. */
  async pause(testRunId: number): Promise<void> {
    const accountId = this.#accountId;
    await this.#toasts.attempt(() => ask('tests:stop', { accountId, testRunId, canResume: true }));
    // It may have finished before it could be paused.
    const isPaused = this.runs.some(({ id, state }) => id === testRunId && state === 'paused');
    if (!isPaused || (this.#isShown && this.selectedId === testRunId)) return;
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

  /** Names a run; failures are thrown, so that a dialog can show them. */
  async rename(testRunId: number, name: string): Promise<void> {
    await ask('tests:rename', { accountId: this.#accountId, testRunId, name });
    await this.reload();
  }

  /** Deletes a run, and shows the next older one in its place; failures are thrown, so that a dialog can show them. */
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

  /** Takes the progress of a run, also of a new one. */
  take(run: TestRunSummary): void {
    const isKnown = this.runs.some((known) => known.id === run.id);
    this.runs = isKnown ? this.runs.map((known) => (known.id === run.id ? run : known)) : [run, ...this.runs];
    if (!isKnown && run.name !== '') void this.#loadSchedules();
    if (this.#isShown) this.#selectNewest();
    if (this.selectedId === run.id) this.#refreshSoon(run);
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
