/** The parsed filter language: `query.ts` produces it from text, the store turns it into SQL. */

/** Maximum length of a filter's text, in UTF-16 units. */
export const longestFilter = 10_000;
/** Most terms of a filter, and most values of all its terms together: a query must end soon. */
export const maxTerms = 100;
export const maxTermValues = 500;
/**
 * How many values a value counts as if every row has to be searched for it: with as many words, or
 * parts of names, as fit, a query over 100,000 proxies takes half a second.
 */
export const wordWeight = 50;
export const namePartWeight = 10;
/** All terms must match. Without terms, everything matches. */
export interface Query {
  readonly terms: readonly QueryTerm[];
}

export interface QueryTerm {
  /** A key of the list (`country`, `port` ...); null: a bare word. */
  readonly key: string | null;
  readonly isNegated: boolean;
  /** At least one of them must match. */
  readonly values: readonly QueryValue[];
  /** The position of the term in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export type QueryValue =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Match the full name, not a part of it. */
      readonly isExact?: true;
    }
  | { readonly kind: 'above' | 'below'; readonly bound: string; readonly isInclusive: boolean }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

export interface QueryProblem {
  /** The problem and its correction, in one sentence. */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type ParsedQuery =
  { readonly ok: true; readonly query: Query } | { readonly ok: false; readonly problem: QueryProblem };

/** One column of a sort order; `field` is an API field name or a name of the row type. */
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

/** One value of a facet with its number of proxies within the current query. */
export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Rows of a list of tests by something they have in common, most rows first. */
export interface RowGroups {
  readonly groups: readonly (FacetValue & { readonly works: number })[];
  /** All groups beyond those. */
  readonly others: {
    readonly groupCount: number;
    readonly count: number;
    readonly works: number;
  };
}

/** A selection of proxies in numbers; the values of each facet are the most frequent first. */
export interface SelectionSummary {
  readonly count: number;
  /** How many have test results, and of those how many passed their last test. */
  readonly tested: number;
  readonly passed: number;
  readonly facets: { readonly [K in SummaryKey]: readonly FacetValue[] };
}
export type SummaryKey = 'country' | 'type' | 'service' | 'asn' | 'online';
