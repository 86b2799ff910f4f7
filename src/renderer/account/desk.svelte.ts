import { SvelteMap } from 'svelte/reactivity';
import type { AccountSummary, CustomerProfile } from '../../shared/account.ts';
import { assertNever } from '../../shared/failure.ts';
import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import type { Completion } from '../../shared/query-completion.ts';
import { formatTerm } from '../../shared/query.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { UsageKind } from '../../shared/usage.ts';
import { ask, attempt } from '../bridge.ts';
import { copyText } from '../kit/copy-text.ts';
import { RecentCopies } from './copying/recent-copies.svelte.ts';
import { KeptColumns } from './kept-columns.ts';
import type { DialogRequest } from './dialog-request.ts';
import { ExportPresets } from './export-presets.svelte.ts';
import { runSync } from './sync-actions.ts';
import {
  createColumns,
  createLists,
  createSelections,
  type Lists,
  type Selections,
} from './lists.ts';
import { Notices } from '../kit/toast/toasts.svelte.ts';
import { SavedViews } from './saved-views.svelte.ts';
import { SyncStatus } from './sync-status.svelte.ts';
import { Tags } from './tags.svelte.ts';
import { TestRunsState } from './test-runs.svelte.ts';
import type { View } from './views.ts';

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
  readonly #lists = createLists(() => this.account?.id ?? null);
  readonly proxies = this.#lists.proxies;
  readonly services = this.#lists.services;
  readonly users = this.#lists.users;
  readonly ledger = this.#lists.ledger;
  readonly keptColumns = new KeptColumns((failure) => this.notices.sayFailure(failure));
  readonly columns = createColumns(this.keptColumns);
  readonly tags = new Tags(() => this.account?.id ?? null, this.notices);
  readonly savedViews = new SavedViews(this.notices);
  readonly presets = new ExportPresets(this.notices);
  readonly recentCopies = new RecentCopies(this.notices);
  readonly selected = createSelections(this.#lists, () => this.account?.id ?? null);
  #enteredId: string | null = null;

  /** The list of the present view; null: a view without a filter of its own. */
  get list(): Lists[keyof Lists] | null {
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

  /** What is ticked in the present view; null: nothing can be. */
  get selection(): Selections[keyof Selections] | null {
    return this.view === 'proxies' || this.view === 'services' ? this.selected[this.view] : null;
  }

  /** Whether the present view can show details beside its list. */
  get hasDetails(): boolean {
    return this.view !== 'tests';
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

  /** Shows the proxies that a filter finds; resolves when they are there. */
  async showProxies(filter: string): Promise<void> {
    this.view = 'proxies';
    this.proxies.text = filter;
    await this.proxies.grid.reload();
  }

  /** The same for a filter of one key. */
  showProxiesWith(key: string, value: string, isExact = false): void {
    void this.showProxies(formatTerm(key, [value], isExact));
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

  async #enter(): Promise<void> {
    const accountId = this.account?.id ?? null;
    this.#enteredId = accountId;
    for (const selected of Object.values(this.selected)) selected.clear();
    this.namedUsers = [];
    for (const list of Object.values(this.#lists)) list.restart();
    void this.tests.enter(accountId, this.notices.sayFailure);
    void this.savedViews.enter(accountId);
    void this.recentCopies.enter(accountId);
    void this.tags.load();
    void this.presets.enter(accountId);
    void this.keptColumns.enter(accountId, this.columns);
    if (accountId === null) {
      this.sync.leave();
      return;
    }
    void this.#loadNamedUsers();
    const isNew = await this.sync.enter(accountId, this.notices.sayFailure);
    if (isNew && accountId === this.account?.id) await runSync(this);
  }

  /** Asks again for the rows that are shown, in their place; what is gone is no longer ticked. */
  async refreshLists(): Promise<void> {
    const lists = Object.values(this.#lists);
    await Promise.all([...lists.map(({ grid }) => grid.refresh()), this.#loadNamedUsers()]);
    await attempt(async () => {
      await this.selected.proxies.recheck();
      await this.selected.services.recheck();
    }, this.notices.sayFailure);
  }

  async #loadNamedUsers(): Promise<void> {
    const accountId = this.account?.id;
    if (accountId === undefined) return;
    const request = { accountId, where: '-deleted:yes', sort: [], offset: 0, limit: maxNamedUsers };
    const users = await attempt(() => ask('users:list', request), this.notices.sayFailure);
    if (users !== undefined && accountId === this.account?.id) this.namedUsers = users;
  }
}
