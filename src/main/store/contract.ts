/**
 * What the rest of the main process may do with one account's store. The functions
 * behind it are in the folders next to this file.
 */
import type { IpVersion } from '../../shared/export.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { ProxyEndpoint } from '../../shared/proxy.ts';
import type { AccessRestrictions, ProxyAccess, ProxyUserRow } from '../../shared/proxy-user.ts';
import type {
  Facets,
  FacetValue,
  Query,
  QueryList,
  SelectionSummary,
} from '../../shared/filter/query-term.ts';
import type { ProxyReplacement } from '../../shared/replacement.ts';
import type { ServiceRow } from '../../shared/service.ts';
import type { KeptRecord, RecordKind } from '../../shared/kept-record.ts';
import type { AnnotatedList } from '../../shared/tag.ts';
import type { LedgerRow } from '../../shared/usage.ts';
import type { AdjustmentRow } from '../../shared/adjustment.ts';
import type {
  AddressRequest,
  BareAddress,
  PlainAddressRequest,
  ProxyAddress,
  ProxyUserCredentials,
} from './contract/addresses.ts';
import type { BrowsableList, ResolvedSelection } from './contract/lists.ts';
import type { Syncs, Written } from './contract/syncs.ts';
import type { UserRecords } from './contract/user-records.ts';

export type { RowsWritten } from './write/list-pass.ts';
export type * from './contract/addresses.ts';
export type * from './contract/lists.ts';
export type * from './contract/syncs.ts';

/** One account: its cache and the records of its user. */
export interface Store extends UserRecords {
  readonly syncs: Syncs;
  readonly proxies: BrowsableList<ProxyEndpoint> & {
    /** Failure `canceled` if `isWanted`, which is called between two facets, returns false. */
    facets(where: Query, isWanted?: () => boolean): Facets;
    summary(selection: ResolvedSelection): SelectionSummary;
    usersWithAccess(proxyId: string): ProxyAccess[];
    /** The replacements in cached adjustments that name this proxy's addresses. */
    replacements(proxyId: string): ProxyReplacement[];
    /** Streams host and port of the selected proxies. */
    addresses(request: AddressRequest): IterableIterator<ProxyAddress>;
    /** The same in a third of the time, for exports of plain lines. */
    bareAddresses(request: PlainAddressRequest): IterableIterator<BareAddress>;
    /**
     * The addresses that more than one cached proxy has, selected or not, in the form of
     * `ProxyAddress.host`.
     */
    repeatedHosts(ip: IpVersion): ReadonlySet<string>;
    /** How many proxies a selection has, before any access rule. */
    countSelected(selection: ResolvedSelection): number;
    /**
     * How many proxies of a selection none of the users may use. Together with `addresses` for the
     * same users, a filter is evaluated once for each proxy.
     */
    countInaccessible(selection: ResolvedSelection, users: AddressRequest['accessibleTo']): number;
    /** For every user that is not deleted, how many of the selected proxies it may use. */
    accessibleCounts(selection: ResolvedSelection): {
      readonly proxy_user_id: string;
      readonly proxy_user_is_default: boolean;
      readonly count: number;
    }[];
    /** Credentials of the default proxy user in the proxy's own record. */
    defaultCredentials(proxyId: string): ProxyUserCredentials | undefined;
  };
  readonly services: BrowsableList<ServiceRow>;
  readonly proxyUsers: BrowsableList<ProxyUserRow> & {
    /** Failure `passwords-locked` without the password key; undefined: no such user. */
    credentials(proxyUserId: string): ProxyUserCredentials | undefined;
    /** In the order received, the first `most` of each kind; empty for an unknown user. */
    restrictions(proxyUserId: string, most: number): AccessRestrictions;
  };
  /** Those of the IDs of a list's rows that a filter finds. */
  stillFound(list: AnnotatedList, where: Query, ids: readonly string[]): string[];
  /**
   * The values of a key with the rows that have each, most frequent first; see
   * `listValues` for what `within` does.
   */
  valuesOf(list: QueryList, key: string, within: Query): readonly FacetValue[];
  /** The residential ledger. */
  readonly ledger: BrowsableList<LedgerRow>;
  readonly adjustments: {
    /** Writes one, and the time at which it was received. */
    put(id: string, fields: JsonObject): Written;
    get(id: string, options: { readonly secrets: boolean }): KeptRecord | undefined;
    /** Newest first. */
    ofService(serviceId: string): AdjustmentRow[];
    /** IDs that ledger entries name and that are not cached yet, or were pending when read. */
    missing(): string[];
  };
  /** Single records that are shown as received. */
  readonly keptRecords: {
    /** Replaces the record with this ID and its time; returns whether anything changed. */
    put(kind: RecordKind, id: string, fields: JsonObject): Written;
    get(
      kind: RecordKind,
      id: string,
      options: { readonly secrets: boolean },
    ): KeptRecord | undefined;
    /** Last received first, without secrets. */
    list(kind: RecordKind): KeptRecord[];
    count(kinds: readonly RecordKind[]): number;
  };
  /** Size of the database file with its log, in bytes. */
  sizeBytes(): number;
  /** Whether passwords can be read and written. */
  readonly isUnlocked: boolean;
  /**
   * Derives the password key from the account's private key. If the cached passwords were
   * encrypted with another key, they are discarded (the next sync fetches them again) and
   * the result is 'renewed'.
   */
  unlock(privateKey: string): 'unlocked' | 'renewed';
  /**
   * Runs a short write that can be repeated. While another connection holds the lock, it is tried
   * again and again, and this thread is free meanwhile. Failure `busy` after half a minute, `canceled` once closed.
   */
  whenFree<T>(write: () => T): Promise<T>;
  close(): void;
}
