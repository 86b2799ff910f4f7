/**
 * Makes a data folder of the app with a demo account that has been synced, some of its
 * proxies tested and a view saved for each order of the queries, so that browsing can
 * be measured. Arguments: data folder, number of proxies, the built sync
 * thread. Prints one line of JSON.
 */
import { pathToFileURL } from 'node:url';
import { writeLook } from '../../src/renderer/account/saved-view.ts';
import { defaultLayout } from '../../src/renderer/table/columns/column-layout.ts';
import { openBenchApp } from './open-bench-app.ts';
import { benchQueries } from './queries.ts';

/** One proxy in so many has been tested. */
const testedShare = 20;

const [dataDir = '', proxyCount = '', threadFile = ''] = process.argv.slice(2);
// Its own account is the demo's.
const app = openBenchApp(dataDir, {
  environment: undefined,
  syncThread: pathToFileURL(threadFile),
});
const { id } = await app.handlers['accounts:add-demo']({ proxyCount: Number(proxyCount) });
const { store } = app.session(id);
const outcome = await app.sync(app.session(id), {});
const tested = store.proxies
  .list({ where: { terms: [] }, sort: [], offset: 0, limit: Number(proxyCount) / testedShare })
  .map((row) => row.proxy_id);
const testRunId = store.testRuns.start({
  urls: ['https://example.com'],
  proxyUserId: null,
  proxyCount: tested.length,
  leftOutCount: 0,
  batchCount: 1,
});
store.testRuns.finishBatch(testRunId, {
  results: tested.map((proxyId, number) => ({
    proxyId,
    fields: { proxy_test_result_is_successful: number % 9 !== 0 },
  })),
  problem: null,
});
store.testRuns.finish(testRunId, 'finished', null);
for (const { name, sort } of benchQueries) {
  if (sort.length === 0) continue;
  const content = writeLook({ list: 'proxies', where: '', sort, columns: defaultLayout });
  store.saved.put({ kind: 'view', name, content });
}
await app.close();
console.log(JSON.stringify({ accountId: id, complete: outcome.complete }));
