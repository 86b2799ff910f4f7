/** Requests between window and main process: one line each; the compiler asks for handlers. Replies are JSON. */
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
import { ruleFields, ruleSchema } from './gateway/gateway-schema.ts';
import type { TargetExplained } from './gateway/target-explained.ts';
import type { GatewayReport, GatewayRule } from './gateway/gateway.ts';
import type { JsonObject } from './json.ts';
import { localTestSettings, runSchemas, testScheduleSchema, testUrls } from './test-runs/test-schema.ts';
import { listNames, type DetailOf, type ListName, type RowOf } from './lists.ts';
import { recordKinds } from './operations.ts';
import type { Rows } from './rows.ts';
import { figurePeriods, type FigurePoint } from './records/gateway-figure.ts';
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
import type { ReportSubject } from './test-runs/seller-report.ts';
import { type TestEstimate, type TestRunFigures, type TestRunSummary } from './test-runs/test-run.ts';
import type { View } from './views.ts';

const id = z.string().min(1).max(200);
const recordId = z.string().min(1).max(1000);
const where = z.string().max(longestFilter);
const count = z.int().min(0);
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
/** For this run, if the keychain cannot store them. */
const keysInMemory = z.boolean().optional();
const ofAccount = z.strictObject({ accountId: id });
const byId = ofAccount.extend({ id: recordId });
const numbered = ofAccount.extend({ id: count });
const found = ofAccount.extend({ where });
/** The ID is left out for a kind of which an account has only one record. */
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
  // The client checks its limits.
  service_metadata: jsonObject.optional(),
});
const exported = exportChoicesSchema.extend({ accountId: id });
const ofRows = ofAccount.extend({ rows: rowsSchema });
const onDay = ofAccount.extend({ today: z.iso.date() });
const ofTestRun = ofAccount.extend({ testRunId: z.int() });
const reportSubject = z.union([
  z.strictObject({ testRunId: z.int() }),
  z.strictObject({ host: z.string().min(1).max(300), period: z.enum(figurePeriods) }),
]) satisfies z.ZodType<ReportSubject>;

/** Schema of arguments, and type of the reply. */
type Request<Args extends z.ZodType, Reply, Replies = object> = Args & {
  readonly types?: {
    readonly args: z.infer<Args>;
    readonly reply: Reply;
    readonly byList: Replies;
  };
};
const takes = <Args extends z.ZodType>(args: Args) => ({
  // `types` is for the compiler alone.
  returns: <Reply>(): Request<Args, Reply> => args,
  /** The reply depends on the named list. */
  returnsByList: <Replies>(): Request<Args, Replies[keyof Replies], Replies> => args,
});

