import { tick } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import type { CustomerProfile, ListedAccount } from '../../shared/account.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { UsageKind } from '../../shared/records/usage.ts';
import { ask } from '../bridge.ts';
import type { DetailedRows } from '../kit/host.ts';
import { Panes } from '../kit/pane/panes.svelte.ts';
import { Toasts } from '../kit/toast/toasts.svelte.ts';
import { Drafts } from './drafts.ts';
import type { DialogRequest } from './dialog-request.ts';
import { views, type View } from '../../shared/views.ts';

/** The parts of the catalog, with their titles. */
export const catalogParts = [
  ['products', 'Catalog'],
  ['availability', 'Availability'],
] as const;

/** What the window shows whichever account is open: accounts, settings, the view, dialogs, toasts. */
export class AppState {
  accounts = $state.raw<readonly ListedAccount[]>([]);
  /** False until the accounts are loaded; the window claims nothing before that. */
  isReady = $state(false);
  settings = $state.raw<Settings>(defaultSettings);
  #settingsChanges = 0;
  view = $state<View>('overview');
  /** Which ledger the usage view shows. */
  usageKind = $state<UsageKind>('residential');
  catalogPart = $state<(typeof catalogParts)[number][0]>('products');
  readonly panes = new Panes();
  /** The rows of which the present view can show details; null: it shows no rows. */
  rows = $state.raw<DetailedRows | null>(null);
  dialog = $state.raw<DialogRequest | null>(null);
  readonly toasts = new Toasts(() => void this.restart());
  /** The customer behind each account whose keys were checked, by account ID. */
  readonly profiles = new SvelteMap<string, CustomerProfile>();
  /** The open account; null: there is none. */
  readonly account = $derived.by(() => this.accounts.find((account) => account.isCurrent) ?? this.accounts[0] ?? null);
  readonly accountId = $derived(this.account?.id ?? null);
  /** The name of an account; '': it was removed. */
  readonly nameOf = (accountId: string): string => this.accounts.find(({ id }) => id === accountId)?.name ?? '';
  /** Counts how often the account was opened again; each time its state is created again. */
  openings = $state(0);

  readonly #drafts = new Map<string, Drafts>();

  /** What was typed into dialogs of an account; it outlives that the account is closed. */
  draftsOf(accountId: string): Drafts {
    const drafts = this.#drafts.get(accountId) ?? new Drafts();
    this.#drafts.set(accountId, drafts);
    return drafts;
  }

  /** Opens the account again, after its records were replaced; the user stays in the same view. */
  async openAgain(): Promise<void> {
    const { view } = this;
    // With the place that was saved last.
    await this.loadAccounts();
    this.openings += 1;
    await tick();
    this.view = view;
  }

  get areFacetsOpen(): boolean {
    return this.panes.isOpen('filters');
  }
  set areFacetsOpen(isOpen: boolean) {
    this.panes.setOpen('filters', isOpen);
  }

  get isInspectorOpen(): boolean {
    return this.panes.isOpen('details');
  }
  set isInspectorOpen(isOpen: boolean) {
    this.panes.setOpen('details', isOpen);
  }

  /** Whether the present view can show details next to its list. */
  get hasDetails(): boolean {
    return views[this.view].hasDetails;
  }

  /** Why there are no details to show now; null: there are some. */
  get reasonAgainstDetails(): string | null {
    if (!this.hasDetails) return 'This view has no details.';
    return (this.rows?.count ?? 0) > 0 || this.panes.hasDetails ? null : 'There is no row to show.';
  }

  /** Hides the details, or shows those of the active row; without one, those of the first row. */
  toggleDetails(): void {
    const isShown = this.isInspectorOpen && this.panes.hasDetails;
    this.isInspectorOpen = !isShown;
    if (!isShown && this.rows !== null && this.rows.activeIndex < 0) this.rows.setActive(0);
  }

  async start(): Promise<void> {
    // The settings first: they decide what an account opens with.
    await this.loadSettings();
    await this.loadAccounts();
    this.isReady = true;
  }

