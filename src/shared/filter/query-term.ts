/** The parsed filter language: `query.ts` produces it from text, the store turns it into SQL. */

/** UTF-16 units. */
export const longestFilter = 10_000;
/** A query must end soon. */
export const maxTerms = 100;
export const maxTermValues = 500;
/** Weights of values that search every row: as many words as fit take half a second of 100,000 proxies. */
export const wordWeight = 50;
export const namePartWeight = 10;
/** All must match. */
export interface Query {
  readonly terms: readonly QueryTerm[];
}

export interface QueryTerm {
  /** Null: a bare word. */
  readonly key: string | null;
  readonly isNegated: boolean;
  /** One must match. */
  readonly values: readonly QueryValue[];
  /** UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export type QueryValue =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The full name, not a part. */
      readonly isExact?: true;
    }
  | { readonly kind: 'above' | 'below'; readonly bound: string; readonly isInclusive: boolean }
  | { readonly kind: 'range'; readonly from: string; readonly to: string };

export interface QueryProblem {
  /** With its correction, in one sentence. */
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

export type ParsedQuery =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly problem: QueryProblem };

/** `field`: of the API or the row type. */
export interface SortKey {
  readonly field: string;
  readonly isDescending: boolean;
}

/** `where`: filter language. */
export interface ListRequest {
  readonly accountId: string;
  readonly where: string;
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

export interface FacetValue {
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

/** Most rows first. */
export interface RowGroups {
  readonly groups: readonly (FacetValue & { readonly works: number })[];
  /** Beyond those. */
  readonly others: {
    readonly groupCount: number;
    readonly count: number;
    readonly works: number;
  };
}

/** Most frequent values first. */
export interface SelectionSummary {
  readonly count: number;
  /** By their last test. */
  readonly tested: number;
  readonly passed: number;
  readonly facets: { readonly [K in SummaryKey]: readonly FacetValue[] };
}
export type SummaryKey = 'country' | 'type' | 'service' | 'asn' | 'online';
