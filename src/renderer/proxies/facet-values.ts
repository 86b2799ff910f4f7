import type { FacetValue } from '../../shared/filter/query-term.ts';
import { matchWords } from '../kit/match-words.ts';

/** How many values of a facet are shown before it is unfolded. */
export const fewValues = 6;
/** With more than these a search is quicker than the eye. */
const manyValues = 20;
/** The list of a facet is no longer than these: the search finds the others. */
const maxListed = 200;

interface FacetList {
  readonly listed: readonly FacetValue[];
  /** How many more values there are: those that unfolding shows, or that only a search finds. */
  readonly moreCount: number;
  readonly hasSearch: boolean;
}

/** The values of a facet that are listed: the first few, all once it is unfolded, or those that contain the searched words. */
export function listFacetValues(values: readonly FacetValue[], isUnfolded: boolean, searched: string): FacetList {
  const hasSearch = values.length > manyValues;
  const isSearch = hasSearch && searched.trim() !== '';
  const found = isSearch ? values.filter(({ value, label }) => matchWords(`${label} ${value}`, searched)) : values;
  const listed = found.slice(0, isUnfolded || isSearch ? maxListed : fewValues);
  return { listed, moreCount: found.length - listed.length, hasSearch };
}
