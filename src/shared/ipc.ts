/**
 * The whole contract between the window and the main process. A request is one line in
 * `requests`, and the compiler then asks for its handler. Replies are JSON.
 */
import { z } from 'zod';
import type { AccountSummary, CustomerProfile } from './account.ts';
import type { AdjustmentRow } from './records/adjustment.ts';
import { availabilityGroups } from './records/availability.ts';
import { isBoundedJsonObject } from './bounded-json.ts';
import type { ExportPreset, RefreshedPreset } from './exports/export-preset.ts';
import { exportChoicesSchema, idsSchema, selectionSchema } from './exports/export-schema.ts';
import type {
  ExportConfirmation,
  ExportFormatInfo,
  ExportOutcome,
  ExportPreview,
} from './exports/export.ts';
import type { Result } from './failure.ts';
import type { JsonObject } from './json.ts';
import type { CachedRecord } from './records/cached-record.ts';
import type { Progress } from './progress.ts';
import type { ProxyDetail, ProxyEndpoint } from './records/proxy.ts';
import type { AccessCheck, ProxyUserDetail, ProxyUserRow } from './records/proxy-user.ts';
import type { Completion } from './filter/query-completion.ts';
import { longestFilter, type Facets, type SelectionSummary } from './filter/query-term.ts';
import { referenceKinds } from './records/reference.ts';
import { savedKinds, type SavedItem } from './saved.ts';
import type { ServiceDetail, ServiceEdited, ServiceRow } from './records/service.ts';
import { syncIntervals, type Settings } from './settings.ts';
import {
  syncResources,
  type SyncOutcome,
  type SyncPlan,
  type SyncProgress,
  type SyncResource,
  type SyncState,
} from './sync.ts';
import {
  annotatedLists,
  maxNote,
  maxTagName,
  tagColors,
  type Annotations,
  type Edit,
  type Tag,
} from './tag.ts';
import type { ProxySelection, TestResultRow, TestRunSummary } from './test-run.ts';
import type { LedgerRow, UsageKind } from './records/usage.ts';
import type { View } from './views.ts';

const id = z.string().min(1).max(200);
const recordId = z.string().min(1).max(1000);
const where = z.string().max(longestFilter);
const count = z.int().min(0);
const limit = count.max(10_000);
const name = z.string().trim().min(1).max(200);
const text = z.string().max(10_000);
const jsonObject = z.custom<JsonObject>(isBoundedJsonObject);
/** `refresh`: request it from the service even if it is cached. */
const refresh = z.boolean().optional();
const tagName = z.string().max(maxTagName);
const usageKind = z.enum(['residential', 'mobile']) satisfies z.ZodType<UsageKind>;

const none = z.undefined();
const key = z.string().min(1).max(4096);
const keys = z.strictObject({ baseUrl: z.string().max(2000), publicKey: key, privateKey: key });
/** For this run only, if the keychain cannot store the keys. */
const keysInMemory = z.boolean().optional();
const ofAccount = z.strictObject({ accountId: id });
const byId = ofAccount.extend({ id: recordId });
const numbered = ofAccount.extend({ id: count });
const found = ofAccount.extend({ where });
const rowsOf = found.extend({ ids: idsSchema });
const sortKey = z.strictObject({ field: z.string().max(100), isDescending: z.boolean() });
const listed = found.extend({ sort: z.array(sortKey).max(8).readonly(), offset: count, limit });
const grouped = ofAccount.extend({
  groupBy: z.array(z.enum(availabilityGroups)).max(availabilityGroups.length).readonly(),
});
const serviceChanges = z.strictObject({
  cancel_comment: text.optional(),
  cancel_feedback: text.optional(),
  payment_method_id: z.string().max(1000).optional(),
  service_is_automatic_collection: z.boolean().optional(),
  service_is_pending_cancellation: z.boolean().optional(),
  // Its limits are the client's, which names the one that is exceeded.
  service_metadata: jsonObject.optional(),
});
const exported = exportChoicesSchema.extend({ accountId: id });
const annotated = ofAccount.extend({ list: z.enum(annotatedLists), rows: selectionSchema });
const ofTestRun = ofAccount.extend({ testRunId: z.int() });

const settingFields = {
  theme: z.enum(['system', 'light', 'dark']),
  clipboardClearSeconds: count.max(3600),
  syncIntervalMinutes: z.literal(syncIntervals),
  installUpdates: z.boolean(),
} satisfies { readonly [K in keyof Settings]: z.ZodType<Settings[K]> };

