/**
 * Tests from this machine, each mode in a process of its own: `here FOLDER PROTOCOL PORT URL COUNT` as the app does it,
 * `bare PROTOCOL PORT URL COUNT` with undici alone, `history FOLDER RUNS PROXIES` the figures of many results. Prints
 * one line of JSON.
 */
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { ProxyAgent, request, Socks5ProxyAgent } from 'undici';
import { parseQuery } from '../../src/shared/filter/query.ts';
import type { ListName } from '../../src/shared/lists.ts';
import { defaultLocalTest } from '../../src/shared/test-runs/test-run.ts';
import { openStore, type Store } from '../../src/main/store/index.ts';
import { recordsFileOf } from '../../src/main/store/sqlite/user-records.ts';
import { createTestRuns, type TestedAccount } from '../../src/main/test-runs/runs.ts';
import { createThreadPool } from '../../src/main/threads/thread-pool.ts';

/** What a run through the app comes to. */
export interface HereFigures {
  readonly perSecond: number;
  readonly passedCount: number;
  readonly loopP99Ms: number;
  readonly addedMegabytes: number;
  readonly cancelMs: number;
}
export interface BareFigures {
  readonly perSecond: number;
  readonly passedCount: number;
}
/** Milliseconds. */
export interface HistoryFigures {
  readonly resultCount: number;
  readonly megabytes: number;
  readonly listMs: number;
  readonly figuresMs: number;
  readonly rowsMs: number;
  readonly countMs: number;
  readonly sortMs: number;
  readonly sortByCityMs: number;
  readonly groupsMs: number;
  readonly compareMs: number;
  readonly columnMs: number;
  readonly filterMs: number;
}

const concurrency = 200;
const key = 'private-key-of-the-benchmark';
const [mode = '', ...args] = process.argv.slice(2);
const uuid = (number: number): string => `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

function fillProxies(store: Store, count: number, port: number): void {
  const pageSize = 5000;
  for (let start = 0; start < count; start += pageSize) {
    store.syncs.writePage(
      'proxies',
      Array.from({ length: Math.min(pageSize, count - start) }, (_, index) => {
        const number = start + index;
        return {
          id: uuid(number),
          fields: {
            proxy_id: uuid(number),
            service_id: `svc-${String(number % 17)}`,
            proxy_ip_address: '127.0.0.1',
            proxy_http_port: port,
            proxy_socks5_port: port,
            default_proxy_user_username: 'user1',
            default_proxy_user_password: 'secret',
            asn_id: 64_500 + (number % 40),
            asn_name: `Network ${String(number % 40)}`,
            city_name: `City ${String(number % 300)}`,
            country_id: 'US',
          },
        };
      }),
    );
  }
}

async function measureHere(): Promise<HereFigures> {
  const [folder = '', protocol, port, url = '', count] = args;
  const file = join(folder, `${String(protocol)}-${String(port)}.sqlite`);
  const store = openStore({ file });
  store.unlock(key);
  fillProxies(store, Number(count), Number(port));
  const workers = createThreadPool({
    file: pathToFileURL(join(import.meta.dirname, '../main/worker.js')),
    databaseFile: file,
    unlock: () => Promise.resolve(key),
  });
  const account: TestedAccount = {
    accountId: 'a',
    store,
    databaseFile: file,
    client: () => Promise.reject(new Error('The service is not used.')),
    calls: {
      create: (plan, options) => workers.call('tests:create', plan, options),
      plan: (testRunId, options) => workers.call('tests:plan', testRunId, options),
      nextBatch: (batch, options) => workers.call('tests:next-batch', batch, options),
      probe: (testRunId, options) =>
        workers.call('tests:probe', { testRunId, serviceUrl: 'http://localhost' }, options),
    },
  };
  const runs = createTestRuns({ emit: () => undefined, onStopped: () => undefined });
  const plan = {
    name: '',
    urls: [url],
    proxies: { kind: 'query', where: '' } as const,
    proxyUserId: null,
    settings: {
      ...defaultLocalTest,
      protocol: protocol === 'socks5' ? ('socks5' as const) : ('http' as const),
      concurrency,
    },
  };
  // The worker has started before the run is measured, as in an app that is used.
  const few = { kind: 'ids', ids: [uuid(0)] } as const;
  await (
    await runs.start({ ...account, ...plan, proxies: few })
  ).finished;
  const idleBytes = process.memoryUsage().rss;
  let maxBytes = idleBytes;
  const watch = setInterval(() => {
    maxBytes = Math.max(maxBytes, process.memoryUsage().rss);
  }, 50);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const startedAtMs = performance.now();
  delay.enable();
  const run = await (await runs.start({ ...account, ...plan })).finished;
  delay.disable();
  const seconds = (performance.now() - startedAtMs) / 1000;
  clearInterval(watch);
  const canceled = await runs.start({ ...account, ...plan });
  await wait(500);
  const canceledAtMs = performance.now();
  await runs.cancel('a', canceled.started.id);
  const cancelMs = performance.now() - canceledAtMs;
  await workers.close();
  store.close();
  return {
    perSecond: run.proxiesTested / seconds,
    passedCount: run.proxiesPassed,
    loopP99Ms: delay.percentile(99) / 1e6,
    addedMegabytes: (maxBytes - idleBytes) / 1e6,
    cancelMs,
  };
}

/** The same requests with a new connection each, and nothing else. */
async function measureBare(): Promise<BareFigures> {
  const [protocol, port, url = '', count] = args;
  let left = Number(count);
  let passedCount = 0;
  const agent = () =>
    protocol === 'socks5'
      ? new Socks5ProxyAgent(`socks5://user1:secret@127.0.0.1:${String(port)}`)
      : new ProxyAgent({
          uri: `http://127.0.0.1:${String(port)}`,
          token: `Basic ${Buffer.from('user1:secret').toString('base64')}`,
          proxyTunnel: false,
        });
  const startedAtMs = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left > 0) {
        left -= 1;
        const dispatcher = agent();
        const { statusCode, body } = await request(url, { dispatcher });
        await body.text();
        if (statusCode === 200) passedCount += 1;
        await dispatcher.destroy();
      }
    }),
  );
  return { perSecond: (Number(count) * 1000) / (performance.now() - startedAtMs), passedCount };
}

