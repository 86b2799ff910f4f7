import type { FacetValue } from '../../shared/filter/query-term.ts';
import { matchWords } from '../kit/match-words.ts';

/** Before unfolding. */
export const fewValues = 6;
/** More need a search. */
const manyValues = 20;
/** The search finds the others. */
const maxListed = 200;

interface FacetList {
  readonly listed: readonly FacetValue[];
  /** By unfolding or search. */
  readonly moreCount: number;
  readonly hasSearch: boolean;
}

/** The first few, all, or those with the searched words. */
export function listFacetValues(values: readonly FacetValue[], isUnfolded: boolean, searched: string): FacetList {
  const hasSearch = values.length > manyValues;
  const isSearch = hasSearch && searched.trim() !== '';
  const found = isSearch ? values.filter(({ value, label }) => matchWords(`${label} ${value}`, searched)) : values;
  const listed = found.slice(0, isUnfolded || isSearch ? maxListed : fewValues);
  return { listed, moreCount: found.length - listed.length, hasSearch };
}
