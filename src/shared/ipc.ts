/**
 * The whole contract between the window and the main process. A new request is
 * one line in `Requests`, its schema in `ipc-schemas.ts`, and one handler; the
 * compiler asks for the others as soon as the first is there. Replies are JSON.
 */
import type { AccountSummary, CustomerProfile, NewAccount } from './account.ts';
import type { AdjustmentRow } from './adjustment.ts';
import type { AvailabilityGroup } from './availability.ts';
import type { ExportPreset, RefreshedPreset } from './export-preset.ts';
import type {
  ExportChoices,
  ExportConfirmation,
  ExportFormatInfo,
  ExportOutcome,
  ExportPreview,
  ExportRequest,
} from './export.ts';
import type { Result } from './failure.ts';
import type { JsonObject } from './json.ts';
import type { KeptRecord } from './kept-record.ts';
import type { Progress } from './progress.ts';
import type { ProxyEndpoint } from './proxy.ts';
import type { AccessCheck, AccessRestrictions, ProxyUserRow } from './proxy-user.ts';
import type { Completion, CompletionRequest } from './query-completion.ts';
import type { Facets, ListRequest } from './query-term.ts';
import type { ReferenceKind } from './reference.ts';
import type { ProxyReplacement } from './replacement.ts';
import type { NewSavedItem, SavedItem, SavedKind } from './saved.ts';
import type { ServiceChanges, ServiceEdited, ServiceRow } from './service.ts';
import type { Settings } from './settings.ts';
import type { SyncOutcome, SyncProgress, SyncResource, SyncPlan, SyncState } from './sync.ts';
import type { AnnotatedRows, Annotations, Edit, NewTag, Tag, TagChange } from './tag.ts';
import type { ProxySelection, TestResultRow, TestRunSummary, TestStart } from './test-run.ts';
import type { LedgerRow, UsageKind } from './usage.ts';
import type { View } from './views.ts';

interface ById {
  readonly accountId: string;
  readonly id: string;
}
interface OfAccount {
  readonly accountId: string;
}
interface ChosenRows extends OfAccount {
  readonly where: string;
  readonly ids: readonly string[];
}
interface OfAvailability {
  readonly accountId: string;
  readonly groupBy: readonly AvailabilityGroup[];
}
/** `refresh`: ask the service even where the offline copy has it. */
interface Refreshable {
  readonly refresh?: boolean | undefined;
}
interface OfTestRun {
  readonly accountId: string;
  readonly testRunId: number;
}

/** A user who may use a proxy, and through which of the three access rules. */
export interface ProxyAccess {
  readonly proxy_user_id: string;
  readonly proxy_user_is_default: boolean;
  readonly through: 'all' | 'service' | 'proxy';
}

export interface ProxyDetail {
  readonly row: ProxyEndpoint;
  /** Every field as received; secrets are left out. */
  readonly record: JsonObject;
  readonly users: readonly ProxyAccess[];
  readonly replacements: readonly ProxyReplacement[];
  /** The latest results, newest first, at most 100. */
  readonly results: readonly TestResultRow[];
}

export interface RecordDetail<Row> {
  readonly row: Row;
  readonly record: JsonObject;
}

export interface ProxyUserDetail extends RecordDetail<ProxyUserRow> {
  /** At most 100 services and 100 proxies; the row has their numbers. */
  readonly restrictions: AccessRestrictions;
}

/** What can be asked of the main process: name, arguments, reply. */
export interface Requests {
  'accounts:list': { args: undefined; reply: readonly AccountSummary[] };
  'accounts:add': { args: NewAccount; reply: AccountSummary };
  'accounts:add-demo': {
    args: { readonly proxyCount?: number | undefined };
    reply: AccountSummary;
  };
  'accounts:select': { args: OfAccount; reply: null };
  /** New keys, and the address that they are for. */
  'accounts:set-keys': {
    args: {
      readonly accountId: string;
      readonly baseUrl: string;
      readonly publicKey: string;
      readonly privateKey: string;
      readonly keysInMemory?: boolean | undefined;
    };
    reply: null;
  };
  'accounts:check': { args: OfAccount; reply: CustomerProfile };
  /** Checks keys that are not stored yet. */
  'accounts:try': {
    args: { readonly baseUrl: string; readonly publicKey: string; readonly privateKey: string };
    reply: CustomerProfile;
  };
  'accounts:remove': { args: OfAccount; reply: null };
  /** Names of the damaged files that were set aside since the start. */
  'accounts:set-aside': { args: OfAccount; reply: readonly string[] };

  'sync:run': {
    args: OfAccount & {
      readonly acceptEmpty?: boolean | undefined;
      /** Parts to fetch; without it everything. */
      readonly only?: readonly SyncResource[] | undefined;
    };
    reply: SyncOutcome;
  };
  'sync:cancel': { args: OfAccount; reply: null };
  'sync:state': { args: OfAccount; reply: SyncState };
  /** When the account is synced next by itself. */
  'sync:plan': { args: OfAccount; reply: SyncPlan };

