import type { AccountSummary } from '../../shared/account.ts';
import type { ExportPreset } from '../../shared/exports/export.ts';
import type { GatewayRule } from '../../shared/gateway/gateway.ts';
import type { ReferenceKind } from '../../shared/records/reference.ts';
import type { SettingTab } from '../../shared/settings.ts';
import type { Rows } from '../../shared/rows.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { KeepDraft } from './drafts.ts';
import type { SavedView } from './saved/saved-views.svelte.ts';

/** Rows that an action takes, and what is known about the proxies that they refer to. */
export interface Target {
  readonly rows: Rows;
  /** Says which proxies these are; `#` is their number: `# that failed in run 1`. */
  readonly title: string;
  /** Of the proxies; null: not counted yet. */
  readonly count: number | null;
  /** The proxy user to export or test for; null: nothing says which one. */
  readonly userId: string | null;
  /** The test run that these proxies are tested again for. */
  readonly run?: TestRunSummary;
}

/** Rows to tag or to add a note to, in words: 3 proxies. */
export type Annotated = Pick<Target, 'rows' | 'title'>;

/** What each dialog begins with: a line here, and its component in `app/dialogs.ts`. `app.dialog = { kind, ... }` opens it. */
export interface DialogProps {
  readonly export: {
    readonly target: Target;
    /** The main action of the dialog; default: `save`. */
    readonly goal?: 'copy' | 'save';
    /** Begins with the choices of this preset. */
    readonly preset?: ExportPreset;
    /** Begins with this format in place of the last one. */
    readonly format?: string;
    /** Begins with one entry for this rule of the gateway in place of the proxies. */
    readonly ruleId?: number;
  };
  /** Asks for a new name. */
  readonly rename: {
    readonly title: string;
    readonly lead: string;
    readonly suggested: string;
    readonly action: string;
    readonly onsave: (name: string) => Promise<void>;
    readonly keep: KeepDraft<string>;
  };
  readonly test: { readonly target: Target };
  readonly 'delete-run': { readonly run: TestRunSummary };
  /** The groups of the selected run. */
  readonly 'run-groups': object;
  readonly access: { readonly target: Target };
  readonly 'replace-keys': { readonly account: AccountSummary };
  readonly adjustment: { readonly id: string };
  readonly 'edit-service': { readonly id: string };
  /** Without `rule` a new one, on this port. */
  readonly 'gateway-rule': { readonly rule?: GatewayRule; readonly port: number };
  /** The line of a rule with this index; null: a new one. */
  readonly 'gateway-line': { readonly rule: GatewayRule; readonly index: number | null };
  readonly 'filter-reference': object;
  readonly reference: { readonly reference: ReferenceKind; readonly id: string };
  readonly profile: object;
  /** With `view` that one is renamed. */
  readonly 'save-view': { readonly view?: SavedView };
  readonly tags: { readonly target: Annotated };
  readonly note: { readonly target: Annotated };
  readonly 'manage-tags': object;
  readonly 'add-account': object;
  readonly 'remove-account': { readonly account: AccountSummary };
  /** Opens a tab, or searches all of them. */
  readonly settings: { readonly tab?: SettingTab; readonly search?: string };
  readonly 'restore-records': object;
  readonly accounts: object;
  readonly palette: object;
  readonly shortcuts: object;
}

/** The dialog that is open, and what it begins with. */
export type DialogRequest = {
  [K in keyof DialogProps]: { readonly kind: K } & DialogProps[K];
}[keyof DialogProps];
