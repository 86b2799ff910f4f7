/**
 * Looks proxies up as the gateway does, in a cache of a million, with the password of their default user. Argument: a
 * file that does not exist yet. Prints the times in microseconds as a list in JSON.
 */
import Database from 'better-sqlite3';
import { readQuery } from '../../src/shared/filter/query.ts';
import { openStore } from '../../src/main/store/index.ts';

const lookups = 100_000;
const [file = ''] = process.argv.slice(2);
const store = openStore({ file });
store.unlock('private-key-of-the-benchmark');
const fields = {
  proxy_id: '00000000-0000-4000-8000-000000000001',
  proxy_ip_address: '203.0.113.7',
  proxy_http_port: 8000,
  default_proxy_user_username: 'default-user',
  default_proxy_user_password: 'the default password',
};
store.syncs.writePage('proxies', [{ id: fields.proxy_id, fields }]);

// Copies it until there are a million, each with an ID of its own.
const cache = new Database(file);
// A cast, because the library does not know what a pragma returns.
const described = cache.pragma('table_info(proxy)') as readonly { readonly name: string }[];
const columns = described.map(({ name }) => name).filter((name) => name !== 'key');
const values = columns.map((name) => (name === 'proxy_id' ? `printf('00000000-0000-4000-8000-%012x', i)` : name));
cache.exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
  INSERT INTO proxy (${columns.join(', ')}) SELECT ${values.join(', ')} FROM proxy, n`);
cache.close();

const found = store.rotation({
  where: readQuery('', 'proxies'),
  accessibleTo: null,
  protocol: 'http',
  skipsFailed: false,
  skipsOffline: false,
});
const ids = [...found].map(({ proxy_id }) => proxy_id);
const times: number[] = [];
for (let round = 0; round < lookups; round += 1) {
  const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
  const startedAtMs = performance.now();
  const proxy = store.rotated(id, 'http', true);
  times.push((performance.now() - startedAtMs) * 1000);
  if (proxy?.defaultCredentials?.password == null) throw new Error(`${id} was not found.`);
}
store.close();
console.log(JSON.stringify(times));
