/** A process of its own that holds the write lock of a database for so many milliseconds. */
import Database from 'better-sqlite3';

const [file = '', holdMs = ''] = process.argv.slice(2);
const db = new Database(file);
db.exec('BEGIN EXCLUSIVE');
process.send?.('held');
setTimeout(() => {
  db.exec('ROLLBACK');
  db.close();
  process.disconnect();
}, Number(holdMs));
