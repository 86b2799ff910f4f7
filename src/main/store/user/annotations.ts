import {
  type Annotations,
  type TagColor,
  type TagShare,
  maxNote,
  type Edit,
  annotatedLists,
  maxTagName,
  tagColors,
  type AnnotatedList,
  type NewTag,
  type Tag,
  type TagChange,
} from '../../../shared/tag.ts';
import { annotationTables, describeRows } from '../read/query/query-annotation.ts';
import type { StoreContext } from '../types.ts';
import { type Rows, listOf } from '../../../shared/rows.ts';
import { type Edits, type EditPlan, type RecordChange, createEdits } from './edits.ts';
import { layouts } from '../schema/layout.ts';
import { annotatedBy, compileAnnotated, selectAnnotated } from '../read/query/rows-condition.ts';
import { isPlainText } from '../schema/column-form.ts';
import { storedId } from '../schema/codec.ts';
import { fail } from '../../../shared/failure.ts';
import { isSameName } from '../../../shared/saved.ts';
import { countTags } from '../read/value-counts.ts';

/** Tags, notes and their undo. */
export function createAnnotations(context: StoreContext) {
  const edits = createEdits(context.writer);
  return {
    tags: createTags(context, edits),
    notes: createNotes(edits),
    edits,
    annotationsOf: (rows: Rows) => readAnnotations(context, rows),
  };
}

function readAnnotations({ writer }: StoreContext, rows: Rows): Annotations {
  const list = annotatedBy(rows);
  const { tags, notes, id } = annotationTables[list];
  const { table } = layouts[list];
  const { sql, params } = compileAnnotated(rows);
  const count = Number(writer.get(`SELECT count(*) FROM ${table} r WHERE ${sql}`, ...params)?.[0]);
  const shares = writer.all(
    `SELECT tag.name, tag.color, n FROM (
       SELECT t.tag_id, count(*) AS n FROM ${table} r JOIN user.${tags} t ON t.${id} = r.${id}
       WHERE ${sql} GROUP BY t.tag_id
     ) JOIN user.tag ON tag.id = tag_id ORDER BY tag.name`,
    ...params,
  );
  const [noteCount, first, last] =
    writer.get(
      `SELECT count(*), min(n.note), max(n.note)
       FROM ${table} r JOIN user.${notes} n ON n.${id} = r.${id} WHERE ${sql}`,
      ...params,
    ) ?? [];
  const isSame = Number(noteCount) === count && first === last && typeof first === 'string';
  return {
    rowCount: count,
    tags: shares.map(([name, color, n]): TagShare => ({
      name: String(name),
      // Only the colors of the contract are ever written.
      color: String(color) as TagColor,
      count: Number(n),
    })),
    noteCount: Number(noteCount),
    note: isSame ? first : null,
  };
}

function createNotes(edits: Edits) {
  return {
    /** Null removes it. `isContinued`: undone with the note of the last minute. */
    put(rows: Rows, note: string | null, options: { readonly isContinued: boolean } = { isContinued: false }): Edit {
      if (note !== null && (note.length > maxNote || !isPlainText(note))) {
        throw fail(
          'invalid-input',
          `A note has at most ${maxNote.toLocaleString('en-US')} characters. Nothing was changed.`,
        );
      }
      const list = annotatedBy(rows);
      const target = { table: annotationTables[list].notes, tagId: 0 };
      const wanted = note === null || note.trim() === '' ? null : note;
      const [onlyId] = listOf(rows) === list && rows.kind === 'ids' && rows.ids.length === 1 ? rows.ids : [];
      if (options.isContinued && onlyId !== undefined) {
        const continued = edits.continueLast(target, storedId(onlyId), wanted);
        if (continued) return continued;
      }
      return edits.make(
        (edit) => {
          edit.records(selectAnnotated(rows), { ...target, after: wanted });
        },
        (count) =>
          wanted === null
            ? `Removed the note from ${describeRows(list, count)}.`
            : `Added a note to ${describeRows(list, count)}.`,
      );
    },
  };
}

interface KnownTag {
  readonly id: number;
  readonly name: string;
  readonly color: TagColor;
}

/** Tags outlive their records, and apply again. */
function createTags({ writer }: StoreContext, edits: Edits) {
  const all = (): KnownTag[] => writer.objects<KnownTag>('SELECT id, name, color FROM user.tag ORDER BY name');
  const find = (name: string): KnownTag | undefined => all().find((tag) => isSameName(tag.name, name));
  const get = (id: number): KnownTag => {
    const tag = all().find((known) => known.id === id);
    if (tag === undefined) {
      throw fail('not-found', 'This tag no longer exists. Nothing was changed.');
    }
    return tag;
  };
  const addTag = (edit: EditPlan, name: string, color?: TagColor): number => {
    const last = writer.get(`SELECT seq FROM user.sqlite_sequence WHERE name = 'tag'`)?.[0];
    const tagId = Number(last ?? 0) + 1;
    edit.tag(tagId, null, { name, color: color ?? nextColor(tagId) });
    return tagId;
  };

  return {
    /** By name, with the number of cached rows. */
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
    /** Failure `name-taken`, `not-found`, `invalid-input` for an empty or long name. */
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
    change(rows: Rows, { add, remove }: TagChange): Edit {
      const added = distinct(add.map(checkName));
      const removed = distinct(remove).filter((name) => !added.some((other) => isSameName(other, name)));
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

const distinct = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex((other) => isSameName(other, name)) === at);

function describeChange(added: readonly string[], removed: readonly string[], rows: string): string {
  const quote = (names: readonly string[]): string =>
    `${names.length === 1 ? 'the tag' : 'the tags'} ${names.map((name) => `"${name}"`).join(', ')}`;
  if (removed.length === 0) return `Added ${quote(added)} to ${rows}.`;
  if (added.length === 0) return `Removed ${quote(removed)} from ${rows}.`;
  return `Added ${quote(added)} to ${rows} and removed ${quote(removed)}.`;
}
