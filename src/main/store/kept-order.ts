import type { Connection } from './connection.ts';
import type { Condition } from './condition.ts';
import { databaseState } from './files/database-state.ts';

/** The keys of a whole list in its order, remembered until the database changes or another is asked for. */
export interface KeptOrder {
  /**
   * Keys number `offset` and following.
   *
   * @param question names the list; ages in it count from when it was first asked for
   * @param select the statement whose first column are the keys, in order
   */
  keys(question: string, select: () => Condition, offset: number, limit: number): number[];
}

/**
 * Makes the memory of one order: a list that SQLite has to sort, or look at row by row,
 * is gone through once for all of its windows, and not once for each. Takes eight
 * bytes a row.
 */
export function createKeptOrder(connection: Connection): KeptOrder {
  let asked = '';
  let kept = new Float64Array();
  return {
    keys(question, select, offset, limit) {
      const now = `${databaseState(connection)} ${question}`;
      if (now !== asked) {
        const { sql, params } = select();
        // The old one goes first: two of a million rows need not be there at once.
        kept = new Float64Array();
        kept = Float64Array.from(connection.all(sql, ...params), ([key]) => Number(key));
        asked = now;
      }
      return [...kept.subarray(offset, offset + limit)];
    },
  };
}
