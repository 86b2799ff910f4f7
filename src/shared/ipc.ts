/**
 * The whole contract between the window and the main process. A request is one line in
 * `requests`, and the compiler then asks for its handler. Replies are JSON.
 */
import { z } from 'zod';
import type { AccountOverview, AccountSummary, CustomerProfile, ListedAccount } from './account.ts';
import type { AdjustmentRow, ServiceEdited } from './records/service.ts';
import type { PlaceNames } from './records/catalog.ts';
import type {
  ExportPreset,
  RefreshedPreset,
  ExportFormatInfo,
  ExportOutcome,
  ExportPreview,
} from './exports/export.ts';
import { exportChoicesSchema, idsSchema, rowsSchema } from './exports/export-schema.ts';
import { sortSchema } from './filter/sort-schema.ts';
import type { Result } from './failure.ts';
import { gatewayClientNames } from './gateway/gateway-clients.ts';
import { ruleSchema } from './gateway/gateway-schema.ts';
import type { TargetExplained } from './gateway/target-explained.ts';
import type { GatewayReport, GatewayRule } from './gateway/gateway.ts';
import type { JsonObject } from './json.ts';
import { localTestSettings, runSchemas, testScheduleSchema, testUrls } from './test-runs/test-schema.ts';
import { listNames, type DetailOf, type ListName, type RowOf } from './lists.ts';
import { recordKinds } from './operations.ts';
import type { Rows } from './rows.ts';
import type { CachedRecord } from './records/cached-record.ts';
import type { Overview } from './figures/overview.ts';
import type { RecordedSync } from './records/change.ts';
import type { NotificationTarget } from './notifications.ts';
import type { AccessCheck } from './records/proxy-user.ts';
import type { Completion } from './filter/query-completion.ts';
import type { Facets } from './filter/query-keys.ts';
import { longestFilter, type RowGroups, type SelectionSummary } from './filter/query-term.ts';
import { isStorable, longestRequest, presetTooLarge } from './request-text.ts';
import { longestName, savedKinds, type SavedItem } from './saved.ts';
import type { TestScheduleState } from './test-runs/test-schedule.ts';
import {
  accountSettingRows,
  settingRows,
  type AccountSettings,
  type Setting,
  type Settings,
  type ValueOf,
} from './settings.ts';
import {
  mainLists,
  syncResources,
  type Progress,
  type SyncOutcome,
  type SyncPlan,
  type SyncProgress,
  type SyncState,
} from './sync.ts';
import { maxNote, maxTagName, tagColors, type Annotations, type Edit, type Tag } from './tag.ts';
import { type TestEstimate, type TestRunFigures, type TestRunSummary } from './test-runs/test-run.ts';
import type { View } from './views.ts';

const id = z.string().min(1).max(200);
const recordId = z.string().min(1).max(1000);
const where = z.string().max(longestFilter);
const count = z.int().min(0);
/** Most rows of one reply. */
export const maxRows = 10_000;
const limit = count.max(maxRows);
const name = z.string().trim().min(1).max(longestName);
const text = z.string().max(10_000);
const jsonObject = z.custom<JsonObject>(isStorable);
const tagName = z.string().max(maxTagName);

