import type { AnnotatedList } from '../../../../shared/tag.ts';
import type { Condition } from './condition.ts';
import { fold } from '../../sqlite/sql-functions.ts';

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

/** The names of a row's tags in their order; null: it has none. */
export function tagNames(list: AnnotatedList): string {
  const { tags, id } = annotationTables[list];
  return `(SELECT nullif(json_group_array(tag.name ORDER BY tag.name), '[]')
    FROM ${tags} t JOIN tag ON tag.id = t.tag_id WHERE t.${id} = r.${id})`;
}

/** Rows by their tags; the condition and `)` follow. */
export const byTag = (list: AnnotatedList): string => {
  const { tags, id } = annotationTables[list];
  return `r.${id} IN (SELECT t.${id} FROM tag CROSS JOIN ${tags} t ON t.tag_id = tag.id`;
};

/** Rows by their note; the condition and `)` follow. */
export const byNote = (list: AnnotatedList): string => {
  const { notes, id } = annotationTables[list];
  return `r.${id} IN (SELECT n.${id} FROM ${notes} n`;
};

/** The part of a bare word that is about tags and the note. */
export function annotationWord(list: AnnotatedList, word: string): readonly Condition[] {
  const params = [fold(word)];
  return [
    { sql: `${byTag(list)} WHERE instr(fold(tag.name), ?) > 0)`, params },
    { sql: `${byNote(list)} WHERE instr(fold(n.note), ?) > 0)`, params },
  ];
}
