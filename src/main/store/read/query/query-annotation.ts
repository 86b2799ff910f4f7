import type { AnnotatedList } from '../../../../shared/tag.ts';
import type { Condition } from './condition.ts';
import { fold } from '../../sqlite/sql-functions.ts';

export const annotationTables = {
  proxies: { tags: 'proxy_tag', notes: 'proxy_note', id: 'proxy_id', one: 'proxy' },
  services: { tags: 'service_tag', notes: 'service_note', id: 'service_id', one: 'service' },
} as const satisfies { readonly [L in AnnotatedList]: object };

/** Counts rows in words: `3 services`. */
export function describeRows(list: AnnotatedList, count: number): string {
  const { one } = annotationTables[list];
  const many = { proxy: 'proxies', service: 'services' }[one];
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Tag names as a JSON list; null: none. */
export function tagNames(list: AnnotatedList): string {
  const { tags, id } = annotationTables[list];
  return `(SELECT nullif(json_group_array(tag.name ORDER BY tag.name), '[]')
    FROM ${tags} t JOIN tag ON tag.id = t.tag_id WHERE t.${id} = r.${id})`;
}

/** Begins a condition on tags; the test and `)` follow. */
export const byTag = (list: AnnotatedList): string => {
  const { tags, id } = annotationTables[list];
  return `r.${id} IN (SELECT t.${id} FROM tag CROSS JOIN ${tags} t ON t.tag_id = tag.id`;
};

/** Begins a condition on the note; the test and `)` follow. */
export const byNote = (list: AnnotatedList): string => {
  const { notes, id } = annotationTables[list];
  return `r.${id} IN (SELECT n.${id} FROM ${notes} n`;
};

/** The conditions of a bare word on tags and note. */
export function annotationWord(list: AnnotatedList, word: string): readonly Condition[] {
  const params = [fold(word)];
  return [
    { sql: `${byTag(list)} WHERE instr(fold(tag.name), ?) > 0)`, params },
    { sql: `${byNote(list)} WHERE instr(fold(n.note), ?) > 0)`, params },
  ];
}
