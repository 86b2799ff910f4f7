/**
 * One sync of the app without its window, in a process of its own: what the
 * benchmark of the sync measures. Arguments: base address, data folder, the built
 * sync thread. Prints one line of JSON, a `SyncMeasurement`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { benchAccount, openBenchApp } from './open-bench-app.ts';

export interface SyncMeasurement {
  readonly durationMs: number;
  readonly complete: boolean;
  readonly added: number;
  readonly changed: number;
  /** Of the whole process, in bytes: before the sync, and the most during it. */
  readonly idleRssBytes: number;
  readonly peakRssBytes: number;
  /** How late the main thread's event loop was, in milliseconds. */
  readonly eventLoopDelayP99Ms: number;
  readonly eventLoopDelayMaxMs: number;
  readonly databaseBytes: number;
  readonly proxyCount: number;
}

const [baseUrl = '', dataDir = '', threadFile = ''] = process.argv.slice(2);
const app = openBenchApp(dataDir, {
  environment: benchAccount(baseUrl),
  syncThread: pathToFileURL(threadFile),
});
const session = app.session(app.accounts.named(undefined).id);
await sleep(500);
const idleRssBytes = process.memoryUsage.rss();
let peakRssBytes = idleRssBytes;
const sampling = setInterval(() => {
  peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
}, 20);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const outcome = await app.sync(session, {});
delay.disable();
clearInterval(sampling);
const measurement: SyncMeasurement = {
  durationMs: outcome.durationMs,
  complete: outcome.complete,
  added: outcome.resources.proxies.added,
  changed: outcome.resources.proxies.changed,
  idleRssBytes,
  peakRssBytes,
  eventLoopDelayP99Ms: delay.percentile(99) / 1e6,
  eventLoopDelayMaxMs: delay.max / 1e6,
  databaseBytes: session.store.sizeBytes(),
  proxyCount: session.store.syncs.countRows('proxies'),
};
await app.close();
console.log(JSON.stringify(measurement));
