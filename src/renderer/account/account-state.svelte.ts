import { readProfile } from '../../shared/account.ts';
import type { ProxyUserRow } from '../../shared/records/proxy-user.ts';
import type { Completion } from '../../shared/filter/query-completion.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { ListName } from '../../shared/lists.ts';
import type { MainList } from '../../shared/sync.ts';
import { viewOfList, views } from '../../shared/views.ts';
import { ask } from '../bridge.ts';
import { attempt, untilPainted } from '../kit/async/promises.ts';
import type { AppState } from './app-state.svelte.ts';
import { History } from './saved/history.svelte.ts';
import { RecentFilters } from './saved/recent-items.svelte.ts';
import type { Drafts } from './drafts.ts';
import { ExportPresets, RecentCopies, RecentFiles } from './exports.svelte.ts';
import { GatewayStatus } from './gateway-status.svelte.ts';
import {
  createColumns,
  createLists,
  createSelections,
  userOrder,
  type ColumnsByList,
  type ListColumns,
  type Lists,
  type Selections,
} from './lists.ts';
import { OverviewState } from './overview-state.svelte.ts';
import { createLayoutSaver, loadLayouts } from './saved/saved-layouts.ts';
import { SavedViews } from './saved/saved-views.svelte.ts';
import { SyncStatus } from './sync-status.svelte.ts';
import { Tags } from './tags.svelte.ts';
import { TestRunsState } from './test-runs.svelte.ts';

/** In the sidebar. */
export const maxNamedUsers = 5;

/** The state of an open account, dropped with it. */
export class AccountState {
  readonly id: string;
  readonly app: AppState;
  namedUsers = $state.raw<readonly ProxyUserRow[]>([]);
  /** Reloads what depends on the cache. */
  storeChanges = $state(0);
  /** Of test runs and copies: later ones are new. */
  isLoaded = $state(false);
  /** Figures, rows and links. */
  openedCount = $state(0);
  readonly history: History;
  readonly sync: SyncStatus;
  readonly overview: OverviewState;
  readonly tests: TestRunsState;
  readonly gateway: GatewayStatus;
  readonly tags: Tags;
  readonly savedViews: SavedViews;
  readonly presets: ExportPresets;
  readonly recentCopies: RecentCopies;
  readonly recentFiles: RecentFiles;
  readonly recentFilters: RecentFilters;
  readonly columns: ColumnsByList;
  readonly selected: Selections;
  readonly lists: Lists;
  readonly drafts: Drafts;

  constructor(app: AppState, id: string, listColumns: ListColumns) {
    const { toasts } = app;
    this.id = id;
    this.app = app;
    this.drafts = app.draftsOf(id);
    this.lists = createLists(id);
    this.selected = createSelections(id, this.lists);
    this.sync = new SyncStatus(id, toasts, (where) => {
      this.showFound('changes', where);
    });
    this.tests = new TestRunsState(id, toasts, this.lists);
    this.gateway = new GatewayStatus(id, toasts);
    this.overview = new OverviewState(id, app, this.gateway);
    this.tags = new Tags(id, toasts);
    this.columns = createColumns(listColumns, createLayoutSaver(id, toasts), (subject, list) => {
      if (subject === 'runs') return this.tests.selectedId === null;
      return subject === 'tests' ? this.tests.hasResults : this.tags.areOn(list);
    });
    this.savedViews = new SavedViews(id, toasts);
    this.presets = new ExportPresets(id, toasts);
    this.recentCopies = new RecentCopies(id, toasts);
    this.recentFiles = new RecentFiles(id, toasts);
    this.recentFilters = new RecentFilters(id, toasts);
    this.history = new History(this);
  }

  /** Loads lists and figures, first what is on screen. */
  async load(): Promise<void> {
    const { list, overview } = this;
    void loadLayouts(this.id, this.columns, this.app.toasts);
    // Columns about tests depend on them.
    const loadingTests = this.tests.reload();
    await (list?.grid ?? overview).reload();
    await untilPainted();
    for (const { name, grid } of Object.values(this.lists)) {
      // Opened lists stay as shown. Results and figures load in their views: there are millions, or they are added up.
      const isOpened = grid.isLoading || grid.shown !== null;
      const isLater = name === 'tested' || name === 'results' || name === 'hosts';
      if (grid !== list?.grid && !isOpened && !isLater) void grid.reload();
    }
    if (list !== null) void overview.reload();
    void this.gateway.reload();
    void this.tags.load();
    void this.savedViews.load();
    void this.presets.reload();
    void this.recentFilters.load();
    void this.recentFiles.load();
    void this.#loadNamedUsers();
    void this.#loadProfile();
    void Promise.all([loadingTests, this.recentCopies.load()]).then(() => {
      this.isLoaded = true;
    });
  }

