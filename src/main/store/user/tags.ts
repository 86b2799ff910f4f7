import { fail } from '../../../shared/failure.ts';
import {
  annotatedLists,
  maxTagName,
  tagColors,
  type AnnotatedList,
  type Edit,
  type NewTag,
  type Tag,
  type TagChange,
  type TagColor,
} from '../../../shared/tag.ts';
import { annotationTables, describeRows } from '../schema/annotation-tables.ts';
import { isPlainText } from '../schema/column-form.ts';
import type { StoreContext } from '../context.ts';
import type { Rows } from '../../../shared/rows.ts';
import type { EditPlan, Edits, RecordChange } from './edits.ts';
import { countTags } from '../read/tag-counts.ts';
import { annotatedBy, selectAnnotated } from '../read/query/rows-condition.ts';
import { fold } from '../sqlite/sql-functions.ts';

interface KnownTag {
  readonly id: number;
  readonly name: string;
  readonly color: TagColor;
}

/** The user's tags. They stay when their record is removed, and apply again if it returns. */
export function createTags({ writer }: StoreContext, edits: Edits) {
  const all = (): KnownTag[] => writer.objects<KnownTag>('SELECT id, name, color FROM user.tag ORDER BY name');
  const find = (name: string): KnownTag | undefined => all().find((tag) => fold(tag.name) === fold(name));
  const get = (id: number): KnownTag => {
    const tag = all().find((known) => known.id === id);
    if (tag === undefined) {
      throw fail('not-found', 'This tag no longer exists. Nothing was changed.');
    }
    return tag;
  };
  /** Adds a tag to an edit and returns its ID, which no tag has had before. */
  const addTag = (edit: EditPlan, name: string, color?: TagColor): number => {
    const last = writer.get(`SELECT seq FROM user.sqlite_sequence WHERE name = 'tag'`)?.[0];
    const tagId = Number(last ?? 0) + 1;
    edit.tag(tagId, null, { name, color: color ?? nextColor(tagId) });
    return tagId;
  };

  return {
    /** By name, with the number of cached rows that have each. */
    list(): Tag[] {
      const count = (list: AnnotatedList): ReadonlyMap<string, number> =>
        new Map(countTags(writer, list, { terms: [] }).map(({ value, count }) => [value, count]));
      const [proxies, services] = [count('proxies'), count('services')];
      return all().map((tag) => ({
        ...tag,
        proxyCount: proxies.get(tag.name) ?? 0,
        serviceCount: services.get(tag.name) ?? 0,
      }));
    },
    /**
     * Creates a tag, or renames or recolors one. Failure `name-taken`, `not-found`,
     * `invalid-input` for a name that is empty or too long.
     */
    put({ id, name, color }: NewTag): Edit {
      const wanted = id !== undefined && name === undefined ? undefined : checkName(name ?? '');
      let label = '';
      return edits.make(
        (edit) => {
          const before = id === undefined ? undefined : get(id);
          const namesake = wanted === undefined ? undefined : find(wanted);
          if (namesake && namesake.id !== id) throw nameTaken(namesake.name);
          if (before === undefined) {
            addTag(edit, wanted ?? '', color);
            label = `Created the tag "${wanted ?? ''}".`;
            return;
          }
          const after = { name: wanted ?? before.name, color: color ?? before.color };
          label =
            after.name === before.name
              ? `Changed the color of the tag "${after.name}".`
              : `Renamed the tag "${before.name}" to "${after.name}".`;
          if (after.name === before.name && after.color === before.color) return;
          edit.tag(before.id, before, after);
        },
        () => label,
      );
    },
    /** Also removes it from all rows. */
    remove(id: number): Edit {
      let name = '';
      return edits.make(
        (edit) => {
          const tag = get(id);
          name = tag.name;
          for (const list of annotatedLists) {
            const { tags: table, id: record } = annotationTables[list];
            const sql = `SELECT ${record} FROM user.${table} WHERE tag_id = ? ORDER BY ${record}`;
            edit.records({ sql, params: [id] }, { table, tagId: id, after: null });
          }
          edit.tag(id, tag, null);
        },
        () => `Deleted the tag "${name}".`,
      );
    },
    /** Adds tags to all selected rows and removes others. */
    change(rows: Rows, { add, remove }: TagChange): Edit {
      const added = distinct(add.map(checkName));
      const removed = distinct(remove).filter((name) => !added.some(isSameName(name)));
      const list = annotatedBy(rows);
      const { tags: table } = annotationTables[list];
      return edits.make(
        (edit) => {
          const changes: RecordChange[] = added.map((name) => ({
            table,
            tagId: find(name)?.id ?? addTag(edit, name),
            after: '1',
          }));
          for (const name of removed) {
            const tag = find(name);
            if (tag) changes.push({ table, tagId: tag.id, after: null });
          }
          const ids = selectAnnotated(rows);
          for (const change of changes) edit.records(ids, change);
        },
        (count) => describeChange(added, removed, describeRows(list, count)),
      );
    },
  };
}

function checkName(name: string): string {
  const trimmed = name.trim().replace(/\s+/g, ' ');
  if (trimmed !== '' && trimmed.length <= maxTagName && isPlainText(trimmed)) return trimmed;
  throw fail('invalid-input', `The name of a tag has 1 to ${String(maxTagName)} characters. Nothing was changed.`);
}

const nameTaken = (name: string): Error =>
  fail('name-taken', `There is already a tag named "${name}". Choose another name.`);

const nextColor = (tagId: number): TagColor => tagColors[(tagId - 1) % tagColors.length] ?? 'grey';

const isSameName =
  (name: string) =>
  (other: string): boolean =>
    fold(name) === fold(other);

const distinct = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex(isSameName(name)) === at);

function describeChange(added: readonly string[], removed: readonly string[], rows: string): string {
  const quote = (names: readonly string[]): string =>
    `${names.length === 1 ? 'the tag' : 'the tags'} ${names.map((name) => `"${name}"`).join(', ')}`;
  if (removed.length === 0) return `Added ${quote(added)} to ${rows}.`;
  if (added.length === 0) return `Removed ${quote(removed)} from ${rows}.`;
  return `Added ${quote(added)} to ${rows} and removed ${quote(removed)}.`;
}
