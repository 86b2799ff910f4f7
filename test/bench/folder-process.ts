/**
 * Makes a data folder of the app with one account that has been synced, some of its
 * proxies tested, and a saved view for each order of the queries. Everything goes through
 * the requests of the window. Arguments: data folder, base URL, and `keeps-running` for an app that stays when its window
 * is closed, because a preset follows its syncs. Prints one line of JSON.
 */
import { askHandlers } from '../support/ask-handlers.ts';
import { once, EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { TestRunSummary } from '../../src/shared/test-runs/test-run.ts';
import { openBenchApp } from './open-bench-app.ts';
import { benchQueries } from './queries.ts';

const testedCount = 2000;

const [dataDir = '', baseUrl = '', more] = process.argv.slice(2);
const testRuns = new EventEmitter();
const { app, handlers } = openBenchApp(dataDir, baseUrl, {
  // The account must be there when a window opens the folder.
  environment: undefined,
  emit: (name, payload) => {
    // `name` and `payload` belong together; the compiler can't follow it through the union.
    if (name === 'tests:progress' && (payload as TestRunSummary).state !== 'running') {
      testRuns.emit('finished');
    }
  },
});
const { id: accountId } = await handlers['accounts:add']({
  name: 'bench',
  baseUrl,
  publicKey: 'bench-public',
  privateKey: 'bench-private',
  keysInMemory: true,
});
const outcome = await handlers['sync:run']({ accountId });
if (!outcome.complete) throw new Error('The sync is not complete.');

const rows = await askHandlers(app, 'list:rows', {
  list: 'proxies',
  accountId,
  where: '',
  sort: [],
  offset: 0,
  limit: testedCount,
});
const finished = once(testRuns, 'finished');
await handlers['tests:start']({
  accountId,
  proxies: { kind: 'ids', ids: rows.map((row) => row.proxy_id) },
  urls: ['https://example.com'],
});
await finished;

for (const { name, sort } of benchQueries) {
  if (sort.length === 0) continue;
  const content = {
    list: 'proxies',
    where: '',
    sort: sort.map(({ field, isDescending }) => ({ field, isDescending })),
    columns: {},
  };
  await handlers['saved:put']({ accountId, kind: 'view', name, content });
}
if (more === 'keeps-running') {
  const choices = { proxies: { kind: 'query', where: '' }, format: 'url', protocol: 'http', ip: '4' } as const;
  const { id } = await handlers['presets:put']({ accountId, name: 'all', choices: { ...choices, proxyUserId: null } });
  const target = { path: join(dataDir, 'all.txt'), isRefreshed: true, written: [], writtenAt: null, problem: null };
  app.session(accountId).store.exportTargets.put(id, target);
  app.saveSettings({ whenClosed: 'keep' });
}
// What is measured is the table, not the start page.
await handlers['accounts:put-last-view']({ accountId, lastView: { view: 'proxies' } });
await app.close();
console.log(JSON.stringify({ accountId }));
