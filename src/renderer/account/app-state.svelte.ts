import { SvelteMap } from 'svelte/reactivity';
import type { AccountSummary, CustomerProfile } from '../../shared/account.ts';
import type { Requests } from '../../shared/ipc.ts';
import { defaultSettings, type Settings } from '../../shared/settings.ts';
import type { UsageKind } from '../../shared/records/usage.ts';
import { ask } from '../bridge.ts';
import { copyText } from '../kit/copy-text.ts';
import { Panes } from '../kit/pane/panes.svelte.ts';
import { Toasts } from '../kit/toast/toasts.svelte.ts';
import type { DialogRequest } from './dialog-request.ts';
import type { View } from '../../shared/views.ts';

/** What the window shows whichever account is open: accounts, settings, the view, dialogs, toasts. */
export class AppState {
  accounts = $state.raw<readonly AccountSummary[]>([]);
  /** False until the accounts are loaded; the window claims nothing before that. */
  isReady = $state(false);
  settings = $state.raw<Settings>(defaultSettings);
  view = $state<View>('proxies');
  /** Which ledger the usage view shows. */
  usageKind = $state<UsageKind>('residential');
  areFacetsOpen = $state(true);
  isInspectorOpen = $state(true);
  readonly panes = new Panes();
  dialog = $state.raw<DialogRequest | null>(null);
  readonly toasts = new Toasts();
  /** The customer behind each account whose keys were checked, by account ID. */
  readonly profiles = new SvelteMap<string, CustomerProfile>();
  /** The open account; null: there is none. */
  readonly account = $derived.by(
    () => this.accounts.find((account) => account.isCurrent) ?? this.accounts[0] ?? null,
  );
  readonly accountId = $derived(this.account?.id ?? null);

  /** Whether the present view can show details next to its list. */
  get hasDetails(): boolean {
    return this.view !== 'tests';
  }

  async start(): Promise<void> {
    const settings = await this.toasts.attempt(() => ask('settings:get', undefined));
    if (settings !== undefined) this.settings = settings;
    await this.loadAccounts();
    this.isReady = true;
  }

  async loadAccounts(): Promise<void> {
    const accounts = await this.toasts.attempt(() => ask('accounts:list', undefined));
    if (accounts !== undefined) this.accounts = accounts;
  }

  async selectAccount(accountId: string): Promise<void> {
    await this.toasts.attempt(() => ask('accounts:select', { accountId }));
    await this.loadAccounts();
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
    const owner =
      profile.customer_organization_name ?? profile.customer_domain ?? profile.customer_id;
    this.toasts.notify(`The keys work. They belong to ${owner ?? 'a customer without a name'}.`);
  }

  async changeSettings(changes: Requests['settings:set']['args']): Promise<void> {
    const settings = await this.toasts.attempt(() => ask('settings:set', changes));
    if (settings !== undefined) this.settings = settings;
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