/** A request: the schema that its arguments are checked with, and the type of its reply. */
type Request<Args extends z.ZodType, Reply> = Args & {
  readonly types?: { readonly args: z.infer<Args>; readonly reply: Reply };
};
const takes = <Args extends z.ZodType>(args: Args) => ({
  // `types` is for the compiler alone; nothing is stored there.
  returns: <Reply>(): Request<Args, Reply> => args,
});

/** All requests of the window. Arguments are checked before a handler sees them. */
export const requests = {
  'accounts:list': takes(none).returns<readonly AccountSummary[]>(),
  'accounts:add': takes(
    keys.extend({ name: z.string().max(200), keysInMemory }),
  ).returns<AccountSummary>(),
  'accounts:add-demo': takes(
    z.strictObject({ proxyCount: count.max(1_000_000).optional() }),
  ).returns<AccountSummary>(),
  'accounts:select': takes(ofAccount).returns<null>(),
  /** New keys, and the base URL that they are for. */
  'accounts:set-keys': takes(keys.extend({ accountId: id, keysInMemory })).returns<null>(),
  'accounts:check': takes(ofAccount).returns<CustomerProfile>(),
  /** Checks keys that are not stored yet. */
  'accounts:try': takes(keys).returns<CustomerProfile>(),
  'accounts:remove': takes(ofAccount).returns<null>(),
  /** The new names of damaged files that were moved aside since the start. */
  'accounts:set-aside': takes(ofAccount).returns<readonly string[]>(),

  /** `only`: the resources to fetch, canceled by `requests:cancel`; without it everything, canceled by `sync:cancel`. */
  'sync:run': takes(
    ofAccount.extend({
      acceptEmpty: z.boolean().optional(),
      only: z.array(z.enum(syncResources)).min(1).max(syncResources.length).readonly().optional(),
    }),
  ).returns<SyncOutcome>(),
  'sync:cancel': takes(ofAccount).returns<null>(),
  'sync:state': takes(ofAccount).returns<SyncState>(),
  /** When the account is synced automatically next. */
  'sync:plan': takes(ofAccount).returns<SyncPlan>(),

  'proxies:list': takes(listed).returns<readonly ProxyEndpoint[]>(),
  'proxies:count': takes(found).returns<number>(),
  'proxies:facets': takes(found).returns<Facets>(),
  /** What several selected proxies have in common. */
  'proxies:summary': takes(
    ofAccount.extend({ proxies: selectionSchema }),
  ).returns<SelectionSummary>(),
  'proxies:get': takes(byId).returns<ProxyDetail>(),
  /** The IDs that the filter still finds. */
  'proxies:still-found': takes(rowsOf).returns<readonly string[]>(),
  'services:list': takes(listed).returns<readonly ServiceRow[]>(),
  'services:count': takes(found).returns<number>(),
  'services:still-found': takes(rowsOf).returns<readonly string[]>(),
  'services:get': takes(byId).returns<ServiceDetail>(),
  'users:list': takes(listed).returns<readonly ProxyUserRow[]>(),
  'users:count': takes(found).returns<number>(),
  'users:get': takes(byId).returns<ProxyUserDetail>(),
  /** The index of the first row with a field that begins with a text; null: there is none. */
  'filter:find-row': takes(
    found.extend({
      list: z.enum(['proxies', 'services', 'users', 'ledger']),
      sort: z.array(sortKey).max(8).readonly(),
      fields: z.array(z.string().max(100)).min(1).max(8).readonly(),
      prefix: z.string().min(1).max(100),
    }),
  ).returns<number | null>(),
  /** Suggestions for a filter at the caret. */
  'filter:complete': takes(
    ofAccount.extend({
      list: z.enum(['proxies', 'services', 'users', 'ledger']),
      text: where,
      caret: count.max(longestFilter),
    }),
  ).returns<Completion>(),
  /** The password itself, when the user asks to see it. */
  'users:reveal-password': takes(byId).returns<string>(),
  /** Copies the password, marked as a secret and cleared after the time in the settings. */
  'users:copy-password': takes(byId).returns<null>(),
  /** Copies `user:password` in the same way. */
  'users:copy-credentials': takes(byId).returns<null>(),
  /** Copies a selected text that may contain a password in the same way. */
  'clipboard:copy-secret': takes(
    z.strictObject({ text: z.string().min(1).max(1_000_000) }),
  ).returns<null>(),

  /**
   * Fetches one record of a list from the service and updates the cache. Secrets are left out
   * of the reply. A proxy that is not found may still exist, because only proxies in use can
   * be fetched; it is not removed.
   */
  'proxies:retrieve': takes(byId).returns<JsonObject>(),
  'services:retrieve': takes(byId).returns<JsonObject>(),
  'users:retrieve': takes(byId).returns<JsonObject>(),
  /** Sent once. Failure `outcome-unknown` says what the service returned afterwards. */
  'services:edit': takes(byId.extend({ changes: serviceChanges })).returns<ServiceEdited>(),

  'usage:summaries': takes(ofAccount).returns<{ readonly [K in UsageKind]: CachedRecord | null }>(),
  /** The cached residential ledger. */
  'usage:ledger': takes(listed).returns<readonly LedgerRow[]>(),
  'usage:ledger-count': takes(found).returns<number>(),
  'usage:entry': takes(byId.extend({ kind: usageKind, refresh })).returns<CachedRecord>(),
  /** Mobile entries that were requested before, newest first; the service does not list them. */
  'usage:mobile-entries': takes(ofAccount).returns<readonly CachedRecord[]>(),
  /** The products by ID; null if none was ever received. */
  'catalog:get': takes(ofAccount.extend({ refresh })).returns<CachedRecord | null>(),
  'customer:get': takes(ofAccount.extend({ refresh })).returns<CachedRecord | null>(),
  'availability:search': takes(grouped).returns<CachedRecord>(),
  /** The last response for the same grouping. */
  'availability:cached': takes(grouped).returns<CachedRecord | null>(),
  'reference:get': takes(
    byId.extend({ kind: z.enum(referenceKinds), refresh }),
  ).returns<CachedRecord>(),
  'adjustments:of-service': takes(ofAccount.extend({ serviceId: recordId })).returns<
    readonly AdjustmentRow[]
  >(),
  'adjustments:get': takes(byId.extend({ refresh })).returns<CachedRecord>(),
  /** Asks the service who has access to proxies; the reply has the cached result as well. */
  'access:check': takes(ofAccount.extend({ proxies: selectionSchema })).returns<AccessCheck>(),

  'exports:formats': takes(none).returns<readonly ExportFormatInfo[]>(),
  'exports:preview': takes(
    exported.extend({ revealSecrets: z.boolean() }),
  ).returns<ExportPreview>(),
  'exports:copy': takes(exported).returns<ExportOutcome>(),
  /** Saves to the file that the user chooses in the system's dialog; null: the user closed it. */
  'exports:save': takes(exported).returns<ExportOutcome | null>(),
  /** Shows the file that was saved last in the system's file manager. Failure `not-found`. */
  'exports:show-saved': takes(z.strictObject({ savedId: count })).returns<null>(),
  /** Copies its path. Failure `not-found`. */
  'exports:copy-path': takes(z.strictObject({ savedId: count })).returns<null>(),
  /** Writes the files of a drag that has begun. */
  'exports:drag': takes(exported).returns<{
    readonly dragId: number;
    readonly outcome: ExportOutcome;
  }>(),
  /** Attaches those files to the pointer; only while its button is pressed. */
  'exports:drag-start': takes(z.strictObject({ dragId: count })).returns<null>(),
  /** Asks the service whether the users of an export have access to its proxies. */
  'exports:confirm': takes(exported).returns<ExportConfirmation>(),
  /** Exports with all their choices, saved by name. */
  'presets:list': takes(ofAccount).returns<readonly ExportPreset[]>(),
  /** Replaces the preset with this ID, else the one of this name, else adds one. */
  'presets:put': takes(
    ofAccount.extend({ name, choices: exportChoicesSchema, id: count.optional() }),
  ).returns<ExportPreset>(),
  'presets:remove': takes(numbered).returns<null>(),
  /** Whether the file of a preset is written again after every sync. */
  'presets:refresh': takes(numbered.extend({ isRefreshed: z.boolean() })).returns<ExportPreset>(),
  /** Writes a preset to its file; asks for a file if it has none or with `asksFile`. Null: the user closed the dialog. */
  'presets:save': takes(numbered.extend({ asksFile: z.boolean() })).returns<ExportOutcome | null>(),

  'tests:start': takes(
    ofAccount.extend({
      proxies: selectionSchema,
      urls: z.array(z.string().max(2000)).min(1).max(50).readonly(),
      proxyUserId: recordId.optional(),
    }),
  ).returns<TestRunSummary>(),
  'tests:cancel': takes(ofTestRun).returns<null>(),
  'tests:list': takes(ofAccount).returns<readonly TestRunSummary[]>(),
  /** What was selected for a run; null: unknown. */
  'tests:proxies': takes(ofTestRun).returns<ProxySelection | null>(),
  /** IDs of the proxies that failed in a run, for any of its URLs. */
  'tests:failed': takes(ofTestRun).returns<readonly string[]>(),
  'tests:results': takes(
    ofTestRun.extend({ only: z.enum(['all', 'failed', 'succeeded']), offset: count, limit }),
  ).returns<readonly TestResultRow[]>(),

  /** Items that the user saved by name, in their order. */
  'saved:list': takes(ofAccount.extend({ kind: z.enum(savedKinds) })).returns<
    readonly SavedItem[]
  >(),
  'saved:put': takes(
    ofAccount.extend({
      kind: z.enum(savedKinds),
      name,
      content: jsonObject,
      id: count.optional(),
      position: count.optional(),
    }),
  ).returns<SavedItem>(),
  'saved:remove': takes(numbered).returns<null>(),

  /** Aborts the request that was sent with this number; if it is still running, it fails as `canceled`. */
  'requests:cancel': takes(z.strictObject({ request: count })).returns<null>(),

  /** The tags by name, each with its number of cached rows. */
  'tags:list': takes(ofAccount).returns<readonly Tag[]>(),
  'tags:put': takes(
    ofAccount.extend({
      id: z.int().optional(),
      name: tagName.optional(),
      color: z.enum(tagColors).optional(),
    }),
  ).returns<Edit>(),
  'tags:remove': takes(ofAccount.extend({ id: z.int() })).returns<Edit>(),
  'tags:change': takes(
    annotated.extend({
      add: z.array(tagName).max(100).readonly(),
      remove: z.array(tagName).max(1000).readonly(),
    }),
  ).returns<Edit>(),
  /** `isContinued`: continues the note that was typed just before, and is undone together with it. */
  'notes:put': takes(
    annotated.extend({
      note: z.string().max(maxNote).nullable(),
      isContinued: z.boolean().optional(),
    }),
  ).returns<Edit>(),
  /** A summary of the tags and notes of some rows. */
  'annotations:of': takes(annotated).returns<Annotations>(),
  /** Undoes the last change of tags or notes; with `id`, only that one. Failure `nothing-to-do`. */
  'edits:undo': takes(ofAccount.extend({ id: z.int().optional() })).returns<Edit>(),
  'edits:redo': takes(ofAccount).returns<Edit>(),

  'settings:get': takes(none).returns<Settings>(),
  'settings:set': takes(z.strictObject(settingFields).partial()).returns<Settings>(),
};