const list = z.enum(listNames);
const none = z.undefined();
const key = z.string().min(1).max(4096);
const keys = z.strictObject({ baseUrl: z.string().max(2000), publicKey: key, privateKey: key });
/** For this run only, if the keychain cannot store the keys. */
const keysInMemory = z.boolean().optional();
const ofAccount = z.strictObject({ accountId: id });
const byId = ofAccount.extend({ id: recordId });
const numbered = ofAccount.extend({ id: count });
const found = ofAccount.extend({ where });
/** A record that is fetched alone; without an ID one of a kind that an account has one of. */
const ofRecord = ofAccount.extend({
  kind: z.enum(recordKinds),
  id: z.string().max(1000).optional(),
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
const ofRows = ofAccount.extend({ rows: rowsSchema });
const onDay = ofAccount.extend({ today: z.iso.date() });
const ofTestRun = ofAccount.extend({ testRunId: z.int() });

/** A request: the schema that its arguments are checked with, and the type of its reply. */
type Request<Args extends z.ZodType, Reply, Replies = object> = Args & {
  readonly types?: {
    readonly args: z.infer<Args>;
    readonly reply: Reply;
    readonly byList: Replies;
  };
};
const takes = <Args extends z.ZodType>(args: Args) => ({
  // `types` is for the compiler alone; nothing is stored there.
  returns: <Reply>(): Request<Args, Reply> => args,
  /** For a reply whose type depends on the list that the arguments name. */
  returnsByList: <Replies>(): Request<Args, Replies[keyof Replies], Replies> => args,
});

/** All requests of the window. Arguments are checked before a handler sees them. */
export const requests = {
  'accounts:list': takes(none).returns<readonly ListedAccount[]>(),
  /** All accounts side by side. */
  'accounts:overview': takes(none).returns<readonly AccountOverview[]>(),
  'accounts:add': takes(keys.extend({ name: z.string().max(200), keysInMemory })).returns<AccountSummary>(),
  'accounts:add-demo': takes(z.strictObject({ proxyCount: count.max(1_000_000).optional() })).returns<AccountSummary>(),
  'accounts:select': takes(ofAccount).returns<null>(),
  /** New keys, and the base URL that they are for. */
  'accounts:set-keys': takes(keys.extend({ accountId: id, keysInMemory })).returns<null>(),
  'accounts:check': takes(ofAccount).returns<CustomerProfile>(),
  /** Checks keys that are not stored yet. */
  'accounts:try': takes(keys).returns<CustomerProfile>(),
  /** Saves where the user is in an account; `accounts:list` returns it. */
  'accounts:put-last-view': takes(ofAccount.extend({ lastView: jsonObject })).returns<null>(),
  'accounts:remove': takes(ofAccount).returns<null>(),
  /** The new names of damaged files that were moved aside since the start. */
  'accounts:set-aside': takes(ofAccount).returns<readonly string[]>(),
  /** Starts the app again, which then checks the files of an account in which damage was met, and moves damaged ones aside. */
  'accounts:restart': takes(ofAccount).returns<null>(),

  /** `isFull`: rows that did not change are written, too. `only`: the resources to fetch, canceled like any other request; without it everything, canceled by `sync:cancel`. */
  'sync:run': takes(
    ofAccount.extend({
      acceptEmpty: z.boolean().optional(),
      isFull: z.boolean().optional(),
      only: z.array(z.enum(syncResources)).min(1).max(syncResources.length).readonly().optional(),
    }),
  ).returns<SyncOutcome>(),
  'sync:cancel': takes(ofAccount).returns<null>(),
  'sync:state': takes(ofAccount).returns<SyncState>(),
  /** When the account is synced automatically next. */
  'sync:plan': takes(ofAccount).returns<SyncPlan>(),

  'list:rows': takes(found.extend({ list, sort: sortSchema, offset: count, limit })).returnsByList<{
    [L in ListName]: readonly RowOf<L>[];
  }>(),
  'list:count': takes(found.extend({ list })).returns<number>(),
  'list:get': takes(byId.extend({ list })).returnsByList<{ [L in ListName]: DetailOf<L> }>(),
  /** The index of the row with an ID, or of the first one with a field that begins with a text; null: there is none. */
  'list:index': takes(
    z.union([
      found.extend({ list, sort: sortSchema, id: byId.shape.id }),
      found.extend({
        list,
        sort: sortSchema,
        fields: z.array(z.string().max(100)).min(1).max(8).readonly(),
        prefix: z.string().min(1).max(100),
      }),
    ]),
  ).returns<number | null>(),
  /** How many proxies rows refer to. */
  'proxies:count': takes(ofRows).returns<number>(),
  /** The rows of a list of tests by the value of a key, with those of each that work. */
  'list:groups': takes(
    found.extend({
      list: z.enum(['tested', 'results']),
      key: z.string().max(40),
      /** How many groups there are at most; all others are summed up. */
      limit: z.int().min(1).max(2000),
    }),
  ).returns<RowGroups>(),
  /** Saves the rows that a filter finds to a file that the user chooses; null: the dialog was closed. */
  'list:save': takes(
    found.extend({
      list,
      sort: sortSchema,
      format: z.enum(['csv', 'json']),
      fileName: z.string().max(200),
    }),
  ).returns<{ readonly fileName: string; readonly rowCount: number } | null>(),
  /** The IDs that the filter still finds. */
  'list:still-found': takes(found.extend({ list, ids: idsSchema })).returns<readonly string[]>(),
  /**
   * Fetches one record of a list from the service and updates the cache. Secrets are left out
   * of the reply. A proxy that is not found may still exist, because only proxies in use can
   * be fetched; it is not removed.
   */
  'list:refresh': takes(byId.extend({ list: z.enum(mainLists) })).returns<JsonObject>(),
  'proxies:facets': takes(found).returns<Facets>(),
  /** What the proxies of rows have in common. */
  'proxies:summary': takes(ofRows).returns<SelectionSummary>(),
  /** Suggestions for a filter at the caret. */
  'filter:complete': takes(
    ofAccount.extend({
      list,
      text: where,
      caret: count.max(longestFilter),
    }),
  ).returns<Completion>(),
  /** The password itself, when the user asks to see it. */
  'passwords:reveal': takes(byId).returns<string>(),
  /** Copies the password or `user:password`, marked as a secret and cleared after the time in the settings. */
  'passwords:copy': takes(byId.extend({ withUser: z.boolean() })).returns<null>(),
  /** Copies a selected text that may contain a password in the same way. */
  'clipboard:copy-secret': takes(z.strictObject({ text: z.string().min(1).max(1_000_000) })).returns<null>(),

  /**
   * Sent once. Failure `outcome-unknown` says what the service returned afterwards; `busy`: another
   * change of the service is being sent.
   */
  'services:edit': takes(byId.extend({ changes: serviceChanges })).returns<ServiceEdited>(),
  /** Waits for the change of a service that is being sent; null: there is none. */
  'services:edit-outcome': takes(byId).returns<ServiceEdited | null>(),

  /** From the cache; if it is not cached, or with `refresh`, from the service. Secrets are left out. */
  'record:get': takes(ofRecord.extend({ refresh: z.boolean().optional() })).returns<CachedRecord>(),
  /** From the cache alone; null: it is not there. `isBefore`: the response before the cached one, if the kind keeps it. */
  'record:cached': takes(ofRecord.extend({ isBefore: z.boolean().optional() })).returns<CachedRecord | null>(),
  /** Those that were fetched one by one, newest first. */
  'record:list': takes(ofRecord.pick({ accountId: true, kind: true })).returns<readonly CachedRecord[]>(),
  'adjustments:of-service': takes(ofAccount.extend({ serviceId: recordId })).returns<readonly AdjustmentRow[]>(),
  /** Names of places and networks that the cache knows by their IDs. */
  'availability:names': takes(ofAccount).returns<PlaceNames>(),
  /** Asks the service who has access to proxies; the reply has the cached result as well. */
  'access:check': takes(ofRows).returns<AccessCheck>(),

  'exports:formats': takes(none).returns<readonly ExportFormatInfo[]>(),
  'exports:preview': takes(exported.extend({ revealSecrets: z.boolean() })).returns<ExportPreview>(),
  'exports:copy': takes(exported).returns<ExportOutcome>(),
  /** Saves to the file that the user chooses in the system's dialog; null: the user closed it. */
  'exports:save': takes(exported).returns<ExportOutcome | null>(),
  /** Shows the file that was saved last in the system's file manager, or copies its path. Failure `not-found`. */
  'exports:saved-file': takes(
    z.strictObject({ savedId: count, action: z.enum(['show', 'copy-path']) }),
  ).returns<null>(),
  /** Exports with all their choices, saved by name. */
  'presets:list': takes(ofAccount).returns<readonly ExportPreset[]>(),
  /** Replaces the preset with this ID, else the one of this name, else adds one. */
  'presets:put': takes(
    ofAccount.extend({
      name,
      choices: exportChoicesSchema.refine((sent): boolean => isStorable(sent), presetTooLarge),
      id: count.optional(),
    }),
  ).returns<ExportPreset>(),
  /** Whether the file of a preset is written again after every sync. */
  'presets:refresh': takes(numbered.extend({ isRefreshed: z.boolean() })).returns<ExportPreset>(),
  /** Writes a preset to its file; asks for a file if it has none or with `asksFile`. Null: the user closed the dialog. */
  'presets:save': takes(numbered.extend({ asksFile: z.boolean() })).returns<ExportOutcome | null>(),

  /** `today`: the day of the user's clock, `YYYY-MM-DD`. */
  'overview:get': takes(onDay).returns<Overview>(),

  /** The recorded syncs, newest first. */
  'changes:syncs': takes(ofAccount).returns<readonly RecordedSync[]>(),
  /** IDs of the cached proxies that a filter of changes finds. */

  'tests:start': takes(
    ofAccount.extend({
      proxies: rowsSchema,
      urls: testUrls,
      proxyUserId: recordId.optional(),
      name: runSchemas.name.optional(),
      /** Of a run from here; without them the service tests. */
      settings: localTestSettings.optional(),
    }),
  ).returns<TestRunSummary>(),
  /** Stops a run, with `canResume` so that it can continue. */
  'tests:stop': takes(ofTestRun.extend({ canResume: z.boolean() })).returns<null>(),
  /** Continues a paused or interrupted run. */
  'tests:resume': takes(ofTestRun).returns<TestRunSummary>(),
  /** Names a run; '': it has its number again. */
  'tests:rename': takes(ofTestRun.extend(runSchemas)).returns<null>(),
  /** Deletes a run that is not running; its results leave all figures. Failures `not-found`, `busy`. */
  'tests:delete': takes(ofTestRun).returns<null>(),
  'tests:list': takes(ofAccount).returns<readonly TestRunSummary[]>(),
  /** The tests that are repeated while the app is open. */
  'tests:schedules': takes(ofAccount).returns<readonly TestScheduleState[]>(),
  /** What was selected for a run; null: unknown. */
  'tests:proxies': takes(ofTestRun).returns<Rows | null>(),
  'tests:figures': takes(ofTestRun).returns<TestRunFigures>(),
  /** What a run would test and skip, and how many bytes it would probably receive and send. */
  'tests:estimate': takes(
    ofAccount.extend({
      proxies: rowsSchema,
      urls: testUrls,
      proxyUserId: recordId.optional(),
      settings: localTestSettings,
    }),
  ).returns<TestEstimate>(),

  /** Items that the user saved by name, in their order. */
  'saved:list': takes(ofAccount.extend({ kind: z.enum(savedKinds) })).returns<readonly SavedItem[]>(),
  'saved:put': takes(
    ofAccount
      .extend({
        kind: z.enum(savedKinds),
        name,
        content: jsonObject,
        id: count.optional(),
        position: count.optional(),
      })
      // A schedule is run by the main process; what else is saved, only the window reads.
      .refine(
        ({ kind, content }) => kind !== 'test-schedule' || testScheduleSchema.safeParse(content).success,
        'This schedule is not valid.',
      ),
  ).returns<SavedItem>(),
  'saved:remove': takes(numbered.extend({ kind: z.enum(savedKinds) })).returns<null>(),

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
    ofRows.extend({
      add: z.array(tagName).max(100).readonly(),
      remove: z.array(tagName).max(1000).readonly(),
    }),
  ).returns<Edit>(),
  /** `isContinued`: continues the note that was typed just before, and is undone together with it. */
  'notes:put': takes(
    ofRows.extend({
      note: z.string().max(maxNote).nullable(),
      isContinued: z.boolean().optional(),
    }),
  ).returns<Edit>(),
  /** A summary of the tags and notes of some rows. */
  'annotations:of': takes(ofRows).returns<Annotations>(),
  /** Undoes the last change of tags or notes, with `id` only that one; or redoes it. Failure `nothing-to-do`. */
  'edits:step': takes(
    ofAccount.extend({ direction: z.enum(['undo', 'redo']), id: z.int().optional() }),
  ).returns<Edit>(),

  /** Saves the text of a table as CSV where the user chooses; null: the user closed the dialog. */
  'tables:save': takes(z.strictObject({ name, text: z.string().max(longestRequest) })).returns<{
    readonly fileName: string;
  } | null>(),
  /** The space that the user's records of an account take, in bytes. */
  'records:size': takes(ofAccount).returns<number>(),
  /** Saves the user's records of an account where the user chooses; null: the user closed the dialog. */
  'records:back-up': takes(ofAccount).returns<{ readonly fileName: string } | null>(),
  /** Replaces them by those of a file that the user chooses. Failure `invalid-input` for any other file. */
  /** `turnedOff`: what the backup had turned on and the account had not, in words. */
  'records:restore': takes(ofAccount).returns<{
    readonly fileName: string;
    readonly turnedOff: readonly string[];
  } | null>(),
  /** Versions, sizes and last errors as JSON, without addresses. */
  'diagnostics:report': takes(none).returns<string>(),
  'diagnostics:data-folder': takes(none).returns<{
    readonly path: string;
    readonly bytes: number;
  }>(),
  /** Shows it in the system's file manager. */
  'diagnostics:show-data-folder': takes(none).returns<null>(),
  /** The rules of the local gateway, and its state while it is on. */
  'gateway:report': takes(ofAccount).returns<GatewayReport>(),
  /** Off: also one that another process of this machine serves. */
  'gateway:switch': takes(ofAccount.extend({ isOn: z.boolean() })).returns<null>(),
  /** Replaces the rule with this ID, else adds one. Rules that are on change at once. */
  'gateway:put-rule': takes(ofAccount.extend({ id: count.optional(), rule: ruleSchema })).returns<GatewayRule>(),
  'gateway:remove-rule': takes(numbered).returns<null>(),
  /** A port for a new rule that nobody uses now. */
  'gateway:free-port': takes(ofAccount).returns<number>(),
  /** Which line of a rule takes a URL or a host, and which proxies could carry it. */
  'gateway:explain': takes(
    ofAccount.extend({ ruleId: count, target: z.string().max(2000) }),
  ).returns<TargetExplained>(),
  /** Ends a connection, or those of a rule that its lines would send elsewhere now; without either all of them. */
  'gateway:end': takes(ofAccount.extend({ id: count.optional(), elsewhereOf: count.optional() })).returns<null>(),
  /** Puts a proxy back into rotation; without an ID all of the rule. */
  'gateway:use-again': takes(ofAccount.extend({ ruleId: count, proxyId: recordId.optional() })).returns<null>(),
  /** The token itself, when the user asks to see it. */
  'gateway:token': takes(ofAccount.extend({ ruleId: count })).returns<string>(),
  'gateway:renew-token': takes(ofAccount.extend({ ruleId: count })).returns<null>(),
  /** Copies the address with the token for a client, marked as a secret. */
  'gateway:copy': takes(ofAccount.extend({ ruleId: count, client: z.enum(gatewayClientNames) })).returns<null>(),

  'settings:get': takes(none).returns<Settings>(),
  'settings:set': takes(changesOf(settingRows)).returns<Settings>(),
  /** The settings of one account, which are part of its records. */
  'settings:get-account': takes(ofAccount).returns<AccountSettings>(),
  'settings:set-account': takes(
    ofAccount.extend({ changes: changesOf(accountSettingRows) }),
  ).returns<AccountSettings>(),
};

/** The schema of some changed settings. */
function changesOf<Rows extends { readonly [name: string]: Setting }>(rows: Rows) {
  const schemas = Object.entries(rows).map(([name, { accepts }]) => [name, z.custom(accepts)]);
  // A type cannot follow each name through the entries.
  return z
    .strictObject(Object.fromEntries(schemas) as { readonly [K in keyof Rows]: z.ZodType<ValueOf<Rows[K]>> })
    .partial();
}

export type RequestName = keyof typeof requests;

/** Arguments and reply of every request. */
export type Requests = {
  readonly [K in RequestName]: NonNullable<(typeof requests)[K]['types']>;
};

/** The reply to a request with these arguments. */
export type Reply<K extends RequestName, Args> = Args extends {
  readonly list: infer L extends keyof Requests[K]['byList'] & ListName;
}
  ? Requests[K]['byList'][L]
  : Requests[K]['reply'];

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
  'filter-reference',
  'undo',
  'redo',
  'select-all',
  'add-account',
  'settings',
] as const;
export type MenuCommand = (typeof menuCommands)[number] | `view:${View}`;

