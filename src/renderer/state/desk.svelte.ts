import { SvelteMap } from 'svelte/reactivity';
import type { AccountSummary, CustomerProfile } from '../../shared/account.ts';
import { assertNever, FailureError } from '../../shared/failure.ts';
import type { ProxyEndpoint } from '../../shared/proxy.ts';
import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import type { Completion } from '../../shared/query-completion.ts';
import { formatTerm } from '../../shared/query.ts';
import type { ServiceRow } from '../../shared/service.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { SyncProgress, SyncResource } from '../../shared/sync.ts';
import type { LedgerRow, UsageKind } from '../../shared/usage.ts';
import { ask, attempt } from '../bridge.ts';
import { proxyColumns } from '../proxies/proxy-columns.ts';
import { serviceColumns } from '../services/service-columns.ts';
import { ledgerColumns } from '../usage/ledger-columns.ts';
import { userColumns } from '../users/user-columns.ts';
import { copyText } from '../ui/copy-text.ts';
import { countOf, formatCount } from '../ui/format-number.ts';
import { summarizeSync } from '../ui/summarize-sync.ts';
import { Columns } from './columns.svelte.ts';
import { KeptColumns } from './kept-columns.ts';
import type { DialogRequest } from './dialog-request.ts';
import { ListState } from './list-state.svelte.ts';
import { Notices } from './notices.svelte.ts';
import type { ListLook, SavedView } from './saved-view.ts';
import { SavedViews } from './saved-views.svelte.ts';
import { Selected } from './selected.svelte.ts';
import { SyncStatus } from './sync-status.svelte.ts';
import { TestRunsState } from './test-runs.svelte.ts';

export const views = [
  'proxies',
  'services',
  'users',
  'tests',
  'usage',
  'catalog',
  'availability',
] as const;
export type View = (typeof views)[number];

const firstSyncRefreshMs = 1500;

/** How many proxy users the sidebar names before it points at their own view. */
export const maxNamedUsers = 30;

/** Everything the window shows, and what can be done with it. One a window. */
export class Desk {
  accounts = $state.raw<readonly AccountSummary[]>([]);
  /** False until the accounts are known: nothing is claimed before. */
  isReady = $state(false);
  view = $state<View>('proxies');
  dialog = $state.raw<DialogRequest | null>(null);
  settings = $state.raw<Settings>(defaultSettings);
  /** Whose account it is, by account id, where the keys were checked. */
  readonly profiles = new SvelteMap<string, CustomerProfile>();
  namedUsers = $state.raw<readonly ProxyUserRow[]>([]);
  areFacetsOpen = $state(true);
  isInspectorOpen = $state(true);
  /** Which ledger the usage view shows. */
  usageKind = $state<UsageKind>('residential');
  /** Counts the changes of the offline copy; what reads it is asked for again after each. */
  storeChanges = $state(0);
  readonly account = $derived.by(
    () => this.accounts.find((account) => account.isCurrent) ?? this.accounts[0] ?? null,
  );
  readonly notices = new Notices();
  readonly sync = new SyncStatus();
  readonly tests = new TestRunsState();
  readonly proxies = new ListState<ProxyEndpoint>('proxies', {
    accountId: () => this.account?.id ?? null,
    list: (request) => ask('proxies:list', request),
    count: (request) => ask('proxies:count', request),
    idOf: (row) => row.proxy_id,
  });
  readonly services = new ListState<ServiceRow>('services', {
    accountId: () => this.account?.id ?? null,
    list: (request) => ask('services:list', request),
    count: (request) => ask('services:count', request),
    idOf: (row) => row.service_id,
  });
  readonly users = new ListState<ProxyUserRow>('users', {
    accountId: () => this.account?.id ?? null,
    list: (request) => ask('users:list', request),
    count: (request) => ask('users:count', request),
    idOf: (row) => row.proxy_user_id,
  });
  readonly ledger = new ListState<LedgerRow>('ledger', {
    accountId: () => this.account?.id ?? null,
    list: (request) => ask('usage:ledger', request),
    count: (request) => ask('usage:ledger-count', request),
    idOf: (row) => row.residential_ledger_id,
  });
  readonly keptColumns = new KeptColumns((failure) => this.notices.sayFailure(failure));
  readonly columns = {
    proxies: new Columns(proxyColumns, (layout) => this.keptColumns.put('proxies', layout)),
    services: new Columns(serviceColumns, (layout) => this.keptColumns.put('services', layout)),
    users: new Columns(userColumns, (layout) => this.keptColumns.put('users', layout)),
    ledger: new Columns(ledgerColumns, (layout) => this.keptColumns.put('ledger', layout)),
  };
  readonly savedViews = new SavedViews(this.notices);
  readonly selected = new Selected<ProxyEndpoint>(this.proxies.grid);
  #enteredId: string | null = null;
  #refreshedAtMs = 0;

