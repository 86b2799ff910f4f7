/**
 * One sync of the app without its window, in a process of its own: what the benchmark of
 * the sync measures. Arguments: base URL, data folder. Prints one line of JSON, a
 * `SyncMeasurement`.
 */
import { openBenchApp } from './open-bench-app.ts';
import { watchProcess, type ProcessFigures } from './process-watch.ts';

export interface SyncMeasurement extends ProcessFigures {
  readonly durationMs: number;
  readonly isComplete: boolean;
  readonly changed: number;
  readonly databaseBytes: number;
  readonly proxyCount: number;
}

const [baseUrl = '', dataDir = ''] = process.argv.slice(2);
const { app, handlers, currentAccountId } = openBenchApp(dataDir, baseUrl);
const accountId = currentAccountId();
// Opens the cache, as a window does long before the first sync.
await handlers['sync:state']({ accountId });
const { value, durationMs, figures } = await watchProcess(async () => handlers['sync:run']({ accountId }));
const { databaseBytes, counts } = await handlers['sync:state']({ accountId });
const measurement: SyncMeasurement = {
  ...figures,
  durationMs,
  isComplete: value.complete,
  changed: value.resources.proxies.changed,
  databaseBytes,
  proxyCount: counts.proxies,
};
await app.close();
console.log(JSON.stringify(measurement));
