/**
 * Fills an offline copy with the demo's account, without a network. Arguments: data
 * folder, number of proxies. Prints one line of JSON, a `FilledCopy`.
 */
import { join } from 'node:path';
import { rowsOfData } from '../../src/main/api/page-rows.ts';
import { createDemoAccount } from '../../src/main/demo/account.ts';
import { openBenchApp } from './open-bench-app.ts';

export interface FilledCopy {
  readonly databaseFile: string;
  /** A user that may use every proxy, with its password. */
  readonly proxyUserId: string;
  readonly password: string;
}

const pageSize = 1000;
const [dataDir = '', count = ''] = process.argv.slice(2);
const proxyUserId = 'everywhere';
const password = 'k7Rw-q2Zt.x9Lm';
const app = openBenchApp(dataDir);
const { account, store, unlock } = app.session(app.accounts.named(undefined).id);
await unlock();

const demo = createDemoAccount({ proxyCount: Number(count), seed: 2026, nowMs: Date.now() });
demo.proxyUsers.add({
  proxy_user_id: proxyUserId,
  proxy_user_password: password,
  proxy_user_access_type: 'all',
});
const lists = [
  { resource: 'services', table: demo.services, idField: 'service_id' },
  { resource: 'proxy_users', table: demo.proxyUsers, idField: 'proxy_user_id' },
  { resource: 'proxies', table: demo.proxies, idField: 'proxy_id' },
] as const;
for (const { resource, table, idField } of lists) {
  const pass = store.syncs.startPass(resource);
  for (let start = 0; start < table.count(); start += pageSize) {
    pass.write(rowsOfData(table.slice(start, pageSize), idField));
  }
  pass.close();
}
const filled: FilledCopy = {
  databaseFile: join(dataDir, 'accounts', `${account.id}.sqlite`),
  proxyUserId,
  password,
};
await app.close();
console.log(JSON.stringify(filled));