  /** Of the view; null: no filter. */
  get list(): Lists[keyof Lists] | null {
    const { view, usageKind } = this.app;
    if (view === 'usage' && usageKind !== 'residential') return null;
    if (view === 'tests') return this.tests.list;
    const name = views[view].list;
    return name === null ? null : this.lists[name];
  }

  /** Of the view; null: not selectable. */
  get selection(): Selections[keyof Selections] | null {
    const { scope } = views[this.app.view];
    if (scope === 'tested') return this.tests.showsResults ? null : this.selected.tested;
    return scope === 'proxies' || scope === 'services' || scope === 'changes' ? this.selected[scope] : null;
  }

  /** Default: the view's list; undefined: no suggestions. */
  async complete(
    text: string,
    caret: number,
    list: ListName | undefined = this.list?.name,
  ): Promise<Completion | undefined> {
    if (list === undefined) return undefined;
    return attempt(
      () => ask('filter:complete', { accountId: this.id, list, text, caret }),
      () => undefined,
    );
  }

  showList(list: ListName): void {
    if (list === 'residential_ledger') this.app.showUsage('residential');
    else this.app.view = viewOfList(list);
  }

  showFound(list: ListName, filter: string): void {
    this.openedCount += 1;
    this.showList(list);
    this.lists[list].filter(filter);
  }

  /** Resolves when they are on screen. */
  async showProxies(filter: string): Promise<void> {
    this.openedCount += 1;
    this.app.view = 'proxies';
    this.lists.proxies.text = filter;
    await this.lists.proxies.grid.reload();
  }

  showProxiesWith(key: string, value: string, isExact = false): void {
    void this.showProxies(formatTerm(key, [value], isExact));
  }

  /** Shows a proxy among the others if the filter finds it, else alone. */
  showProxy(proxyId: string): void {
    void this.#showRow('proxies', proxyId);
  }

  showService(serviceId: string): void {
    void this.#showRow('services', serviceId);
  }

  async #showRow(list: 'proxies' | 'services', id: string): Promise<void> {
    this.openedCount += 1;
    this.app.view = list;
    const state = this.lists[list];
    const { grid, text: before } = state;
    if (await this.app.toasts.attempt(() => grid.show(id))) return;
    // The filter may have changed meanwhile.
    if (state.text !== before) return;
    const where = formatTerm('id', [id]);
    state.text = where;
    await grid.reload();
    const [row] = grid.firstRows;
    if (row === undefined || state.where !== where) return;
    if (grid.activeIndex < 0) grid.setActive(0);
    if (before.trim() === '') return;
    const noun = list === 'proxies' ? 'proxy' : 'service';
    this.app.toasts.inform(`The filter was replaced because it does not find this ${noun}.`, {
      title: 'Restore the filter',
      run: () => {
        this.showFound(list, before);
      },
    });
  }

  /** @throws FailureError */
  async refresh(list: MainList, id: string, signal: AbortSignal): Promise<void> {
    await ask('list:refresh', { accountId: this.id, list, id }, signal);
    this.app.toasts.notify('Updated from the service.');
  }

  /** For changes without an event. */
  noteChange(): void {
    this.storeChanges += 1;
  }

  /** Reloads visible rows; deselects lost ones. */
  async refreshLists(): Promise<void> {
    const lists = Object.values(this.lists);
    await Promise.all([
      ...lists.map(({ name, grid }) =>
        // The view of tests refreshes itself; figures are added up only while they are shown.
        name === 'tested' || name === 'results' || (name === 'hosts' && this.app.view !== 'hosts')
          ? undefined
          : grid.refresh(),
      ),
      this.#loadNamedUsers(),
      this.#loadProfile(),
    ]);
    await this.app.toasts.attempt(async () => {
      await this.selected.proxies.recheck();
      await this.selected.services.recheck();
    });
  }

  /** The credit balance, if known. */
  async #loadProfile(): Promise<void> {
    const cached = await attempt(
      () => ask('record:cached', { accountId: this.id, kind: 'customer' }),
      () => undefined,
    );
    if (cached != null) this.app.profiles.set(this.id, readProfile(cached.record));
  }

  async #loadNamedUsers(): Promise<void> {
    const request = { where: '-deleted:yes', sort: userOrder, offset: 0, limit: maxNamedUsers };
    const users = await this.app.toasts.attempt(() =>
      ask('list:rows', { list: 'proxy_users', accountId: this.id, ...request }),
    );
    if (users !== undefined) this.namedUsers = users;
  }
}