/** Arguments are checked before a handler sees them. */
export const requests = {
  'accounts:list': takes(none).returns<readonly ListedAccount[]>(),
  'accounts:overview': takes(none).returns<readonly AccountOverview[]>(),
  'accounts:add': takes(keys.extend({ name: z.string().max(200), keysInMemory })).returns<AccountSummary>(),
  'accounts:add-demo': takes(z.strictObject({ proxyCount: count.max(1_000_000).optional() })).returns<AccountSummary>(),
  'accounts:select': takes(ofAccount).returns<null>(),
  'accounts:set-keys': takes(keys.extend({ accountId: id, keysInMemory })).returns<null>(),
  'accounts:check': takes(ofAccount).returns<CustomerProfile>(),
  /** Keys that are not stored yet. */
  'accounts:try': takes(keys).returns<CustomerProfile>(),
  'accounts:put-last-view': takes(ofAccount.extend({ lastView: jsonObject })).returns<null>(),
  'accounts:remove': takes(ofAccount).returns<null>(),
  /** Damaged files moved aside since the start. */
  'accounts:set-aside': takes(ofAccount).returns<readonly string[]>(),
  /** Restarts to check the account's files. */
  'accounts:restart': takes(ofAccount).returns<null>(),

  /** `isFull`: writes all rows. `only`: these resources, canceled as a request; others by `sync:cancel`. */
  'sync:run': takes(
    ofAccount.extend({
      acceptEmpty: z.boolean().optional(),
      isFull: z.boolean().optional(),
      only: z.array(z.enum(syncResources)).min(1).max(syncResources.length).readonly().optional(),
    }),
  ).returns<SyncOutcome>(),
  'sync:cancel': takes(ofAccount).returns<null>(),
  'sync:state': takes(ofAccount).returns<SyncState>(),
  'sync:plan': takes(ofAccount).returns<SyncPlan>(),

  'list:rows': takes(found.extend({ list, sort: sortSchema, offset: count, limit })).returnsByList<{
    [L in ListName]: readonly RowOf<L>[];
  }>(),
  'list:count': takes(found.extend({ list })).returns<number>(),
  'list:get': takes(byId.extend({ list })).returnsByList<{ [L in ListName]: DetailOf<L> }>(),
  /** The index of the row with an ID, or of the first one with a field that begins with a prefix; null: none. */
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
  /** A row of figures by hour or day, the oldest first. */
  'hosts:over-time': takes(found.extend({ id: byId.shape.id })).returns<readonly FigurePoint[]>(),
  'proxies:count': takes(ofRows).returns<number>(),
  /** Counts rows by the values of a key, and those of them that work. */
  'list:groups': takes(
    found.extend({
      list: z.enum(['tested', 'results', 'requests']),
      key: z.string().max(40),
      /** Others are summed up. */
      limit: z.int().min(1).max(2000),
    }),
  ).returns<RowGroups>(),
  /** Null: the dialog was closed. */
  'list:save': takes(
    found.extend({
      list,
      sort: sortSchema,
      format: z.enum(['csv', 'json']),
      fileName: z.string().max(200),
    }),
  ).returns<{ readonly fileName: string; readonly rowCount: number } | null>(),
  'list:still-found': takes(found.extend({ list, ids: idsSchema })).returns<readonly string[]>(),
  /** Fetches a record; no secrets. A proxy not found stays: only those in use can be fetched. */
  'list:refresh': takes(byId.extend({ list: z.enum(mainLists) })).returns<JsonObject>(),
  'proxies:facets': takes(found).returns<Facets>(),
  'proxies:summary': takes(ofRows).returns<SelectionSummary>(),
  /** At the caret. */
  'filter:complete': takes(
    ofAccount.extend({
      list,
      text: where,
      caret: count.max(longestFilter),
    }),
  ).returns<Completion>(),
  'passwords:reveal': takes(byId).returns<string>(),
  /** As a secret, cleared as the settings say; `withUser`: `user:password`. */
  'passwords:copy': takes(byId.extend({ withUser: z.boolean() })).returns<null>(),
  'clipboard:copy-secret': takes(z.strictObject({ text: z.string().min(1).max(1_000_000) })).returns<null>(),

  /** Sent once. Failures `outcome-unknown` with the service's state; `busy`. */
  'services:edit': takes(byId.extend({ changes: serviceChanges })).returns<ServiceEdited>(),
  /** Of an edit being sent; null: none. */
  'services:edit-outcome': takes(byId).returns<ServiceEdited | null>(),

  /** From the cache or, also with `refresh`, the service; no secrets. */
  'record:get': takes(ofRecord.extend({ refresh: z.boolean().optional() })).returns<CachedRecord>(),
  /** From the cache; null: none. `isBefore`: the previous response, if kept. */
  'record:cached': takes(ofRecord.extend({ isBefore: z.boolean().optional() })).returns<CachedRecord | null>(),
  /** Fetched one by one, newest first. */
  'record:list': takes(ofRecord.pick({ accountId: true, kind: true })).returns<readonly CachedRecord[]>(),
  'adjustments:of-service': takes(ofAccount.extend({ serviceId: recordId })).returns<readonly AdjustmentRow[]>(),
  'availability:names': takes(ofAccount).returns<PlaceNames>(),
  /** With the cached result. */
  'access:check': takes(ofRows).returns<AccessCheck>(),

  'exports:formats': takes(none).returns<readonly ExportFormatInfo[]>(),
  'exports:preview': takes(exported.extend({ revealSecrets: z.boolean() })).returns<ExportPreview>(),
  'exports:copy': takes(exported).returns<ExportOutcome>(),
  /** Null: the dialog was closed. */
  'exports:save': takes(exported).returns<ExportOutcome | null>(),
  /** The last saved file. Failure `not-found`. */
  'exports:saved-file': takes(
    z.strictObject({ savedId: count, action: z.enum(['show', 'copy-path']) }),
  ).returns<null>(),
  'presets:list': takes(ofAccount).returns<readonly ExportPreset[]>(),
  /** By ID, else by name, else new. */
  'presets:put': takes(
    ofAccount.extend({
      name,
      choices: exportChoicesSchema.refine((sent): boolean => isStorable(sent), presetTooLarge),
      id: count.optional(),
      position: count.optional(),
    }),
  ).returns<ExportPreset>(),
  'presets:refresh': takes(numbered.extend({ isRefreshed: z.boolean() })).returns<ExportPreset>(),
  /** Failure `invalid-input` for several files. */
  'presets:serve': takes(numbered.extend({ isServed: z.boolean() })).returns<null>(),
  'presets:renew-token': takes(numbered).returns<null>(),
  /** As a secret. */
  'presets:copy-address': takes(numbered).returns<null>(),
  /** Asks for a file if there is none or with `asksFile`. Null: the dialog was closed. */
  'presets:save': takes(numbered.extend({ asksFile: z.boolean() })).returns<ExportOutcome | null>(),

  /** `today`: the user's day, `YYYY-MM-DD`. */
  'overview:get': takes(onDay).returns<Overview>(),

  /** Newest first. */
  'changes:syncs': takes(ofAccount).returns<readonly RecordedSync[]>(),

  'tests:start': takes(
    ofAccount.extend({
      proxies: rowsSchema,
      urls: testUrls,
      proxyUserId: recordId.optional(),
      name: runSchemas.name.optional(),
      /** Of this machine; otherwise the service tests. */
      settings: localTestSettings.optional(),
    }),
  ).returns<TestRunSummary>(),
  /** `canResume`: it can continue. Null: it was removed. */
  'tests:stop': takes(ofTestRun.extend({ canResume: z.boolean() })).returns<TestRunSummary | null>(),
  'tests:resume': takes(ofTestRun).returns<TestRunSummary>(),
  /** '': its number again. */
  'tests:rename': takes(ofTestRun.extend(runSchemas)).returns<null>(),
  /** Failures `not-found`, `busy`. */
  'tests:delete': takes(ofTestRun).returns<null>(),
  'tests:list': takes(ofAccount).returns<readonly TestRunSummary[]>(),
  'tests:schedules': takes(ofAccount).returns<readonly TestScheduleState[]>(),
  /** Null: unknown. */
  'tests:proxies': takes(ofTestRun).returns<Rows | null>(),
  'tests:figures': takes(ofTestRun).returns<TestRunFigures>(),
  /** A report for the seller of proxies, as one page of text. Failure `not-found`. */
  'reports:get': takes(ofAccount.extend({ of: reportSubject })).returns<{
    readonly title: string;
    readonly text: string;
  }>(),
  /** Saves a report, or all of its proxies, to a file that the user chooses; null: the dialog was closed. */
  'reports:save': takes(ofAccount.extend({ of: reportSubject, format: z.enum(['txt', 'csv']) })).returns<{
    readonly fileName: string;
  } | null>(),
  /** What a run would test and skip, and the bytes that it would probably take. */
  'tests:estimate': takes(
    ofAccount.extend({
      proxies: rowsSchema,
      urls: testUrls,
      proxyUserId: recordId.optional(),
      settings: localTestSettings,
    }),
  ).returns<TestEstimate>(),

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
      // Only schedules are run by the main process.
      .refine(
        ({ kind, content }) => kind !== 'test-schedule' || testScheduleSchema.safeParse(content).success,
        'This schedule is not valid.',
      ),
  ).returns<SavedItem>(),
  'saved:remove': takes(numbered.extend({ kind: z.enum(savedKinds) })).returns<null>(),

  /** By name. */
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
  /** `isContinued`: undone with the note typed just before. */
  'notes:put': takes(
    ofRows.extend({
      note: z.string().max(maxNote).nullable(),
      isContinued: z.boolean().optional(),
    }),
  ).returns<Edit>(),
  'annotations:of': takes(ofRows).returns<Annotations>(),
  /** Undoes or redoes the last change; `id`: only that one. Failure `nothing-to-do`. */
  'edits:step': takes(
    ofAccount.extend({ direction: z.enum(['undo', 'redo']), id: z.int().optional() }),
  ).returns<Edit>(),

  /** As CSV; null: the dialog was closed. */
  'tables:save': takes(z.strictObject({ name, text: z.string().max(longestRequest) })).returns<{
    readonly fileName: string;
  } | null>(),
  /** Bytes. */
  'records:size': takes(ofAccount).returns<number>(),
  /** Null: the dialog was closed. */
  'records:back-up': takes(ofAccount).returns<{ readonly fileName: string } | null>(),
  /** Failure `invalid-input`. `turnedOff`: new openings and acts of the backup, in words. */
  'records:restore': takes(ofAccount).returns<{
    readonly fileName: string;
    readonly turnedOff: readonly string[];
  } | null>(),
  /** JSON without addresses. */
  'diagnostics:report': takes(none).returns<string>(),
  'diagnostics:data-folder': takes(none).returns<{
    readonly path: string;
    readonly bytes: number;
  }>(),
  'diagnostics:show-data-folder': takes(none).returns<null>(),
  'gateway:report': takes(ofAccount).returns<GatewayReport>(),
  /** Off: also in another process. */
  'gateway:switch': takes(ofAccount.extend({ isOn: z.boolean() })).returns<null>(),
  /** With an ID what changes of a rule, so that newer changes of others stay; else a new one. Takes effect at once. */
  'gateway:put-rule': takes(
    z.union([
      ofAccount.extend({ id: z.undefined().optional(), rule: ruleSchema }),
      ofAccount.extend({ id: count, rule: ruleFields.partial() }),
    ]),
  ).returns<GatewayRule>(),
  'gateway:remove-rule': takes(numbered).returns<null>(),
  /** `lostCount`: could not be written. */
  'requests:state': takes(ofAccount).returns<{ readonly bytes: number; readonly lostCount: number }>(),
  /** Removes all logged requests, and their totals. */
  'requests:clear': takes(ofAccount).returns<null>(),
  'gateway:free-port': takes(ofAccount).returns<number>(),
  /** The line for a target, and proxies that could carry it. */
  'gateway:explain': takes(
    ofAccount.extend({ ruleId: count, target: z.string().max(2000) }),
  ).returns<TargetExplained>(),
  /** One, those that a rule's lines would send elsewhere, or all. */
  'gateway:end': takes(ofAccount.extend({ id: count.optional(), elsewhereOf: count.optional() })).returns<null>(),
  /** Without an ID all proxies of the rule. */
  'gateway:use-again': takes(ofAccount.extend({ ruleId: count, proxyId: recordId.optional() })).returns<null>(),
  'gateway:token': takes(ofAccount.extend({ ruleId: count })).returns<string>(),
  'gateway:renew-token': takes(ofAccount.extend({ ruleId: count })).returns<null>(),
  /** As a secret. */
  'gateway:copy': takes(ofAccount.extend({ ruleId: count, client: z.enum(gatewayClientNames) })).returns<null>(),

  'settings:get': takes(none).returns<Settings>(),
  'settings:set': takes(changesOf(settingRows)).returns<Settings>(),
  'settings:get-account': takes(ofAccount).returns<AccountSettings>(),
  'settings:set-account': takes(
    ofAccount.extend({ changes: changesOf(accountSettingRows) }),
  ).returns<AccountSettings>(),
};

