import type { Connection } from '../sqlite/connection.ts';
import type { ListWindow } from '../types.ts';
import type { ListSource } from './query/list-source.ts';
import { selectKeys } from './select.ts';

/**
 * Reads the keys of a full list in its order, cached until the database changes or another list is
 * read: it is sorted once for all of its pages. Eight bytes a row. Ages in its filter count back
 * from when it was first read.
 */
export function createListKeys(source: ListSource, connection: Connection) {
  let cached: { readonly name: string; readonly keys: readonly number[] } | undefined;
  return ({ where, sort }: Pick<ListWindow, 'where' | 'sort'>): readonly number[] => {
    const name = `${databaseState(connection)} ${JSON.stringify([where.terms, sort])}`;
    if (cached?.name !== name) {
      // The old list is freed first: two of a million rows need not be in memory at once.
      cached = undefined;
      const { sql, params } = selectKeys(source, { where, sort }, { isWhole: true });
      // Keys are integers.
      cached = { name, keys: connection.column(sql, ...params) as number[] };
    }
    return cached.keys;
  };
}

/** A text that changes whenever the data that a connection reads may have changed. */
function databaseState(connection: Connection): string {
  // The versions change with commits of other connections, the count with our own.
  const versions = ['main', 'user'].map((name) => connection.pragma(`${name}.data_version`));
  return [...versions, connection.get('SELECT total_changes()')?.[0]].join(' ');
}
