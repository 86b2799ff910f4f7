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
  /** One bit per user, in order. */
  readonly userBits?: number;
  /** In the last run since the requested time. */
  readonly isAlive?: boolean;
  /** Of the default proxy user, from the proxy's record. */
  readonly defaultCredentials?: ProxyUserCredentials | undefined;
}

export interface PlainAddressRequest {
  readonly rows: Rows;
  /**
   * Proxies that one of at most `maxExportUsers` users may use (specification, "Access rules for has_access", 1 to 3),
   * none for deleted or unknown ones. Null: no rule.
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
  /** ISO 8601 in UTC, by this machine's clock; earlier runs do not count. */
  readonly aliveSince?: string | undefined;
}

/** As in filters; null: none. */
export interface ShownValue {
  readonly value: string | null;
  readonly name: string | null;
}

/** `password` null: not cached. */
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
  /** For streams: sees one state and blocks no write. */
  readonly reader: () => Connection;
  /** Runs work on proxies in memory; not reentrant. */
  readonly masks: <T>(work: (masks: ProxyMasks) => T) => T;
  /** Failure `passwords-locked`. */
  readonly vault: () => Vault;
  /** Of writes, since 1970. */
  readonly nowMs: () => number;
}
