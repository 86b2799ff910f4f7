import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { GroupKey } from '../account/test-runs.svelte.ts';

export const groupTitles: { readonly [K in GroupKey]: string } = {
  network: 'By network',
  subnet: 'By subnet',
  service: 'By service',
  city: 'By city',
  country: 'By country',
};

export const termOfGroup = (key: GroupKey, value: string): { readonly [key: string]: string } => ({
  [key]: formatTerm(key, [value], key === 'city' || key === 'network' || key === 'service').slice(key.length + 1),
});
