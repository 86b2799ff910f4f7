/** The data that goes into the store and comes out of it. */
import type { ExportProtocol, RowDetails } from '../../shared/exports/export.ts';
import type { IpVersion } from '../../shared/options/option-rows.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { CachedRecord } from '../../shared/records/cached-record.ts';
import type { Query, SortKey } from '../../shared/filter/query-term.ts';
import type { Rows } from '../../shared/rows.ts';
import type { Connection } from './sqlite/connection.ts';
import type { ProxyMasks } from './read/memory/proxy-masks.ts';
import type { Vault } from './schema/vault.ts';

/** Whether secrets are read, too; then the store must be unlocked. */
export interface ReadRecord {
  readonly secrets: boolean;
}

/** Single records of one kind, whichever table has them. */
export interface SingleRecords {
  get(id: string, options: ReadRecord): CachedRecord | undefined;
  /** Writes a record that was just received. */
  put(id: string, fields: JsonObject): Written;
}

export interface ListWindow {
  readonly where: Query;
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

/** Where a proxy is reached; null: it has none, or an invalid one. */
export interface BareAddress {
  readonly host: string | null;
  readonly port: number | null;
}

export interface ProxyAddress extends BareAddress {
  readonly proxy_id: string;
  // The other fields are set only if they were requested.
  readonly details?: RowDetails;
  /** Names of the user's tags, in their order. */
  readonly tags?: readonly string[];
  /** Which of several users may use it: one bit per user, in the order of the list. */
  readonly userBits?: number;
  /** Whether a test succeeded in the last run that tested it, of the runs since the requested time. */
  readonly isAlive?: boolean;
  /** Credentials of the default proxy user in the proxy's own record. */
  readonly defaultCredentials?: ProxyUserCredentials | undefined;
}

/** Which proxies, which of their addresses and ports, and in which order. */
export interface PlainAddressRequest {
  readonly rows: Rows;
  /**
   * Only proxies that this user may use (specification, "Access rules for has_access",
   * 1 to 3), or one of several, `maxExportUsers` at most. A deleted or unknown user may
   * use none. Null: no access rule.
   */
  readonly accessibleTo: string | readonly string[] | null;
  readonly protocol: ExportProtocol;
  readonly ip: IpVersion;
  /** Without it the order in which the proxies were first received. */
  readonly sort?: readonly SortKey[] | undefined;
  /** In place of `sort`. */
  readonly shuffleSeed?: string | undefined;
}

/** What is read in addition to the addresses. */
export interface AddressRequest extends PlainAddressRequest {
  readonly hasDetails?: boolean | undefined;
  readonly hasTags?: boolean | undefined;
  /** The store must be unlocked. */
  readonly hasDefaultCredentials?: boolean | undefined;
  /** The local clock, ISO 8601 in UTC: only test runs that started then or later count. */
  readonly aliveSince?: string | undefined;
}

/** A value of a key of the filter language, as filters have it, and its name; null: there is none. */
export interface ShownValue {
  readonly value: string | null;
  readonly name: string | null;
}

/** The credentials that go with a proxy user; `password` null: it is not cached. */
export interface ProxyUserCredentials {
  readonly username: string;
  readonly password: string | null;
}

/** How many rows a write added and changed. */
export interface Written {
  readonly added: number;
  readonly changed: number;
}

/** What the parts of one open store share. */
export interface StoreContext {
  /** For everything that writes, and for short reads. */
  readonly writer: Connection;
  /**
   * For streams: a separate connection, so that a slow reader sees one state
   * of the database and never blocks a write.
   */
  readonly reader: () => Connection;
  /** Answers from what is in memory of the proxies; `work` must not call it again. */
  readonly masks: <T>(work: (masks: ProxyMasks) => T) => T;
  /** Failure `passwords-locked` without the current password key. */
  readonly vault: () => Vault;
}