function measureHistory(): HistoryFigures {
  const [folder = '', runCount, proxyCount] = args;
  const file = join(folder, 'history.sqlite');
  const empty = openStore({ file });
  empty.unlock(key);
  fillProxies(empty, Number(proxyCount), 8000);
  empty.close();
  fillHistory(recordsFileOf(file), Number(runCount), Number(proxyCount));
  const store = openStore({ file, isSecond: true });
  const last = Number(runCount);
  const time = (work: () => unknown): number => {
    const startedAtMs = performance.now();
    work();
    return performance.now() - startedAtMs;
  };
  const where = (text: string, list: ListName = 'proxies') => {
    const parsed = parseQuery(text, list);
    if (!parsed.ok) throw new Error(parsed.problem.message);
    return parsed.query;
  };
  const ofRun = (terms: string) => where(`run:${String(last)}${terms}`, 'tested');
  const page = { offset: 0, limit: 200 };
  const sort = [{ field: 'lastResponseTime', isDescending: true }];
  return {
    resultCount: Number(runCount) * Number(proxyCount),
    megabytes: store.testRuns.recordsBytes() / 1e6,
    listMs: time(() => store.testRuns.list()),
    figuresMs: time(() => store.testRuns.figures(last)),
    rowsMs: time(() => store.tested.list({ where: ofRun(''), sort: [], ...page })),
    countMs: time(() => store.tested.count(ofRun(' works:no'))),
    sortMs: time(() =>
      store.tested.list({
        where: ofRun(''),
        sort: [{ field: 'slowest_time', isDescending: false }],
        ...page,
      }),
    ),
    sortByCityMs: time(() =>
      store.tested.list({
        where: ofRun(''),
        sort: [{ field: 'city_name', isDescending: false }],
        ...page,
      }),
    ),
    groupsMs: time(() => store.groupsOf('tested', 'network', ofRun(''), 100)),
    compareMs: time(() => store.tested.count(ofRun(' works:yes elsewhere:no'))),
    columnMs: time(() => store.proxies.list({ where: where(''), sort, ...page })),
    filterMs: time(() => store.proxies.count(where('from:here latency:>800'))),
  };
}

/** Runs by the service and from here in turns, each of all proxies. */
function fillHistory(records: string, runCount: number, proxyCount: number): void {
  const db = new Database(records);
  db.pragma('synchronous = OFF');
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${String(proxyCount - 1)})`;
  const id = `printf('00000000-0000-4000-8000-%012x', i)`;
  for (let run = 1; run <= runCount; run += 1) {
    const source = run % 2 === 0 ? 'here' : 'service';
    const seed = `abs((i * 2654435761 + ${String(run)} * 40503) % 1000003)`;
    db.transaction(() => {
      db.prepare(
        `INSERT INTO test_run (id, name, source, state, started_at, urls, proxy_count, skipped_count,
           batch_count, result_count, proxies_done, proxies_tested)
         VALUES (?, '', ?, 'finished', ?, '["https://example.com/"]', ?, 0, 0, ?, ?, ?)`,
      ).run(run, source, new Date().toISOString(), ...Array<number>(4).fill(proxyCount));
      db.exec(`${numbers} INSERT INTO tested_proxy (key, test_run_id, proxy_id, proxy_host, proxy_port, state,
          result_count, success_count, slowest_time, errors, fault)
        SELECT (${String(run)} << 32) + i, ${String(run)}, ${id}, '127.0.0.1', 8000, 'done', 1, ${seed} % 10 > 0, CASE WHEN ${seed} % 10 > 0 THEN ${seed} % 3000 END,
        CASE WHEN ${seed} % 10 = 0 THEN 'refused' END, CASE WHEN ${seed} % 10 = 0 THEN 'proxy' END FROM n`);
      db.exec(`${numbers} INSERT INTO test_result (test_run_id, proxy_id, proxy_test_result_url,
          proxy_test_result_is_successful, proxy_test_result_response_time, proxy_host, proxy_port, received_at_ms,
          reason, fault, bytes, connect_ms, handshake_ms, first_byte_ms)
        SELECT ${String(run)}, ${id}, 'https://example.com/', ${seed} % 10 > 0,
          CASE WHEN ${seed} % 10 > 0 THEN ${seed} % 3000 END, '127.0.0.1', 8000,
          unixepoch() * 1000 - (${String(runCount - run)} * 3600000), CASE WHEN ${seed} % 10 = 0 THEN 'refused' END,
          CASE WHEN ${seed} % 10 = 0 THEN 'proxy' END, 900, 20, 30, 40 FROM n`);
      if (run < runCount) return;
      db.exec(`${numbers} INSERT INTO proxy_test (proxy_id, test_count, success_count, last_received_at_ms,
          last_is_successful, last_response_time, last_source)
        SELECT ${id}, ${String(runCount)}, ${String(runCount - 5)}, unixepoch() * 1000, 1, ${seed} % 3000, 'here' FROM n`);
    })();
  }
  db.close();
}

const figures = mode === 'here' ? await measureHere() : mode === 'bare' ? await measureBare() : measureHistory();
console.log(JSON.stringify(figures));
process.exit();
