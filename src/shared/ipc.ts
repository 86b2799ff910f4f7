/**
 * The whole contract between the window and the main process. A new request is
 * one line in `Requests`, its schema in `ipc-schemas.ts`, and one handler; the
 * compiler asks for the others as soon as the first is there.
 */
import type { AccountSummary, CustomerProfile, NewAccount } from './account.ts';
import type { ExportFormatInfo, ExportOutcome, ExportPreview, ExportRequest } from './export.ts';
import type { Result } from './failure.ts';
import type { JsonObject } from './json.ts';
import type { ProxyEndpoint } from './proxy.ts';
import type { ProxyUserRow } from './proxy-user.ts';
import type { Facets, ListRequest } from './query-term.ts';
import type { ServiceRow } from './service.ts';
import type { Settings } from './settings.ts';
import type { SyncOutcome, SyncProgress, SyncResource, SyncState } from './sync.ts';
import type { TestResultRow, TestRunSummary, TestStart } from './test-run.ts';

interface ById {
  readonly accountId: string;
  readonly id: string;
}
interface OfAccount {
  readonly accountId: string;
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
  /** The latest results, newest first, at most 100. */
  readonly results: readonly TestResultRow[];
}

export interface RecordDetail<Row> {
  readonly row: Row;
  readonly record: JsonObject;
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
  'accounts:set-keys': {
    args: {
      readonly accountId: string;
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

  'sync:run': {
    args: OfAccount & { readonly acceptEmpty?: boolean | undefined };
    reply: SyncOutcome;
  };
  'sync:cancel': { args: OfAccount; reply: null };
  'sync:state': { args: OfAccount; reply: SyncState };

  'proxies:list': { args: ListRequest; reply: readonly ProxyEndpoint[] };
  'proxies:count': { args: { readonly accountId: string; readonly where: string }; reply: number };
  'proxies:facets': { args: { readonly accountId: string; readonly where: string }; reply: Facets };
  'proxies:get': { args: ById; reply: ProxyDetail };
  'services:list': { args: ListRequest; reply: readonly ServiceRow[] };
  'services:count': { args: { readonly accountId: string; readonly where: string }; reply: number };
  'services:get': { args: ById; reply: RecordDetail<ServiceRow> };
  'users:list': { args: ListRequest; reply: readonly ProxyUserRow[] };
  'users:count': { args: { readonly accountId: string; readonly where: string }; reply: number };
  'users:get': { args: ById; reply: RecordDetail<ProxyUserRow> };
  /** The password itself, when the person asks to see it. */
  'users:reveal-password': { args: ById; reply: string };

  'exports:formats': { args: undefined; reply: readonly ExportFormatInfo[] };
  'exports:preview': {
    args: ExportRequest & { readonly revealSecrets: boolean };
    reply: ExportPreview;
  };
  'exports:copy': { args: ExportRequest; reply: ExportOutcome };
  /** Asks where in main's own save dialog; null: the person closed it. */
  'exports:save': { args: ExportRequest; reply: ExportOutcome | null };

  'tests:start': { args: TestStart; reply: TestRunSummary };
  'tests:cancel': { args: OfTestRun; reply: null };
  'tests:list': { args: OfAccount; reply: readonly TestRunSummary[] };
  'tests:results': {
    args: OfTestRun & {
      readonly only: 'all' | 'failed' | 'succeeded';
      readonly offset: number;
      readonly limit: number;
    };
    reply: readonly TestResultRow[];
  };

  'settings:get': { args: undefined; reply: Settings };
  'settings:set': {
    args: { readonly [K in keyof Settings]?: Settings[K] | undefined };
    reply: Settings;
  };
}

export type RequestName = keyof Requests;

/** Commands that the native menu sends to the window. */
export const menuCommands = [
  'sync',
  'export',
  'test',
  'focus-filter',
  'palette',
  'shortcuts',
  'add-account',
  'view:proxies',
  'view:services',
  'view:users',
  'view:tests',
] as const;
export type MenuCommand = (typeof menuCommands)[number];

/** What the main process says unasked. */
export interface Events {
  'accounts:changed': null;
  'store:changed': {
    readonly accountId: string;
    readonly resources: readonly (SyncResource | 'tests')[];
  };
  'sync:progress': SyncProgress;
  'sync:state': SyncState;
  'tests:progress': TestRunSummary & { readonly accountId: string };
  'menu:command': MenuCommand;
}

/** What the preload puts on the page as `window.bridge`: these two, nothing else. */
export interface Bridge {
  request<K extends RequestName>(
    name: K,
    args: Requests[K]['args'],
  ): Promise<Result<Requests[K]['reply']>>;
  on<K extends keyof Events>(name: K, listener: (payload: Events[K]) => void): () => void;
}