export type RequestName = keyof typeof requests;

/** Arguments and reply of every request. */
export type Requests = {
  readonly [K in RequestName]: NonNullable<(typeof requests)[K]['types']>;
};

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

/** Events that the main process sends to the window. */
export interface Events {
  'accounts:changed': null;
  'store:changed': {
    readonly accountId: string;
    readonly resources: readonly (SyncResource | 'tests' | 'tags')[];
  };
  'sync:progress': SyncProgress;
  'sync:state': SyncState;
  'sync:plan': SyncPlan;
  /** Rows written so far by an export that is being saved or copied. */
  'exports:progress': { readonly accountId: string } & Progress;
  /** After a sync: the result of each preset that follows it. */
  'exports:refreshed': {
    readonly accountId: string;
    readonly presets: readonly RefreshedPreset[];
  };
  'tests:progress': TestRunSummary & { readonly accountId: string };
  'menu:command': MenuCommand;
}

/** JSON text of a value; see docs/decisions/0014. */
export type JsonText<Value> = string & { readonly textOf?: Value };

/** The two functions that the preload puts on the page as `window.bridge`. */
export interface Bridge {
  /** `number`: chosen by the page, to cancel the request by. */
  request<K extends RequestName>(
    name: K,
    args: Requests[K]['args'],
    number?: number,
  ): Promise<JsonText<Result<Requests[K]['reply']>>>;
  on<K extends keyof Events>(name: K, listener: (payload: Events[K]) => void): () => void;
}
