import type { AccountSummary } from '../../shared/account.ts';
import type { ExportPreset } from '../../shared/exports/export.ts';
import type { GatewayRule, RuleChoices } from '../../shared/gateway/gateway.ts';
import type { Line } from '../../shared/gateway/rule-lines.ts';
import type { ReferenceKind } from '../../shared/records/reference.ts';
import type { SettingTab } from '../../shared/settings.ts';
import type { Rows } from '../../shared/rows.ts';
import type { ReportSubject } from '../../shared/test-runs/seller-report.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { KeepDraft } from './drafts.ts';
import type { SavedView } from './saved/saved-views.svelte.ts';

export interface Target {
  readonly rows: Rows;
  /** `#` is their number: `# that failed in run 1`. */
  readonly title: string;
  /** Of proxies; null: not counted. */
  readonly count: number | null;
  /** Null: nothing says which. */
  readonly userId: string | null;
  readonly run?: TestRunSummary;
}

export type Annotated = Pick<Target, 'rows' | 'title'>;

/** The properties that dialogs open with; their components are in `app/dialogs.ts`. */
export interface DialogProps {
  readonly export: {
    readonly target: Target;
    /** Default: `save`. */
    readonly goal?: 'copy' | 'save';
    readonly preset?: ExportPreset;
    /** In place of the last. */
    readonly format?: string;
    /** In place of proxies. */
    readonly ruleId?: number;
  };
  readonly rename: {
    readonly title: string;
    readonly lead: string;
    readonly suggested: string;
    readonly action: string;
    readonly onsave: (name: string) => Promise<void>;
    readonly keep: KeepDraft<string>;
  };
  readonly test: { readonly target: Target };
  readonly report: { readonly of: ReportSubject };
  readonly 'delete-run': { readonly run: TestRunSummary };
  /** Of the selected run. */
  readonly 'run-groups': object;
  readonly access: { readonly target: Target };
  readonly 'replace-keys': { readonly account: AccountSummary };
  readonly adjustment: { readonly id: string };
  readonly 'edit-service': { readonly id: string };
  /** `rule` undefined: a new one, which begins as `start`; `onadd` gets it. */
  readonly 'gateway-rule': {
    readonly rule?: GatewayRule;
    readonly port: number;
    readonly start?: RuleChoices;
    readonly onadd?: (added: GatewayRule) => void;
  };
  readonly 'clear-requests': object;
  /** The line of a rule with this index; null: a new one. `first`: begins with it, and it becomes the first of a rule that the user chooses. */
  readonly 'gateway-line': { readonly rule: GatewayRule; readonly index: number | null; readonly first?: Line };
  readonly 'filter-reference': object;
  readonly reference: { readonly reference: ReferenceKind; readonly id: string };
  readonly profile: object;
  /** `view`: renames it. */
  readonly 'save-view': { readonly view?: SavedView };
  readonly tags: { readonly target: Annotated };
  readonly note: { readonly target: Annotated };
  readonly 'manage-tags': object;
  readonly 'add-account': object;
  readonly 'remove-account': { readonly account: AccountSummary };
  readonly settings: { readonly tab?: SettingTab; readonly search?: string };
  readonly 'restore-records': object;
  readonly accounts: object;
  readonly palette: object;
  readonly shortcuts: object;
}

export type DialogRequest = {
  [K in keyof DialogProps]: { readonly kind: K } & DialogProps[K];
}[keyof DialogProps];
