import type { AnnotatedList } from '../../shared/tag.ts';
import { annotationTables } from './user/annotation-tables.ts';
import { matchCode, matchName, type Condition, type Matcher } from './condition.ts';
import { within } from './query-profile.ts';
import { fold } from './sql-functions.ts';

/** The names of a row's tags in their order; null: it has none. */
export function tagNames(list: AnnotatedList): string {
  const { tags, id } = annotationTables[list];
  return `(SELECT nullif(json_group_array(tag.name ORDER BY tag.name), '[]')
    FROM ${tags} t JOIN tag ON tag.id = t.tag_id WHERE t.${id} = r.${id})`;
}

/** Rows of `table` by a tag of theirs; the condition and `)` follow. */
const byTag = (list: AnnotatedList, table = 'r'): string => {
  const { tags, id } = annotationTables[list];
  return `${table}.${id} IN (SELECT t.${id} FROM tag CROSS JOIN ${tags} t ON t.tag_id = tag.id`;
};

const byNote = (list: AnnotatedList, table = 'r'): string => {
  const { notes, id } = annotationTables[list];
  return `${table}.${id} IN (SELECT n.${id} FROM ${notes} n`;
};

/** The key `tag`: the whole name. */
export const matchTag = (list: AnnotatedList): Matcher =>
  within(matchCode('tag', ['tag.name']), byTag(list));

/** Whether a row has one of the tags; `ids` is a JSON list. */
export function hasTag(list: AnnotatedList, ids: string): Condition {
  const { tags, id } = annotationTables[list];
  return {
    sql: `EXISTS (SELECT 1 FROM json_each(?) wanted CROSS JOIN ${tags} t
      ON t.tag_id = wanted.value AND t.${id} = r.${id})`,
    params: [ids],
  };
}

/** The key `note`: a part of it. */
export const matchNote = (list: AnnotatedList): Matcher =>
  within(matchName('note', ['n.note']), byNote(list));

/** The part of a bare word that is about tags and the note of the rows `table`. */
export function annotationWord(
  list: AnnotatedList,
  table: string,
  word: string,
): readonly Condition[] {
  const params = [fold(word)];
  return [
    { sql: `${byTag(list, table)} WHERE instr(fold(tag.name), ?) > 0)`, params },
    { sql: `${byNote(list, table)} WHERE instr(fold(n.note), ?) > 0)`, params },
  ];
}
