import Database from 'better-sqlite3';

/** Runs statements on a file of an account, as another process does. */
export function changeDatabase(file: string, sql: string): void {
  const database = new Database(file);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}
