import { fail } from '../../../shared/failure.ts';
import {
  annotatedLists,
  maxTagName,
  tagColours,
  type Tag,
  type TagColour,
} from '../../../shared/tag.ts';
import { annotationTables, sayRows } from './annotation-tables.ts';
import { isPlainText } from '../column-form.ts';
import type { StoreContext } from '../context.ts';
import type { Store } from '../contract.ts';
import type { RecordChange } from './edit-journal.ts';
import type { TagDraft } from './edit-plan.ts';
import type { Edits } from './edits.ts';
import { layouts } from '../layout.ts';
import { selectIds } from '../selection-condition.ts';
import { fold } from '../sql-functions.ts';

interface KnownTag {
  readonly id: number;
  readonly name: string;
  readonly colour: TagColour;
}

/** The person's tags. */
export function createTags({ writer }: StoreContext, edits: Edits): Store['tags'] {
  const all = (): KnownTag[] =>
    writer.all('SELECT id, name, colour FROM own.tag ORDER BY name').map(([id, name, colour]) => ({
      id: Number(id),
      name: String(name),
      // Only colours that the contract names are ever written.
      colour: String(colour) as TagColour,
    }));
  const find = (name: string): KnownTag | undefined =>
    all().find((tag) => fold(tag.name) === fold(name));
  const get = (id: number): KnownTag => {
    const tag = all().find((known) => known.id === id);
    if (tag === undefined) {
      throw fail('not-found', 'This tag is no longer there. Nothing was changed.');
    }
    return tag;
  };

  /** Drafts a new tag and gives its id, which no tag has had before. */
  const draftTag = (draft: TagDraft, name: string, colour?: TagColour): number => {
    const last = writer.get(
      `SELECT max(coalesce((SELECT seq FROM own.sqlite_sequence WHERE name = 'tag'), 0),
         coalesce((SELECT max(tag_id) FROM own.edit_change WHERE edit_id = ? AND place = 'tag'), 0))`,
      draft.id,
    );
    const tagId = Number(last?.[0]) + 1;
    const after = { name, colour: colour ?? nextColour(tagId) };
    writeTag(draft, tagId, null, after);
    return tagId;
  };

  return {
    list() {
      const counts = countMembers(writer);
      return all().map((tag): Tag => ({ ...tag, ...counts(tag.id) }));
    },
    put({ id, name, colour }) {
      if (id === undefined) {
        const wanted = checkName(name ?? '');
        return edits.make({
          chosen: [],
          begin: (draft) => {
            if (find(wanted)) throw nameTaken(wanted);
            draftTag(draft, wanted, colour);
            return noRecords;
          },
          say: () => `Made the tag "${wanted}".`,
        });
      }
      const before = get(id);
      const after = {
        name: name === undefined ? before.name : checkName(name),
        colour: colour ?? before.colour,
      };
      return edits.make({
        chosen: [],
        begin: (draft) => {
          const present = get(id);
          const namesake = find(after.name);
          if (namesake && namesake.id !== id) throw nameTaken(after.name);
          const isSame = after.name === present.name && after.colour === present.colour;
          if (!isSame) writeTag(draft, id, present, after);
          return noRecords;
        },
        say: () =>
          after.name === before.name
            ? `Gave the tag "${after.name}" another colour.`
            : `Renamed the tag "${before.name}" to "${after.name}".`,
      });
    },
    remove(id, watch) {
      const { name } = get(id);
      return edits.make(
        {
          chosen: annotatedLists.map((list) => {
            const { tags, id: record } = annotationTables[list];
            const sql = `SELECT ${record} FROM own.${tags} WHERE tag_id = ? ORDER BY ${record}`;
            return { list, select: { sql, params: [id] } };
          }),
          begin: (draft) => {
            writeTag(draft, id, get(id), null);
            return (list) => [{ place: annotationTables[list].tags, tagId: id, after: null }];
          },
          say: () => `Deleted the tag "${name}".`,
        },
        watch,
      );
    },
    change(list, rows, { add, remove }, watch) {
      const added = distinct(add.map(checkName));
      const removed = distinct(remove).filter((name) => !added.some(isSameName(name)));
      const { tags: place } = annotationTables[list];
      return edits.make(
        {
          chosen: [{ list, select: selectIds(writer, list, rows) }],
          begin: (draft) => {
            const changes: RecordChange[] = added.map((name) => ({
              place,
              tagId: find(name)?.id ?? draftTag(draft, name),
              after: '1',
            }));
            for (const name of removed) {
              const tag = find(name);
              if (tag) changes.push({ place, tagId: tag.id, after: null });
            }
            return () => changes;
          },
          say: (count) => sayChange(added, removed, sayRows(list, count)),
        },
        watch,
      );
    },
  };
}

/** An edit of tags alone. */
const noRecords = (): readonly RecordChange[] => [];

function writeTag(
  draft: TagDraft,
  tagId: number,
  before: Omit<KnownTag, 'id'> | null,
  after: Omit<KnownTag, 'id'> | null,
): void {
  const write = (tag: Omit<KnownTag, 'id'> | null): string | null =>
    tag && JSON.stringify({ name: tag.name, colour: tag.colour });
  draft.add(tagId, write(before), write(after));
}

/** Counts the rows of the copy that have each tag. */
function countMembers(
  writer: StoreContext['writer'],
): (tagId: number) => Pick<Tag, 'proxyCount' | 'serviceCount'> {
  const [proxies, services] = (['proxies', 'services'] as const).map((list) => {
    const { tags, id } = annotationTables[list];
    const rows = writer.all(
      `SELECT t.tag_id, count(*) FROM own.${tags} t CROSS JOIN ${layouts[list].table} r
         ON r.${id} = t.${id} GROUP BY t.tag_id`,
    );
    return new Map(rows.map(([tagId, count]) => [Number(tagId), Number(count)]));
  });
  return (tagId) => ({
    proxyCount: proxies?.get(tagId) ?? 0,
    serviceCount: services?.get(tagId) ?? 0,
  });
}

function checkName(name: string): string {
  const trimmed = name.trim().replace(/\s+/g, ' ');
  if (trimmed !== '' && trimmed.length <= maxTagName && isPlainText(trimmed)) return trimmed;
  throw fail(
    'invalid-input',
    `The name of a tag is a text of 1 to ${String(maxTagName)} characters. Nothing was changed.`,
  );
}

const nameTaken = (name: string): Error =>
  fail('name-taken', `There is already a tag named "${name}". Choose another name.`);

const nextColour = (tagId: number): TagColour =>
  tagColours[(tagId - 1) % tagColours.length] ?? 'grey';

const isSameName =
  (name: string) =>
  (other: string): boolean =>
    fold(name) === fold(other);

const distinct = (names: readonly string[]): string[] =>
  names.filter((name, at) => names.findIndex(isSameName(name)) === at);

function sayChange(added: readonly string[], removed: readonly string[], rows: string): string {
  const quote = (names: readonly string[]): string =>
    `${names.length === 1 ? 'the tag' : 'the tags'} ${names.map((name) => `"${name}"`).join(', ')}`;
  if (removed.length === 0) return `Added ${quote(added)} to ${rows}.`;
  if (added.length === 0) return `Took ${quote(removed)} off ${rows}.`;
  return `Added ${quote(added)} and took off ${quote(removed)}: ${rows}.`;
}
