/**
 * A yardstick of the benchmark: what a short script does that shares nothing with the app. It
 * receives the pages one after the other and parses them, and one thread writes each row into a
 * wide table: hash, encrypted password, text of the search, and nine indexes at the end.
 * Arguments: base address, number of pages, database file. Prints the time in milliseconds.
 */
import { createCipheriv, hash, randomBytes } from 'node:crypto';
import Database from 'better-sqlite3';
import { Agent, request } from 'undici';
import { namesOfShownFields } from '../../src/shared/records/field.ts';
import { proxyFields } from '../../src/shared/records/proxy.ts';

type Value = string | number | boolean | null | object;
type Row = Readonly<Record<string, Value>>;

const [baseUrl = '', pageCount = '', file = ''] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 1, pipelining: 1 });
const headers = { 'X-API-Public-Key': 'p', 'X-API-Private-Key': 'k' };
const startedAtMs = performance.now();
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = NORMAL');
const columns = namesOfShownFields(proxyFields);
const names = [...columns, 'search', 'rest', 'password', 'hash'];
database.exec(`CREATE TABLE proxy (${names.join(', ')})`);
const insert = database.prepare(`INSERT INTO proxy (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);

const key = randomBytes(32);
const encrypted = new Map<string, Buffer>();
function encrypt(password: string): Buffer {
  const known = encrypted.get(password);
  if (known !== undefined) return known;
  const cipher = createCipheriv('aes-256-gcm', key, randomBytes(12));
  const secret = Buffer.concat([cipher.update(password), cipher.final(), cipher.getAuthTag()]);
  encrypted.set(password, secret);
  return secret;
}
const asSql = (value: Value | undefined): string | number | null => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' ? JSON.stringify(value) : (value ?? null);
};
const searched = ['proxy_id', 'asn_name', 'city_name', 'country_name', 'subdivision_name'];
const writePage = database.transaction((rows: readonly Row[]) => {
  for (const row of rows) {
    insert.run(
      ...columns.map((column) => asSql(row[column])),
      searched.map((field) => String(row[field]).toLowerCase()).join(' '),
      JSON.stringify({ proxy_user_ids: row['proxy_user_ids'] }),
      encrypt(String(row['default_proxy_user_password'])),
      hash('sha256', JSON.stringify(row), 'buffer'),
    );
  }
});
for (let page = 1; page <= Number(pageCount); page += 1) {
  const address = `${baseUrl}/public/user/proxy/search?page=${String(page)}&per_page=1000`;
  const response = await request(address, { dispatcher, headers });
  writePage((JSON.parse(await response.body.text()) as { data: Row[] }).data); // what the bench's own server sends
}
for (const indexed of [
  ...['proxy_id', 'hash', 'proxy_ip_address', 'proxy_http_port', 'proxy_last_update_datetime'],
  ...['country_id', 'city_name', 'asn_id', 'service_id, proxy_type, proxy_status'],
]) {
  database.exec(`CREATE INDEX "by ${indexed}" ON proxy (${indexed})`);
}
database.close();
const durationMs = performance.now() - startedAtMs;
await dispatcher.close();
console.log(JSON.stringify({ durationMs }));
