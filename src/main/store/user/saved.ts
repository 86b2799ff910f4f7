import { fail } from '../../../shared/failure.ts';
import { parseObject, stringifyJson } from '../../../shared/json.ts';
import type { NewSavedItem, SavedItem, SavedKind } from '../../../shared/saved.ts';
import type { StoreContext } from '../context.ts';

const select = 'SELECT id, kind, name, content, position FROM user.saved';

/** Views, presets and other items that the user saves under a name; they survive the loss of the cache. */
export function createSaved({ writer }: StoreContext) {
  const byId = (id: number): SavedItem | undefined =>
    writer.objects<StoredItem>(`${select} WHERE id = ?`, id).map(toItem)[0];
  return {
    list: (kind: SavedKind) =>
      writer.objects<StoredItem>(`${select} WHERE kind = ? ORDER BY position, id`, kind).map(toItem),
    /** Failure `name-taken` for a name of another one of its kind, `not-found` if `id` no longer exists. */
    put({ id, kind, name, content, position }: NewSavedItem): SavedItem {
      return writer.transact(() => {
        const named = writer.get('SELECT id FROM user.saved WHERE kind = ? AND name = ?', kind, name);
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
    /** Removes an item; nothing if it is of another kind. */
    remove(kind: SavedKind, id: number): void {
      writer.run('DELETE FROM user.saved WHERE id = ? AND kind = ?', id, kind);
    },
    /** The filter of something that follows a saved view of proxies: that of the view as long as there is one. */
    whereOf({ viewId, where }: { readonly viewId: number | null; readonly where: string }): string {
      const { kind = null, content = {} } = (viewId === null ? null : byId(viewId)) ?? {};
      const saved = content['where'];
      const isView = kind === 'view' && content['list'] === 'proxies';
      return isView && typeof saved === 'string' ? saved : where;
    },
  };
}

const noSuchItem = (): Error => fail('not-found', 'This item no longer exists. Nothing was changed.');

type StoredItem = Omit<SavedItem, 'content'> & { readonly content: string };

const toItem = (row: StoredItem): SavedItem => ({ ...row, content: parseObject(row.content) });