  /** The list of the present view; null: a view without a filter of its own. */
  get list():
    | ListState<ProxyEndpoint>
    | ListState<ServiceRow>
    | ListState<ProxyUserRow>
    | ListState<LedgerRow>
    | null {
    switch (this.view) {
      case 'proxies':
      case 'services':
      case 'users':
        return this[this.view];
      case 'usage':
        return this.usageKind === 'residential' ? this.ledger : null;
      case 'tests':
      case 'catalog':
      case 'availability':
        return null;
      default:
        return assertNever(this.view);
    }
  }

  /** Whether the present view can show details beside its list. */
  get hasDetails(): boolean {
    return this.view !== 'tests';
  }

  /** How the list of the present view is looked at; null: it has none. */
  get look(): ListLook | null {
    const { list } = this;
    if (list === null) return null;
    const { name, grid } = list;
    return {
      list: name,
      where: list.text.trim(),
      sort: grid.sort,
      columns: this.columns[name].layout,
    };
  }

  /** Shows a list as it was saved. */
  openView(view: SavedView): void {
    const { list: name, where, sort, columns } = view;
    if (name === 'ledger') this.showUsage('residential');
    else this.view = name;
    this.columns[name].layout = columns;
    this[name].grid.sort = sort;
    this[name].filter(where);
    this.savedViews.openedId = view.id;
  }

  /** Saves what is shown into a view that is there; the message can take it back. */
  async updateView(view: SavedView): Promise<void> {
    const { look } = this;
    if (look === null) return;
    const { sayFailure } = this.notices;
    const put = (kept: ListLook): Promise<true | undefined> =>
      attempt(async () => {
        await this.savedViews.put(view.name, kept, view);
        return true as const;
      }, sayFailure);
    if (await put(look)) {
      this.notices.say(`The view “${view.name}” has what is shown.`, {
        title: 'Undo',
        run: () => void put(view),
      });
    }
  }

  async start(): Promise<void> {
    const settings = await attempt(() => ask('settings:get', undefined), this.notices.sayFailure);
    if (settings !== undefined) this.settings = settings;
    await this.loadAccounts();
    this.isReady = true;
  }

