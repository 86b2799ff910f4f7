/**
 * One export of the app without its window, in a process of its own: what the benchmark
 * of the export measures. Arguments: data folder, file to write, proxy user, filter, the
 * built export thread, and `stop` to stop it as soon as it says how far it is. Prints one
 * line of JSON, an `ExportMeasurement`.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { openBenchApp } from './open-bench-app.ts';

export interface ExportMeasurement {
  readonly durationMs: number;
  readonly writtenCount: number;
  /** From the order to stop until nothing of the export is left; null: it was not stopped. */
  readonly stoppedAfterMs: number | null;
  /** Of the whole process, in bytes: before the export, and the most during it. */
  readonly idleRssBytes: number;
  readonly peakRssBytes: number;
  /** How late the main thread's event loop was, in milliseconds. */
  readonly eventLoopDelayP99Ms: number;
  readonly eventLoopDelayMaxMs: number;
}

const [dataDir = '', file = '', proxyUserId = '', where = '', threadFile = '', stop = ''] =
  process.argv.slice(2);
let stopping: Promise<number> | undefined;
const stopOnce = async (accountId: string): Promise<number> => {
  const startedAtMs = performance.now();
  await app.handlers['exports:cancel']({ accountId });
  return performance.now() - startedAtMs;
};
const app = openBenchApp(dataDir, {
  jobThread: pathToFileURL(threadFile),
  emit: (name) => {
    if (name === 'exports:progress' && stop !== '') stopping ??= stopOnce(account.id);
  },
  desktop: {
    applySettings: () => undefined,
    chooseSaveFile: () => Promise.resolve(file),
    copySecret: () => Promise.resolve(),
    dragFiles: () => undefined,
  },
});
const { account, unlock } = app.session(app.accounts.named(undefined).id);
await unlock();
await sleep(500);
const idleRssBytes = process.memoryUsage.rss();
let peakRssBytes = idleRssBytes;
const sampling = setInterval(() => {
  peakRssBytes = Math.max(peakRssBytes, process.memoryUsage.rss());
}, 20);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const startedAtMs = performance.now();
const saved = app.handlers['exports:save']({
  accountId: account.id,
  proxyUserId,
  proxies: { kind: 'query', where },
  format: 'host:port:user:pass',
  protocol: 'http',
  ip: '4',
});
const [outcome] = await Promise.allSettled([saved]);
const durationMs = performance.now() - startedAtMs;
delay.disable();
clearInterval(sampling);
if (outcome.status === 'rejected' && stop === '') throw outcome.reason;
const measurement: ExportMeasurement = {
  durationMs,
  writtenCount: outcome.status === 'fulfilled' ? (outcome.value?.writtenCount ?? 0) : 0,
  stoppedAfterMs: (await stopping) ?? null,
  idleRssBytes,
  peakRssBytes,
  eventLoopDelayP99Ms: delay.percentile(99) / 1e6,
  eventLoopDelayMaxMs: delay.max / 1e6,
};
await app.close();
console.log(JSON.stringify(measurement));
