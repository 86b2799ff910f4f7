import { fail, FailureError } from '../../../shared/failure.ts';
import { parseObject, stringifyJson, isJsonObject, type JsonValue } from '../../../shared/json.ts';
import {
  actingKinds,
  isSameName,
  longestName,
  type NewSavedItem,
  type SavedItem,
  type SavedKind,
} from '../../../shared/saved.ts';
import type { StoreContext } from '../types.ts';
import { accountSettingRows, readSettings, type AccountSettings } from '../../../shared/settings.ts';
import type { NotificationKind } from '../../../shared/notifications.ts';
import { readStoredJson } from '../schema/column-form.ts';
import { steadyNowMs } from './steady-now.ts';

const select = 'SELECT id, kind, name, content, position FROM user.saved';

/** Items saved under a name; they survive the loss of the cache. */
export function createSaved({ writer }: StoreContext) {
  const byId = (id: number): SavedItem | undefined =>
    writer.objects<StoredItem>(`${select} WHERE id = ?`, id).map(toItem)[0];
  /** Also items that this version cannot read. */
  const named = (kind: SavedKind, name: string) =>
    writer
      .objects<Pick<SavedItem, 'id' | 'name'>>('SELECT id, name FROM user.saved WHERE kind = ?', kind)
      .filter((item) => isSameName(item.name, name));
  return {
    list: (kind: SavedKind) =>
      writer.objects<StoredItem>(`${select} WHERE kind = ? ORDER BY position, id`, kind).map(toItem),
    /** The ID of the item of a kind with a name, ignoring case; its content is not read. */
    idOf: (kind: SavedKind, name: string): number | undefined => named(kind, name)[0]?.id,
    /**
     * Saves an item.
     *
     * @throws FailureError `name-taken` within its kind, `invalid-input` for a long name, `not-found` for an unknown
     *   `id`
     */
    put({ id, kind, name, content, position }: NewSavedItem): SavedItem {
      if (name.length > longestName) {
        throw fail('invalid-input', `A name has ${String(longestName)} characters at most. Nothing was saved.`);
      }
      return writer.transact(() => {
        const taken = named(kind, name);
        const exact = taken.find((item) => item.name === name);
        const present = id ?? (actingKinds.has(kind) ? undefined : exact?.id);
        // Earlier versions allowed names that differ in case.
        const isKept = exact !== undefined && exact.id === present;
        const other = isKept ? undefined : taken.find((item) => item.id !== present);
        if (other !== undefined) {
          throw fail('name-taken', `There is already one named "${other.name}". Choose another name.`);
        }
        const place = position ?? null;
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
    remove(kind: SavedKind, id: number): void {
      writer.run('DELETE FROM user.saved WHERE id = ? AND kind = ?', id, kind);
    },
    /** The filter of a saved view, else `where`. */
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

type Changes = { readonly [K in keyof AccountSettings]?: AccountSettings[K] | undefined };

export function createAccountSettings({ writer }: StoreContext) {
  const get = (): AccountSettings => {
    const rows = writer.objects<{ name: string; value: string }>('SELECT name, value FROM user.setting');
    const stored = rows.map(({ name, value }) => [name, parseObject(value)['value']]);
    return readSettings(accountSettingRows, Object.fromEntries(stored) as Record<string, unknown>);
  };
  return {
    get,
    set: (changes: Changes): AccountSettings =>
      writer.transact(() => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) continue;
          writer.run('INSERT OR REPLACE INTO user.setting VALUES (?, ?)', name, stringifyJson({ value }));
        }
        return get();
      }),
  };
}

/** Longer than any occasion lasts. */
const keptMs = 400 * 24 * 60 * 60 * 1000;

/** Remembers occasions, so that nobody is notified twice. */
export function createNotified({ writer }: StoreContext) {
  return {
    /** Adds occasions of a kind; returns the new keys. */
    add: (kind: NotificationKind, keys: readonly string[], nowMs: number): readonly string[] =>
      writer.transact(() => {
        writer.run('DELETE FROM user.noticed WHERE noticed_at_ms < ?', steadyNowMs(writer, nowMs) - keptMs);
        return keys.filter(
          (key) => writer.prepare('INSERT OR IGNORE INTO user.noticed VALUES (?, ?, ?)').run(kind, key, nowMs) > 0,
        );
      }),
  };
}

/** By ID of the saved item; needs an unlocked store. */
function createTokens({ writer, vault }: StoreContext, table: 'gateway_token' | 'served_list', idColumn: string) {
  const ownerOf = (id: number) => ({ table, owner: String(id), column: 'token' });
  return {
    /** Undefined: none, or encrypted with old keys. Failure `passwords-locked`. */
    get(id: number): string | undefined {
      const [encrypted] = writer.get(`SELECT token FROM user.${table} WHERE ${idColumn} = ?`, id) ?? [];
      const unlocked = vault();
      if (!Buffer.isBuffer(encrypted)) return undefined;
      try {
        return unlocked.decrypt(ownerOf(id), encrypted);
      } catch (error) {
        if (error instanceof FailureError) return undefined;
        throw error;
      }
    },
    /** Failure `passwords-locked`. */
    put(id: number, token: string): void {
      writer.run(`INSERT OR REPLACE INTO user.${table} VALUES (?, ?)`, id, vault().encrypt(ownerOf(id), token));
    },
    remove(id: number): void {
      writer.run(`DELETE FROM user.${table} WHERE ${idColumn} = ?`, id);
    },
  };
}

/** The tokens of the gateway's rules. */
export const createGatewayTokens = (context: StoreContext) => createTokens(context, 'gateway_token', 'rule_id');

/** Of served presets. */
export const createServedListTokens = (context: StoreContext) => ({
  ...createTokens(context, 'served_list', 'preset_id'),
  ids: (): ReadonlySet<number> =>
    new Set(context.writer.all('SELECT preset_id FROM user.served_list').map(([id]) => Number(id))),
});

/** Neither the window nor backups have it. */
export interface ExportTarget {
  readonly path: string;
  /** Written again after each sync. */
  readonly isRefreshed: boolean;
  /** Of the last failed write. */
  readonly problem: string | null;
  /** ISO 8601 in UTC; null: never. */
  readonly writtenAt: string | null;
  /** The files at their last write. */
  readonly written: readonly {
    readonly name: string;
    readonly size: number;
    readonly modifiedMs: number;
  }[];
}

/** Files of export presets by preset ID; deleted with the preset. */
export const createExportTargets = ({ writer }: StoreContext) => ({
  all: (): ReadonlyMap<number, ExportTarget> =>
    new Map(
      writer
        .objects<StoredTarget>('SELECT * FROM user.export_target')
        .map(({ preset_id, path, is_refreshed, problem, written_at, written }) => [
          preset_id,
          {
            path,
            isRefreshed: is_refreshed === 1,
            problem,
            writtenAt: written_at,
            written: readWritten(readStoredJson(written)),
          },
        ]),
    ),
  /** Ignored for a deleted preset. */
  put(presetId: number, target: ExportTarget): void {
    const { path, isRefreshed, problem, writtenAt, written } = target;
    writer.run(
      `INSERT OR REPLACE INTO user.export_target (preset_id, path, is_refreshed, problem, written_at, written)
       SELECT id, ?, ?, ?, ?, ? FROM user.saved WHERE id = ?`,
      path,
      isRefreshed ? 1 : 0,
      problem,
      writtenAt,
      JSON.stringify(written),
      presetId,
    );
  },
});

interface StoredTarget {
  readonly preset_id: number;
  readonly path: string;
  readonly is_refreshed: number;
  readonly problem: string | null;
  readonly written_at: string | null;
  readonly written: string;
}

function readWritten(content: JsonValue): ExportTarget['written'] {
  // Array.isArray does not narrow a readonly array.
  const files = Array.isArray(content) ? (content as readonly JsonValue[]) : [];
  return files
    .filter(isJsonObject)
    .flatMap(({ name, size, modifiedMs }) =>
      typeof name === 'string' && typeof size === 'number' && typeof modifiedMs === 'number'
        ? [{ name, size, modifiedMs }]
        : [],
    );
}