  async loadAccounts(): Promise<void> {
    const accounts = await attempt(() => ask('accounts:list', undefined), this.notices.sayFailure);
    if (accounts === undefined) return;
    this.accounts = accounts;
    if ((this.account?.id ?? null) !== this.#enteredId) void this.#enter();
  }

  async selectAccount(accountId: string): Promise<void> {
    await attempt(() => ask('accounts:select', { accountId }), this.notices.sayFailure);
    await this.loadAccounts();
  }

  /** Adds a demo account, of the usual size unless said. */
  async addDemo(proxyCount?: number): Promise<void> {
    const { sayFailure } = this.notices;
    const account = await attempt(() => ask('accounts:add-demo', { proxyCount }), sayFailure);
    if (account !== undefined) await this.selectAccount(account.id);
  }

  /** Asks the service whose account it is, with the stored keys. */
  async checkKeys(accountId: string): Promise<void> {
    const { sayFailure } = this.notices;
    const profile = await attempt(() => ask('accounts:check', { accountId }), sayFailure);
    if (profile === undefined) return;
    this.profiles.set(accountId, profile);
    const owner =
      profile.customer_organization_name ?? profile.customer_domain ?? profile.customer_id;
    this.notices.say(`The keys open the account of ${owner ?? 'a customer without a name'}.`);
  }

  async runSync(acceptEmpty = false): Promise<void> {
    // A failure of the run itself stays in the banner; a notice would say it twice.
    const outcome = await this.sync.run(this.notices.sayFailure, acceptEmpty);
    if (outcome === undefined) return;
    if (outcome.problem === null) this.notices.say(summarizeSync(outcome));
    else if (outcome.problem.code === 'cancelled') this.notices.sayFailure(outcome.problem);
  }

  /**
   * Fetches parts of the account anew.
   *
   * @throws FailureError where one of them did not come whole
   */
  async syncParts(only: readonly SyncResource[]): Promise<void> {
    const accountId = this.account?.id;
    if (accountId === undefined) return;
    const outcome = await ask('sync:run', { accountId, only });
    if (outcome.problem !== null) throw new FailureError(outcome.problem);
  }

  /**
   * Reads one row of a list again at the service; the offline copy then has it.
   *
   * @throws FailureError those of the request
   */
  async retrieve(
    request: 'proxies:retrieve' | 'services:retrieve' | 'users:retrieve',
    id: string,
  ): Promise<void> {
    const accountId = this.account?.id;
    if (accountId === undefined) return;
    await ask(request, { accountId, id });
    this.notices.say('The offline copy has its present state.');
  }

  async cancelSync(): Promise<void> {
    const accountId = this.account?.id;
    if (accountId === undefined) return;
    await attempt(() => ask('sync:cancel', { accountId }), this.notices.sayFailure);
  }

  async cancelTest(testRunId: number): Promise<void> {
    const accountId = this.account?.id;
    if (accountId === undefined) return;
    await attempt(() => ask('tests:cancel', { accountId, testRunId }), this.notices.sayFailure);
  }

  async changeSettings(changes: Partial<Settings>): Promise<void> {
    const { sayFailure } = this.notices;
    const settings = await attempt(() => ask('settings:set', changes), sayFailure);
    if (settings !== undefined) this.settings = settings;
  }

  /** Puts text that is no secret on the clipboard. */
  async copyPlain(text: string, what: string): Promise<void> {
    if (await copyText(text)) {
      this.notices.say(`Copied ${what}.`);
      return;
    }
    this.notices.sayFailure({
      code: 'internal',
      message: 'The clipboard took nothing. Select the text and copy it by hand.',
    });
  }

  /** How the filter of the present list may go on; a failure only means no suggestions. */
  async complete(text: string, caret: number): Promise<Completion | undefined> {
    const list = this.list?.name;
    const accountId = this.account?.id;
    if (list === undefined || accountId === undefined) return undefined;
    const request = { accountId, list, text, caret };
    return attempt(
      () => ask('filter:complete', request),
      () => undefined,
    );
  }

  /** Shows the proxies that a filter of one key finds. */
  showProxies(key: string, value: string): void {
    this.view = 'proxies';
    this.proxies.filter(formatTerm(key, [value]));
  }

  showService(serviceId: string): void {
    this.view = 'services';
    this.services.filter(formatTerm('id', [serviceId]));
  }

  showUsage(kind: UsageKind): void {
    this.view = 'usage';
    this.usageKind = kind;
  }

  /** Asks again for what is shown of single records, where no event says that they changed. */
  noteChange(): void {
    this.storeChanges += 1;
  }

  /** Hears what the main process says unasked; returns the way to stop. */
  listen(): () => void {
    const { sayFailure } = this.notices;
    const stops = [
      window.bridge.on('accounts:changed', () => void this.loadAccounts()),
      window.bridge.on('sync:progress', (progress) => this.#takeProgress(progress)),
      window.bridge.on('sync:state', (state) => this.sync.take(state)),
      window.bridge.on('sync:plan', (plan) => this.sync.takePlan(plan)),
      window.bridge.on('tests:progress', (run) => this.#takeTest(run)),
      window.bridge.on('store:changed', ({ accountId, resources }) => {
        if (accountId !== this.account?.id) return;
        this.storeChanges += 1;
        void this.#refreshLists();
        void this.sync.reload(sayFailure);
        if (resources.includes('tests')) void this.tests.reload(sayFailure);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async #enter(): Promise<void> {
    const accountId = this.account?.id ?? null;
    this.#enteredId = accountId;
    this.selected.clear();
    this.namedUsers = [];
    for (const list of [this.proxies, this.services, this.users, this.ledger]) list.restart();
    void this.tests.enter(accountId, this.notices.sayFailure);
    void this.savedViews.enter(accountId);
    void this.keptColumns.enter(accountId, this.columns);
    if (accountId === null) {
      this.sync.leave();
      return;
    }
    void this.#loadNamedUsers();
    const isNew = await this.sync.enter(accountId, this.notices.sayFailure);
    if (isNew && accountId === this.account?.id) await this.runSync();
  }

  async #refreshLists(): Promise<void> {
    await Promise.all([
      this.proxies.grid.refresh(),
      this.services.grid.refresh(),
      this.users.grid.refresh(),
      this.ledger.grid.refresh(),
      this.#loadNamedUsers(),
    ]);
  }

  async #loadNamedUsers(): Promise<void> {
    const accountId = this.account?.id;
    if (accountId === undefined) return;
    const request = { accountId, where: '-deleted:yes', sort: [], offset: 0, limit: maxNamedUsers };
    const users = await attempt(() => ask('users:list', request), this.notices.sayFailure);
    if (users !== undefined && accountId === this.account?.id) this.namedUsers = users;
  }

  /** The first sync of an account shows its rows while they arrive; later ones at their end. */
  #takeProgress(progress: SyncProgress): void {
    this.sync.takeProgress(progress);
    const { accountId } = progress;
    if (accountId !== this.account?.id || this.sync.wasSynced) return;
    const nowMs = Date.now();
    if (nowMs - this.#refreshedAtMs < firstSyncRefreshMs) return;
    this.#refreshedAtMs = nowMs;
    void this.#refreshLists();
    void this.sync.reload(this.notices.sayFailure);
  }

  #takeTest(run: Parameters<TestRunsState['take']>[0]): void {
    const before = this.tests.runs.find((known) => known.id === run.id)?.state;
    this.tests.take(run);
    if (before !== 'running' || run.state !== 'finished') return;
    const good = `${formatCount(run.successCount)} of ${countOf(run.resultCount, 'result')}`;
    this.notices.say(`The test is finished: ${good} succeeded.`);
  }
}