/** Events that the main process sends to the window. */
export interface Events {
  'accounts:changed': null;
  'store:changed': { readonly accountId: string };
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
  /** At most twice a second. */
  'gateway:changed': {
    readonly accountId: string;
    readonly isOn: boolean;
    readonly openCount: number;
  };
  /** It has ended unexpectedly, and its connections with it. `problem` null: it was started again. */
  'gateway:ended': { readonly accountId: string; readonly problem: string | null };
  'tests:progress': TestRunSummary & { readonly accountId: string };
  /** When a repeated test could not start, or no longer fails to. */
  'tests:schedules': {
    readonly accountId: string;
    readonly schedules: readonly TestScheduleState[];
  };
  /** The user clicked on a notification. */
  'notification:open': { readonly accountId: string; readonly target: NotificationTarget };
  'menu:command': MenuCommand;
}

/** JSON text of a value; see docs/decisions/0016-workers.md. */
export type JsonText<Value> = string & { readonly textOf?: Value };

/** The functions that the preload puts on the page as `window.bridge`. */
export interface Bridge {
  /** `number`: chosen by the page, to cancel the request by. */
  request<K extends RequestName, Args extends Requests[K]['args']>(
    name: K,
    args: Args,
    number?: number,
  ): Promise<JsonText<Result<Reply<K, Args>>>>;
  /** Aborts the request that was sent with this number; if it is still running, it fails as `canceled`. */
  cancel(number: number): void;
  on<K extends keyof Events>(name: K, listener: (payload: Events[K]) => void): () => void;
}
