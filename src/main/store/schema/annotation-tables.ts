import type { AnnotatedList } from '../../../shared/tag.ts';

/** The tables that hold the tags and notes of a list. */
export const annotationTables = {
  proxies: { tags: 'proxy_tag', notes: 'proxy_note', id: 'proxy_id', one: 'proxy' },
  services: { tags: 'service_tag', notes: 'service_note', id: 'service_id', one: 'service' },
} as const satisfies { readonly [L in AnnotatedList]: object };

/** For example: 1 proxy, 3 services. */
export function describeRows(list: AnnotatedList, count: number): string {
  const { one } = annotationTables[list];
  const many = { proxy: 'proxies', service: 'services' }[one];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
