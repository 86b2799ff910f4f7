import { fail } from '../../../shared/failure.ts';
import { parseJson, stringifyJson, type JsonObject } from '../../../shared/json.ts';
import type { NewSavedItem, SavedItem, SavedKind } from '../../../shared/saved.ts';
import type { SqlRow } from '../connection.ts';
import type { StoreContext } from '../context.ts';

const columns = 'id, kind, name, content, position';

/** Views, presets and other items that the user saves under a name; they survive the loss of the cache. */
export function createSaved({ writer }: StoreContext) {
  const byId = (id: number): SavedItem | undefined => {
    const row = writer.get(`SELECT ${columns} FROM user.saved WHERE id = ?`, id);
    return row && toItem(row);
  };
  return {
    list: (kind: SavedKind) =>
      writer
        .all(`SELECT ${columns} FROM user.saved WHERE kind = ? ORDER BY position, id`, kind)
        .map(toItem),
    /** Failure `name-taken` for a name of another one of its kind, `not-found` if `id` no longer exists. */
    put({ id, kind, name, content, position }: NewSavedItem): SavedItem {
      return writer.transact(() => {
        const named = writer.get(
          'SELECT id FROM user.saved WHERE kind = ? AND name = ?',
          kind,
          name,
        );
        const namedId = named && Number(named[0]);
        if (id !== undefined && namedId !== undefined && namedId !== id) {
          throw fail('name-taken', `There is already one named "${name}". Choose another name.`);
        }
        const place = position ?? null;
        const present = id ?? namedId;
        const text = stringifyJson(content);
        if (present === undefined) {
          writer.run(
            `INSERT INTO user.saved (kind, name, content, position) VALUES (?, ?, ?,
               coalesce(?, (SELECT max(position) + 1 FROM user.saved WHERE kind = ?), 1))`,
            kind,
            name,
            text,
            place,
            kind,
          );
        } else {
          writer.run(
            `UPDATE user.saved SET name = ?, content = ?, position = coalesce(?, position)
             WHERE id = ? AND kind = ?`,
            name,
            text,
            place,
            present,
            kind,
          );
        }
        const item = byId(present ?? Number(writer.get('SELECT last_insert_rowid()')?.[0]));
        if (item?.kind !== kind) throw noSuchItem();
        return item;
      });
    },
    remove(id: number): void {
      writer.run('DELETE FROM user.saved WHERE id = ?', id);
    },
  };
}

const noSuchItem = (): Error =>
  fail('not-found', 'This item no longer exists. Nothing was changed.');

function toItem(row: SqlRow): SavedItem {
  const [id, kind, name, content, position] = row;
  return {
    id: Number(id),
    // Only kinds of the contract are ever written.
    kind: String(kind) as SavedItem['kind'],
    name: String(name),
    // `put` writes an object.
    content: parseJson(String(content)) as JsonObject,
    position: Number(position),
  };
}
