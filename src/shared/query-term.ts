/** The filter language, parsed: what `query.ts` makes of a text and the store turns into SQL. */

/** Longest text of a filter, in UTF-16 units. */
export const longestFilter = 10_000;
/** Most terms of a filter, and most values of all its terms together: a query must end soon. */
export const mostTerms = 100;
export const mostValues = 500;

/** All terms must hold. No term: everything. */
export interface Query {
  readonly terms: readonly QueryTerm[];
}

export interface QueryTerm {
  /** A key of the list that is asked (`country`, `port` ...); null: a bare word. */
  readonly key: string | null;
  readonly isNegated: boolean;
  /** One of them must hold. */
  readonly values: readonly QueryValue[];
  /** Where the term stands in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export type QueryValue =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The whole name and not a part of it; left out where it is not asked for. */
      readonly isExact?: true;
    }
  | { readonly kind: 'above' | 'below'; readonly bound: string; readonly isInclusive: boolean }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

export interface QueryProblem {
  /** What is wrong and what would be right, in one sentence. */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type ParsedQuery =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly problem: QueryProblem };

/** The lists that can be asked. */
export type QueryList = 'proxies' | 'services' | 'users' | 'ledger';

/** One column of an order; `field` is an API field name or a name of the row type. */
export interface SortKey {
  readonly field: string;
  readonly isDescending: boolean;
}

/** A window of a list. `where` is text in the filter language. */
export interface ListRequest {
  readonly accountId: string;
  readonly where: string;
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

/** One value of a filter with how many proxies it has within the present query. */
export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export type FacetKey =
  | 'country'
  | 'city'
  | 'asn'
  | 'type'
  | 'protocol'
  | 'status'
  | 'online'
  | 'service'
  | 'user'
  | 'tag';

/** For each key the values that occur, most frequent first; a key's own terms are left out of its counts. */
export type Facets = { readonly [K in FacetKey]: readonly FacetValue[] };
