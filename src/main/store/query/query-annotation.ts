import type { AnnotatedList } from '../../../shared/tag.ts';
import { annotationTables } from '../user/annotation-tables.ts';
import { matchCode, matchName, within, type Condition, type Matcher } from './condition.ts';
import { fold } from './sql-functions.ts';

/** The names of a row's tags in their order; null: it has none. */
export function tagNames(list: AnnotatedList): string {
  const { tags, id } = annotationTables[list];
  return `(SELECT nullif(json_group_array(tag.name ORDER BY tag.name), '[]')
    FROM ${tags} t JOIN tag ON tag.id = t.tag_id WHERE t.${id} = r.${id})`;
}

/** Rows by their tags; the condition and `)` follow. */
const byTag = (list: AnnotatedList): string => {
  const { tags, id } = annotationTables[list];
  return `r.${id} IN (SELECT t.${id} FROM tag CROSS JOIN ${tags} t ON t.tag_id = tag.id`;
};

const byNote = (list: AnnotatedList): string => {
  const { notes, id } = annotationTables[list];
  return `r.${id} IN (SELECT n.${id} FROM ${notes} n`;
};

/** The key `tag`: the full name. */
export const matchTag = (list: AnnotatedList): Matcher =>
  within(matchCode(['tag.name']), byTag(list));

/** The key `note`: a part of it. */
export const matchNote = (list: AnnotatedList): Matcher =>
  within(matchName(['n.note']), byNote(list));

/** The part of a bare word that is about tags and the note. */
export function annotationWord(list: AnnotatedList, word: string): readonly Condition[] {
  const params = [fold(word)];
  return [
    { sql: `${byTag(list)} WHERE instr(fold(tag.name), ?) > 0)`, params },
    { sql: `${byNote(list)} WHERE instr(fold(n.note), ?) > 0)`, params },
  ];
}
