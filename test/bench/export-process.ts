/**
 * One export of the app without its window, in a process of its own: what the benchmark of
 * the export measures. Arguments: data folder, base URL, file to write, proxy user, filter,
 * and `stop` to cancel it at its first progress. Prints one line of JSON, an
 * `ExportMeasurement`.
 */
import { openBenchApp } from './open-bench-app.ts';
import { watchProcess, type ProcessFigures } from './process-watch.ts';

export interface ExportMeasurement extends ProcessFigures {
  readonly durationMs: number;
  readonly writtenCount: number;
  /** From the request to cancel until nothing of the export is left; null: it was not canceled. */
  readonly canceledAfterMs: number | null;
}

const [dataDir = '', baseUrl = '', file = '', proxyUserId = '', where = '', stop = ''] = process.argv.slice(2);
let canceling: Promise<number> | undefined;
const controller = new AbortController();
const ended = Promise.withResolvers<undefined>();
const cancel = async (): Promise<number> => {
  const startedAtMs = performance.now();
  controller.abort();
  await ended.promise;
  return performance.now() - startedAtMs;
};
const { app, handlers, currentAccountId } = openBenchApp(dataDir, baseUrl, {
  emit: (name) => {
    if (name === 'exports:progress' && stop !== '') canceling ??= cancel();
  },
  desktop: {
    applySettings: () => undefined,
    chooseSaveFile: () => Promise.resolve(file),
    copySecret: () => Promise.resolve(),
  },
});
const accountId = currentAccountId();
// Opens the cache, as a window does long before the first export.
await app.session(accountId).workers.call('list:count', { list: 'proxies', accountId, where: '' });
const save = async (): Promise<number> => {
  const request = {
    accountId,
    proxyUserId,
    proxies: { kind: 'query', where },
    format: 'host:port:user:pass',
    protocol: 'http',
    ip: '4',
  } as const;
  const outcome = await handlers['exports:save'](request, { signal: controller.signal });
  return outcome?.writtenCount ?? 0;
};
const { value, durationMs, figures } = await watchProcess(async () => {
  const [saved] = await Promise.allSettled([save()]);
  ended.resolve(undefined);
  if (saved.status === 'fulfilled') return saved.value;
  if (stop === '') throw saved.reason;
  return 0;
});
const measurement: ExportMeasurement = {
  ...figures,
  durationMs,
  writtenCount: value,
  canceledAfterMs: (await canceling) ?? null,
};
await app.close();
console.log(JSON.stringify(measurement));
