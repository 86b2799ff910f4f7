import type { Connection } from './connection.ts';

/**
 * The indexes of the proxies. A list that is filled for the first time gets them
 * when it is there: building an index at once is several times quicker than
 * growing it row by row in the order of random ids.
 */
const indexes = {
  proxy_by_id: 'CREATE UNIQUE INDEX IF NOT EXISTS proxy_by_id ON proxy (proxy_id)',
  proxy_by_profile: 'CREATE INDEX IF NOT EXISTS proxy_by_profile ON proxy (profile_id)',
  proxy_by_ip: 'CREATE INDEX IF NOT EXISTS proxy_by_ip ON proxy (proxy_ip_address)',
  proxy_by_ip6: 'CREATE INDEX IF NOT EXISTS proxy_by_ip6 ON proxy (proxy_ip_address_v6)',
  proxy_by_subnet: 'CREATE INDEX IF NOT EXISTS proxy_by_subnet ON proxy (subnet_id)',
  proxy_by_port: 'CREATE INDEX IF NOT EXISTS proxy_by_port ON proxy (proxy_http_port)',
  proxy_by_update:
    'CREATE INDEX IF NOT EXISTS proxy_by_update ON proxy (proxy_last_update_datetime)',
} as const;

/** Whether a table is one of those that are filled without their indexes. */
export function hasLateIndexes(table: string): boolean {
  return table === 'proxy';
}

/** Takes the indexes away; inside a transaction, while the table is empty. */
export function dropIndexes(connection: Connection): void {
  for (const name of Object.keys(indexes)) connection.exec(`DROP INDEX IF EXISTS ${name}`);
}

/** Makes the indexes that are missing; each in a transaction of its own. */
export function ensureIndexes(connection: Connection): void {
  const present = new Set(
    connection
      .all("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'proxy'")
      .map(([name]) => name),
  );
  for (const [name, sql] of Object.entries(indexes)) {
    if (present.has(name)) continue;
    connection.transact(() => {
      try {
        connection.exec(sql);
      } catch {
        // Another process may have written a row while no index could refuse it twice.
        connection.run(
          'DELETE FROM proxy WHERE key NOT IN (SELECT max(key) FROM proxy GROUP BY proxy_id)',
        );
        connection.exec(sql);
      }
    });
  }
}
