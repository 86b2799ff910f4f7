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

export const catalogParts = [
  ['products', 'Catalog'],
  ['availability', 'Availability'],
] as const;

/** The state of the window that no account owns. */
export class AppState {
  accounts = $state.raw<readonly ListedAccount[]>([]);
  /** Accounts are loaded. */
  isReady = $state(false);
  settings = $state.raw<Settings>(defaultSettings);
  #settingsChanges = 0;
  view = $state<View>('overview');
  usageKind = $state<UsageKind>('residential');
  catalogPart = $state<(typeof catalogParts)[number][0]>('products');
  readonly panes = new Panes();
  rows = $state.raw<DetailedRows | null>(null);
  dialog = $state.raw<DialogRequest | null>(null);
  readonly toasts = new Toasts(() => void this.restart());
  /** By account ID, of checked keys. */
  readonly profiles = new SvelteMap<string, CustomerProfile>();
  readonly account = $derived.by(() => this.accounts.find((account) => account.isCurrent) ?? this.accounts[0] ?? null);
  readonly accountId = $derived(this.account?.id ?? null);
  /** '': removed. */
  readonly nameOf = (accountId: string): string => this.accounts.find(({ id }) => id === accountId)?.name ?? '';
  /** Each opening creates the state again. */
  openings = $state(0);

  readonly #drafts = new Map<string, Drafts>();

  /** They outlive a closed account. */
  draftsOf(accountId: string): Drafts {
    const drafts = this.#drafts.get(accountId) ?? new Drafts();
    this.#drafts.set(accountId, drafts);
    return drafts;
  }

  /** Opens the account again after its records were replaced, in the same view. */
  async openAgain(): Promise<void> {
    const { view } = this;
    // With the last saved place.
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

  get hasDetails(): boolean {
    return views[this.view].hasDetails;
  }

  /** Null: there are some. */
  get reasonAgainstDetails(): string | null {
    if (!this.hasDetails) return 'This view has no details.';
    return (this.rows?.count ?? 0) > 0 || this.panes.hasDetails ? null : 'There is no row to show.';
  }

  /** Shows or hides the details; activates the first row if none is active. */
  toggleDetails(): void {
    const isShown = this.isInspectorOpen && this.panes.hasDetails;
    this.isInspectorOpen = !isShown;
    if (!isShown && this.rows !== null && this.rows.activeIndex < 0) this.rows.setActive(0);
  }

  async start(): Promise<void> {
    // First: settings decide how accounts open.
    await this.loadSettings();
    await this.loadAccounts();
    this.isReady = true;
  }

  /** The system has some of them. */
  async loadSettings(): Promise<void> {
    const change = this.#settingsChanges;
    const settings = await this.toasts.attempt(() => ask('settings:get', undefined));
    // A later change wins.
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

  /** Starts the open account again after damage in its files. */
  async restart(): Promise<void> {
    const { accountId } = this;
    if (accountId !== null) await this.toasts.attempt(() => ask('accounts:restart', { accountId }));
  }

  async addDemo(proxyCount?: number): Promise<void> {
    const account = await this.toasts.attempt(() => ask('accounts:add-demo', { proxyCount }));
    if (account !== undefined) await this.selectAccount(account.id);
  }

  async checkKeys(accountId: string): Promise<void> {
    const profile = await this.toasts.attempt(() => ask('accounts:check', { accountId }));
    if (profile === undefined) return;
    this.profiles.set(accountId, profile);
    const owner = profile.customer_organization_name ?? profile.customer_domain ?? profile.customer_id;
    this.toasts.notify(`The keys work. They belong to ${owner ?? 'a customer without a name'}.`);
  }

  /** At once, for changes that follow. */
  async changeSettings(changes: Partial<Settings>): Promise<void> {
    this.settings = { ...this.settings, ...changes };
    this.#settingsChanges += 1;
    const change = this.#settingsChanges;
    const saved = await this.toasts.attempt(() => ask('settings:set', changes));
    if (saved === undefined) await this.loadSettings();
    else if (change === this.#settingsChanges) this.settings = saved;
  }

  /** Not secret; `name` is for the toast. */
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

  async saveTable(name: string, text: string): Promise<void> {
    const saved = await this.toasts.attempt(() => ask('tables:save', { name, text }));
    if (saved != null) this.toasts.notify(`Saved the table as ${saved.fileName}.`);
  }

  /** Opens a dialog or shows the failure; never over a later dialog or account. */
  async openFound<T>(find: () => Promise<T>, dialogOf: (found: T) => DialogRequest): Promise<void> {
    const { dialog, accountId } = this;
    const found = await this.toasts.attempt(find);
    if (found === undefined || this.dialog !== dialog || this.accountId !== accountId) return;
    this.dialog = dialogOf(found);
  }

  /** Unless another took its place. */
  close(dialog: DialogRequest | null): void {
    if (this.dialog === dialog) this.dialog = null;
  }

  showUsage(kind: UsageKind): void {
    this.view = 'usage';
    this.usageKind = kind;
  }
}

/** Copies text that is not secret; without focus by a copy event. */
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