function changesOf<Rows extends { readonly [name: string]: Setting }>(rows: Rows) {
  const schemas = Object.entries(rows).map(([name, { accepts }]) => [name, z.custom(accepts)]);
  // A type cannot follow each name through the entries.
  return z
    .strictObject(Object.fromEntries(schemas) as { readonly [K in keyof Rows]: z.ZodType<ValueOf<Rows[K]>> })
    .partial();
}

export type RequestName = keyof typeof requests;

export type Requests = {
  readonly [K in RequestName]: NonNullable<(typeof requests)[K]['types']>;
};

export type Reply<K extends RequestName, Args> = Args extends {
  readonly list: infer L extends keyof Requests[K]['byList'] & ListName;
}
  ? Requests[K]['byList'][L]
  : Requests[K]['reply'];

/** Besides one per view. */
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

export interface Events {
  'accounts:changed': null;
  'store:changed': { readonly accountId: string };
  'sync:progress': SyncProgress;
  'sync:state': SyncState;
  'sync:plan': SyncPlan;
  /** Rows written so far. */
  'exports:progress': { readonly accountId: string } & Progress;
  /** After a sync. */
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
  /** Unexpectedly. `problem` null: restarted. */
  'gateway:ended': { readonly accountId: string; readonly problem: string | null };
  'tests:progress': TestRunSummary & { readonly accountId: string };
  /** When a start fails, or no longer does. */
  'tests:schedules': {
    readonly accountId: string;
    readonly schedules: readonly TestScheduleState[];
  };
  'notification:open': { readonly accountId: string; readonly target: NotificationTarget };
  'menu:command': MenuCommand;
}

/** See docs/decisions/0016-workers.md. */
export type JsonText<Value> = string & { readonly textOf?: Value };

/** `window.bridge`, made by the preload. */
export interface Bridge {
  /** `number`: to cancel by. */
  request<K extends RequestName, Args extends Requests[K]['args']>(
    name: K,
    args: Args,
    number?: number,
  ): Promise<JsonText<Result<Reply<K, Args>>>>;
  /** Ends a running request as `canceled`. */
  cancel(number: number): void;
  on<K extends keyof Events>(name: K, listener: (payload: Events[K]) => void): () => void;
}
