import type { Connection } from '../connection.ts';
import type { Condition } from '../query/condition.ts';

/**
 * The keys of a full list in its order, cached until the database changes or another list is
 * read: it is sorted once for all of its pages. Eight bytes a row.
 */
export function createListKeys(connection: Connection) {
  let cached: { readonly name: string; readonly keys: readonly number[] } | undefined;
  return {
    /**
     * Keys from number `offset` on.
     *
     * @param list names the list; ages in its filter count back from when it was first read
     * @param select the statement that returns the keys, in order
     */
    read(list: string, select: () => Condition, offset: number, limit: number): readonly number[] {
      const name = `${databaseState(connection)} ${list}`;
      if (cached?.name !== name) {
        // The old list is freed first: two of a million rows need not be in memory at once.
        cached = undefined;
        const { sql, params } = select();
        // Keys are integers.
        cached = { name, keys: connection.column(sql, ...params) as number[] };
      }
      return cached.keys.slice(offset, offset + limit);
    },
  };
}

/** A text that changes whenever the data that a connection reads may have changed. */
function databaseState(connection: Connection): string {
  // The versions change with commits of other connections, the count with our own.
  const versions = ['main', 'user'].map((name) => connection.pragma(`${name}.data_version`));
  return [...versions, connection.get('SELECT total_changes()')?.[0]].join(' ');
}