  'proxies:list': { args: ListRequest; reply: readonly ProxyEndpoint[] };
  'proxies:count': { args: { readonly accountId: string; readonly where: string }; reply: number };
  'proxies:facets': { args: { readonly accountId: string; readonly where: string }; reply: Facets };
  'proxies:get': { args: ById; reply: ProxyDetail };
  /** Those of the ids that the filter finds now. */
  'proxies:still-found': { args: ChosenRows; reply: readonly string[] };
  /** How the filter of a list may go on at the caret. */
  'filter:complete': { args: CompletionRequest; reply: Completion };
  'services:list': { args: ListRequest; reply: readonly ServiceRow[] };
  'services:count': { args: { readonly accountId: string; readonly where: string }; reply: number };
  'services:still-found': { args: ChosenRows; reply: readonly string[] };
  'services:get': { args: ById; reply: RecordDetail<ServiceRow> };
  'users:list': { args: ListRequest; reply: readonly ProxyUserRow[] };
  'users:count': { args: { readonly accountId: string; readonly where: string }; reply: number };
  'users:get': { args: ById; reply: ProxyUserDetail };
  /** The password itself, when the person asks to see it. */
  'users:reveal-password': { args: ById; reply: string };
  /** Copies the password to the clipboard, marked as a secret and cleared after the time of the settings. */
  'users:copy-password': { args: ById; reply: null };
  /** The same for `user:password`. */
  'users:copy-credentials': { args: ById; reply: null };

  /**
   * Reads one record of a list again at the service and writes it into the offline
   * copy. Secrets are left out of the reply. A proxy that is not found may still be
   * there: only those in use are, and nothing is removed.
   */
  'proxies:retrieve': { args: ById; reply: JsonObject };
  'services:retrieve': { args: ById; reply: JsonObject };
  'users:retrieve': { args: ById; reply: JsonObject };
  /** Sent once. Failure `outcome-unknown` says what the service showed when read again. */
  'services:edit': { args: ById & { readonly changes: ServiceChanges }; reply: ServiceEdited };

  'usage:summaries': {
    args: OfAccount;
    reply: { readonly [K in UsageKind]: KeptRecord | null };
  };
  /** The residential ledger of the offline copy. */
  'usage:ledger': { args: ListRequest; reply: readonly LedgerRow[] };
  'usage:ledger-count': {
    args: { readonly accountId: string; readonly where: string };
    reply: number;
  };
  'usage:entry': { args: ById & Refreshable & { readonly kind: UsageKind }; reply: KeptRecord };
  /** Mobile entries that were asked for before, newest first; the service has no list of them. */
  'usage:mobile-entries': { args: OfAccount; reply: readonly KeptRecord[] };
  /** Product id to product, or null while none was ever received. */
  'catalog:get': { args: OfAccount & Refreshable; reply: KeptRecord | null };
  'customer:get': { args: OfAccount & Refreshable; reply: KeptRecord | null };
  'availability:search': { args: OfAvailability; reply: KeptRecord };
  /** The last answer for the same grouping. */
  'availability:kept': { args: OfAvailability; reply: KeptRecord | null };
  'reference:get': {
    args: ById & Refreshable & { readonly kind: ReferenceKind };
    reply: KeptRecord;
  };
  'adjustments:of-service': {
    args: { readonly accountId: string; readonly serviceId: string };
    reply: readonly AdjustmentRow[];
  };
  'adjustments:get': { args: ById & Refreshable; reply: KeptRecord };
  /** Asks the service who may use proxies, beside the offline answer. */
  'access:check': {
    args: { readonly accountId: string; readonly proxies: ProxySelection };
    reply: AccessCheck;
  };

  /** Copies a selected text that may contain a password the way passwords are copied. */
  'clipboard:copy-secret': { args: { readonly text: string }; reply: null };

  'exports:formats': { args: undefined; reply: readonly ExportFormatInfo[] };
  'exports:preview': {
    args: ExportRequest & { readonly revealSecrets: boolean };
    reply: ExportPreview;
  };
  'exports:copy': { args: ExportRequest; reply: ExportOutcome };
  /** Asks where in main's own save dialog; null: the person closed it. */
  'exports:save': { args: ExportRequest; reply: ExportOutcome | null };
  /** Shows the file that was saved last in the system's file manager. Failure `not-found`. */
  'exports:show-saved': { args: { readonly savedId: number }; reply: null };
  /** Copies its path. Failure `not-found`. */
  'exports:copy-path': { args: { readonly savedId: number }; reply: null };
  /** Writes the files of a drag that has begun. */
  'exports:drag': {
    args: ExportRequest;
    reply: { readonly dragId: number; readonly outcome: ExportOutcome };
  };
  /** Attaches those files to the pointer; only while its button is pressed. */
  'exports:drag-start': { args: { readonly dragId: number }; reply: null };
  /** Asks the service whether it lets the users of an export have its proxies. */
  'exports:confirm': { args: ExportRequest; reply: ExportConfirmation };
  /** Exports with all their choices, kept by name. */
  'presets:list': { args: OfAccount; reply: readonly ExportPreset[] };
  /** Under `id` where it is given, else under its name, else anew. */
  'presets:put': {
    args: {
      readonly accountId: string;
      readonly name: string;
      readonly choices: ExportChoices;
      readonly id?: number | undefined;
    };
    reply: ExportPreset;
  };
  'presets:remove': { args: { readonly accountId: string; readonly id: number }; reply: null };
  /** Whether the file of a preset is written anew after every sync. */
  'presets:refresh': {
    args: { readonly accountId: string; readonly id: number; readonly isRefreshed: boolean };
    reply: ExportPreset;
  };
  /** Writes a preset to its file; main asks where if it has none or `asksFile`. Null: nowhere. */
  'presets:save': {
    args: { readonly accountId: string; readonly id: number; readonly asksFile: boolean };
    reply: ExportOutcome | null;
  };

