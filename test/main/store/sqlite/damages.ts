import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Ways in which a file stops being the database that it was, each said of the file. */
export const damages: readonly (readonly [how: string, damage: (file: string) => void])[] = [
  ['is empty', (file) => void truncateSync(file, 0)],
  ['is a page of HTML', (file) => void writeFileSync(file, '<html>'.repeat(5000))],
  ['is cut in half', (file) => void truncateSync(file, statSync(file).size / 2)],
  ['is overwritten', (file) => void writeFileSync(file, readFileSync(file).fill(0xa5, 4096))],
  [
    'is the database of another program',
    (file) => {
      rmSync(file);
      const db = new Database(file);
      db.exec('CREATE TABLE note (text)');
      db.close();
    },
  ],
];
