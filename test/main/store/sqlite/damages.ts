import { readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';

const changes: readonly (readonly [how: string, change: (bytes: Buffer) => Buffer])[] = [
  ['is empty', () => Buffer.alloc(0)],
  ['is a page of HTML', () => Buffer.from('<html>'.repeat(5000))],
  ['is cut in half', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['is overwritten', (bytes) => bytes.fill(0xa5, 4096)],
  ['is the database of another program', () => new Database(':memory:').exec('CREATE TABLE note (text)').serialize()],
];

/** Ways in which a file stops being the database that it was, each said of the file. */
export const damages = changes.map(([how, change]) => {
  const damage = (file: string): void => {
    writeFileSync(file, change(readFileSync(file)));
  };
  return [how, damage] as const;
});

/** Makes a cache with at least forty proxies too large to be read through when it is opened. */
export function makeLarge(file: string): void {
  const db = new Database(file);
  db.exec('CREATE TABLE filler (x)');
  db.exec('INSERT INTO filler SELECT zeroblob(1000000) FROM (SELECT 1 FROM proxy LIMIT 40)');
  db.exec('DROP TABLE filler');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
}

/** Overwrites the first page of the proxies, or of the index by which they are counted, in a cache that it makes large. */
export function damageLargeFile(file: string, part: 'table' | 'index' = 'table'): void {
  makeLarge(file);
  const db = new Database(file);
  const plan = JSON.stringify(db.prepare('EXPLAIN QUERY PLAN SELECT count(*) FROM proxy').all());
  const name = part === 'table' ? 'proxy' : /INDEX (\w+)/.exec(plan)?.[1];
  const rootPage = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(name));
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  db.close();
  writeFileSync(file, readFileSync(file).fill(0xa5, (rootPage - 1) * pageSize, rootPage * pageSize));
}