  'tests:start': { args: TestStart; reply: TestRunSummary };
  'tests:cancel': { args: OfTestRun; reply: null };
  'tests:list': { args: OfAccount; reply: readonly TestRunSummary[] };
  /** Ids of the proxies that failed in a run, for any of its URLs. */
  'tests:failed': { args: OfTestRun; reply: readonly string[] };
  'tests:results': {
    args: OfTestRun & {
      readonly only: 'all' | 'failed' | 'succeeded';
      readonly offset: number;
      readonly limit: number;
    };
    reply: readonly TestResultRow[];
  };

  /** What the person keeps by name, in its order. */
  'saved:list': {
    args: { readonly accountId: string; readonly kind: SavedKind };
    reply: readonly SavedItem[];
  };
  'saved:put': { args: OfAccount & NewSavedItem; reply: SavedItem };
  'saved:remove': { args: { readonly accountId: string; readonly id: number }; reply: null };

  /** Takes back a request that was sent with this number: it fails as `canceled`, if it still runs. */
  'requests:cancel': { args: { readonly request: number }; reply: null };

  /** The person's tags by name, with the rows of the offline copy that have each. */
  'tags:list': { args: OfAccount; reply: readonly Tag[] };
  'tags:put': { args: OfAccount & NewTag; reply: Edit };
  /** Edits that are taken back stop where they are, and answer with what they did. */
  'tags:remove': { args: OfAccount & { readonly id: number }; reply: Edit };
  'tags:change': { args: OfAccount & AnnotatedRows & TagChange; reply: Edit };
  /** `isContinued`: goes on with what was typed just before, and is undone together with it. */
  'notes:put': {
    args: OfAccount &
      AnnotatedRows & { readonly note: string | null; readonly isContinued?: boolean | undefined };
    reply: Edit;
  };
  /** Tags and notes of some rows, taken together. */
  'annotations:of': { args: OfAccount & AnnotatedRows; reply: Annotations };
  /** The last change of tags or notes; with `id` only that one. Failure `nothing-to-do`. */
  'edits:undo': { args: OfAccount & { readonly id?: number | undefined }; reply: Edit };
  'edits:redo': { args: OfAccount; reply: Edit };

  'settings:get': { args: undefined; reply: Settings };
  'settings:set': {
    args: { readonly [K in keyof Settings]?: Settings[K] | undefined };
    reply: Settings;
  };
}

export type RequestName = keyof Requests;

/** Commands that the native menu sends to the window, besides one for each view. */
export const menuCommands = [
  'sync',
  'export',
  'test',
  'access',
  'profile',
  'focus-filter',
  'palette',
  'shortcuts',
  'add-account',
  'settings',
] as const;
export type MenuCommand = (typeof menuCommands)[number] | `view:${View}`;

/** What the main process says unasked. */
export interface Events {
  'accounts:changed': null;
  'store:changed': {
    readonly accountId: string;
    readonly resources: readonly (SyncResource | 'tests' | 'tags')[];
  };
  'sync:progress': SyncProgress;
  'sync:state': SyncState;
  'sync:plan': SyncPlan;
  /** Rows written so far by a file that is being saved, or a text that is being copied. */
  'exports:progress': OfAccount & Progress;
  /** After a sync: what became of the presets that follow it. */
  'exports:refreshed': {
    readonly accountId: string;
    readonly presets: readonly RefreshedPreset[];
  };
  'tests:progress': TestRunSummary & { readonly accountId: string };
  'menu:command': MenuCommand;
}

/** JSON text of a value; see docs/decisions/0014. */
export type JsonText<Value> = string & { readonly textOf?: Value };

/** What the preload puts on the page as `window.bridge`: these two, nothing else. */
export interface Bridge {
  /** `number`: one of the page's own, to take the request back by. */
  request<K extends RequestName>(
    name: K,
    args: Requests[K]['args'],
    number?: number,
  ): Promise<JsonText<Result<Requests[K]['reply']>>>;
  on<K extends keyof Events>(name: K, listener: (payload: Events[K]) => void): () => void;
}