  /** Reads the settings again: the system has some of them. */
  async loadSettings(): Promise<void> {
    const change = this.#settingsChanges;
    const settings = await this.toasts.attempt(() => ask('settings:get', undefined));
    // An earlier reply does not know of a later change.
    if (settings !== undefined && change === this.#settingsChanges) this.settings = settings;
  }

  async loadAccounts(): Promise<void> {
    const accounts = await this.toasts.attempt(() => ask('accounts:list', undefined));
    if (accounts !== undefined) this.accounts = accounts;
  }

  async selectAccount(accountId: string): Promise<void> {
    await this.toasts.attempt(() => ask('accounts:select', { accountId }));
    await this.loadAccounts();
  }

  /** Starts the app again after damage was found in the files of the open account. */
  async restart(): Promise<void> {
    const { accountId } = this;
    if (accountId !== null) await this.toasts.attempt(() => ask('accounts:restart', { accountId }));
  }

  /** Adds a demo account and opens it. */
  async addDemo(proxyCount?: number): Promise<void> {
    const account = await this.toasts.attempt(() => ask('accounts:add-demo', { proxyCount }));
    if (account !== undefined) await this.selectAccount(account.id);
  }

  /** Asks the service who the stored keys belong to. */
  async checkKeys(accountId: string): Promise<void> {
    const profile = await this.toasts.attempt(() => ask('accounts:check', { accountId }));
    if (profile === undefined) return;
    this.profiles.set(accountId, profile);
    const owner = profile.customer_organization_name ?? profile.customer_domain ?? profile.customer_id;
    this.toasts.notify(`The keys work. They belong to ${owner ?? 'a customer without a name'}.`);
  }

  /** Changes settings at once, so that a change that follows begins from this one. */
  async changeSettings(changes: Partial<Settings>): Promise<void> {
    this.settings = { ...this.settings, ...changes };
    this.#settingsChanges += 1;
    const change = this.#settingsChanges;
    const saved = await this.toasts.attempt(() => ask('settings:set', changes));
    if (saved === undefined) await this.loadSettings();
    else if (change === this.#settingsChanges) this.settings = saved;
  }

  /** Copies text that is not secret; `name` says in the toast what it is. */
  async copyPlain(text: string, name: string): Promise<void> {
    if (await copyText(text)) {
      this.toasts.notify(`Copied ${name}.`);
      return;
    }
    this.toasts.notifyFailure({
      code: 'internal',
      message: 'Could not write to the clipboard. Select the text and copy it by hand.',
    });
  }

  /** Saves a table as CSV where the user chooses. Failures are shown. */
  async saveTable(name: string, text: string): Promise<void> {
    const saved = await this.toasts.attempt(() => ask('tables:save', { name, text }));
    if (saved != null) this.toasts.notify(`Saved the table as ${saved.fileName}.`);
  }

  /**
   * Opens a dialog once its beginning is found; a toast shows why it is not. Another dialog or
   * account that was opened meanwhile stays.
   */
  async openFound<T>(find: () => Promise<T>, dialogOf: (found: T) => DialogRequest): Promise<void> {
    const { dialog, accountId } = this;
    const found = await this.toasts.attempt(find);
    if (found === undefined || this.dialog !== dialog || this.accountId !== accountId) return;
    this.dialog = dialogOf(found);
  }

  /** Closes a dialog. One that took its place meanwhile stays open. */
  close(dialog: DialogRequest | null): void {
    if (this.dialog === dialog) this.dialog = null;
  }

  showUsage(kind: UsageKind): void {
    this.view = 'usage';
    this.usageKind = kind;
  }
}

/**
 * Copies text that is not secret. The clipboard rejects the call of a window without the focus;
 * then the text goes through a copy event.
 *
 * @returns whether the clipboard took it
 */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

function copyByEvent(text: string): boolean {
  const oncopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', oncopy);
  // Old, but the only way that asks for no permission.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', oncopy);
  return isCopied;
}
