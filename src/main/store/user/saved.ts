import { fail } from '../../../shared/failure.ts';
import { parseJson, stringifyJson, type JsonObject } from '../../../shared/json.ts';
import type { SavedItem } from '../../../shared/saved.ts';
import type { SqlRow } from '../connection.ts';
import type { StoreContext } from '../context.ts';
import type { Store } from '../contract.ts';

const columns = 'id, kind, name, content, position';

/** What the person keeps by name. */
export function createSaved({ writer }: StoreContext): Store['saved'] {
  const byId = (id: number): SavedItem | undefined => {
    const row = writer.get(`SELECT ${columns} FROM own.saved WHERE id = ?`, id);
    return row && toItem(row);
  };
  return {
    list: (kind) =>
      writer
        .all(`SELECT ${columns} FROM own.saved WHERE kind = ? ORDER BY position, id`, kind)
        .map(toItem),
    put({ id, kind, name, content, position }) {
      return writer.transact(() => {
        const named = writer.get(
          'SELECT id FROM own.saved WHERE kind = ? AND name = ?',
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
            `INSERT INTO own.saved (kind, name, content, position) VALUES (?, ?, ?,
               coalesce(?, (SELECT max(position) + 1 FROM own.saved WHERE kind = ?), 1))`,
            kind,
            name,
            text,
            place,
            kind,
          );
        } else {
          writer.run(
            `UPDATE own.saved SET name = ?, content = ?, position = coalesce(?, position)
             WHERE id = ? AND kind = ?`,
            name,
            text,
            place,
            present,
            kind,
          );
        }
        const kept = byId(present ?? Number(writer.get('SELECT last_insert_rowid()')?.[0]));
        if (kept?.kind !== kind) throw noSuchItem();
        return kept;
      });
    },
    remove(id) {
      writer.run('DELETE FROM own.saved WHERE id = ?', id);
    },
  };
}

const noSuchItem = (): Error =>
  fail('not-found', 'What was to be changed is no longer kept. Nothing was changed.');

function toItem(row: SqlRow): SavedItem {
  const [id, kind, name, content, position] = row;
  return {
    id: Number(id),
    // Only kinds that the contract names are ever written.
    kind: String(kind) as SavedItem['kind'],
    name: String(name),
    // Written by put from an object.
    content: parseJson(String(content)) as JsonObject,
    position: Number(position),
  };
}
