import type { Connection } from './connection.ts';

/** Gives every distinct tuple of what proxies are filtered by one small integer. */
export interface Profiles {
  /** The id of the tuple of trait, place, network and service; written where it is new. */
  intern(ids: readonly number[]): number;
  /** Removes the tuples that no proxy has any more. */
  sweep(): void;
  /** Forgets what it remembers, after a transaction was undone or another process wrote. */
  forget(): void;
}

const maxRemembered = 100_000;
const columns = ['trait_id', 'place_id', 'network_id', 'service_ref_id'];

/** Builds the table of profiles over the connection that writes; its functions stand inside a transaction. */
export function createProfiles(connection: Connection): Profiles {
  const remembered = new Map<string, number>();
  const find = `SELECT id FROM profile WHERE ${columns.map((name) => `${name} = ?`).join(' AND ')}`;
  const insert = `INSERT INTO profile (${columns.join(', ')}) VALUES (?, ?, ?, ?)`;
  // Rows in a row often share their profile, and comparing is quicker than looking up.
  let last: readonly number[] = [];
  let lastId = 0;
  return {
    intern(ids) {
      if (isSame(ids, last)) return lastId;
      const text = ids.join(' ');
      let id = remembered.get(text);
      if (id === undefined) {
        let found = connection.get(find, ...ids)?.[0];
        if (found === undefined) {
          connection.run(insert, ...ids);
          found = connection.get(find, ...ids)?.[0];
        }
        id = Number(found);
        if (remembered.size >= maxRemembered) remembered.clear();
        remembered.set(text, id);
      }
      last = ids;
      lastId = id;
      return id;
    },
    sweep() {
      connection.run('DELETE FROM profile WHERE id NOT IN (SELECT profile_id FROM proxy)');
    },
    forget() {
      remembered.clear();
      last = [];
    },
  };
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}
