import type { ExportProtocol, RowDetails } from '../../shared/exports/export.ts';
import type { IpVersion } from '../../shared/options/option-rows.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { CachedRecord } from '../../shared/records/cached-record.ts';
import type { Query, SortKey } from '../../shared/filter/query-term.ts';
import type { Rows } from '../../shared/rows.ts';
import type { Connection } from './sqlite/connection.ts';
import type { ProxyMasks } from './read/memory/proxy-masks.ts';
import type { Vault } from './schema/vault.ts';

/** Secrets need an unlocked store. */
export interface ReadRecord {
  readonly secrets: boolean;
}

export interface SingleRecords {
  get(id: string, options: ReadRecord): CachedRecord | undefined;
  put(id: string, fields: JsonObject): Written;
}

export interface ListWindow {
  readonly where: Query;
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

/** Null: missing or invalid. */
export interface BareAddress {
  readonly host: string | null;
  readonly port: number | null;
}

export interface ProxyAddress extends BareAddress {
  readonly proxy_id: string;
  // The other fields only if requested.
  readonly details?: RowDetails;
  readonly tags?: readonly string[];
  /** Which of several users may use it: one bit each, in the order of the list. */
  readonly userBits?: number;
  /** Whether a test succeeded in the last run that tested it since the requested time. */
  readonly isAlive?: boolean;
  /** Of the default proxy user, from the proxy's record. */
  readonly defaultCredentials?: ProxyUserCredentials | undefined;
}

export interface PlainAddressRequest {
  readonly rows: Rows;
  /**
   * Only proxies that one of these users may use (specification, "Access rules for has_access", 1 to 3),
   * `maxExportUsers` at most. A deleted or unknown user may use none. Null: no access rule.
   */
  readonly accessibleTo: string | readonly string[] | null;
  readonly protocol: ExportProtocol;
  readonly ip: IpVersion;
  /** Default: as first received. */
  readonly sort?: readonly SortKey[] | undefined;
  readonly shuffleSeed?: string | undefined;
}

export interface AddressRequest extends PlainAddressRequest {
  readonly hasDetails?: boolean | undefined;
  readonly hasTags?: boolean | undefined;
  readonly hasDefaultCredentials?: boolean | undefined;
  /** Only runs that started since count: the local clock, ISO 8601 in UTC. */
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

export interface Written {
  readonly added: number;
  readonly changed: number;
}

export interface StoreContext {
  readonly writer: Connection;
  /** A connection for streams: a slow reader sees one state and blocks no write. */
  readonly reader: () => Connection;
  /** Runs work on the proxies in memory; it must not call `masks` again. */
  readonly masks: <T>(work: (masks: ProxyMasks) => T) => T;
  /** Failure `passwords-locked`. */
  readonly vault: () => Vault;
  /** The time that is stored with rows that are written now, in milliseconds since 1970. */
  readonly nowMs: () => number;
}
