import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBenchModule, root } from './build-module.ts';
import { run } from './run-program.ts';
import type { SyncMeasurement } from './sync-process.ts';
import { median, type Table, type TableRow } from './table.ts';

const here = import.meta.dirname;
const syncThread = join(root, 'out/main/sync-thread.js');
const mebibyte = 2 ** 20;

interface PageServer {
  readonly baseUrl: string;
  readonly pageCount: number;
  /** Changes one proxy in a hundred. */
  change(): Promise<void>;
  close(): void;
}

/** Syncs of 100,000 and 1,000,000 proxies beside a floor, a script and two pipelines. */
export async function* measureSync(): AsyncGenerator<Table> {
  const syncProcess = await buildBenchModule(join(here, 'sync-process.ts'));
  yield { title: 'Sync of 100,000 proxies', rows: await measure(syncProcess, 100_000, 3) };
  yield { title: 'Sync of 1,000,000 proxies', rows: await measure(syncProcess, 1_000_000, 1) };
}

async function measure(
  syncProcess: string,
  proxyCount: number,
  rounds: number,
): Promise<TableRow[]> {
  const server = await startPageServer(proxyCount);
  const { baseUrl } = server;
  const pages = String(server.pageCount);
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-bench-'));
  const dataDir = (round: number): string => join(folder, String(round));
  const sync = async (round: number): Promise<SyncMeasurement> => {
    const said = await run(process.execPath, [syncProcess, baseUrl, dataDir(round), syncThread]);
    return JSON.parse(said) as SyncMeasurement; // what sync-process.ts prints
  };
  const timed = async (program: string, args: readonly string[]): Promise<number> =>
    (JSON.parse(await run(program, args)) as { durationMs: number }).durationMs;
  const floor = (): Promise<number> =>
    timed(process.execPath, [join(here, 'floor-process.ts'), baseUrl, pages]);
  const pipeline = async (...stages: readonly string[]): Promise<number> => {
    const startedAtMs = performance.now();
    await run('sh', ['-c', stages.join(' | ')]);
    return performance.now() - startedAtMs;
  };
  const fetchAll = `curl -sS '${baseUrl}/public/user/proxy/search?per_page=1000&page=[1-${pages}]'`;
  try {
    const floors: number[] = [];
    const firsts: SyncMeasurement[] = [];
    const seconds: SyncMeasurement[] = [];
    const scripts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await floor());
      firsts.push(await sync(round));
      await server.change();
      seconds.push(await sync(round));
      floors.push(await floor());
      scripts.push(await timed('/usr/bin/python3', [join(here, 'python-loop.py'), baseUrl, pages]));
    }
    const toText = await pipeline(
      fetchAll,
      `jq -r '.data[] | "\\(.proxy_ip_address):\\(.proxy_http_port)"' > '${folder}/proxies.txt'`,
    );
    const toTable =
      proxyCount > 100_000
        ? null
        : await pipeline(
            fetchAll,
            `jq -c '.data[]'`,
            `sqlite-utils insert '${folder}/utils.sqlite' proxies - --nl --pk proxy_id`,
          );
    return describe({ floors, firsts, seconds, scripts, toText, toTable });
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function describe(measured: {
  readonly floors: readonly number[];
  readonly firsts: readonly SyncMeasurement[];
  readonly seconds: readonly SyncMeasurement[];
  readonly scripts: readonly number[];
  readonly toText: number;
  readonly toTable: number | null;
}): TableRow[] {
  const floor = median(measured.floors);
  const first = median(measured.firsts.map(({ durationMs }) => durationMs));
  const second = median(measured.seconds.map(({ durationMs }) => durationMs));
  const script = median(measured.scripts);
  const runs = [...measured.firsts, ...measured.seconds];
  const growth = Math.max(
    ...runs.map(({ peakRssBytes, idleRssBytes }) => peakRssBytes - idleRssBytes),
  );
  const delayP99 = Math.max(...runs.map(({ eventLoopDelayP99Ms }) => eventLoopDelayP99Ms));
  const delayMax = Math.max(...runs.map(({ eventLoopDelayMaxMs }) => eventLoopDelayMaxMs));
  const [any] = measured.firsts;
  const bytesPerProxy = (any?.databaseBytes ?? 0) / (any?.proxyCount ?? 1);
  const [changedRun] = measured.seconds;
  const ratio = (what: string, value: number, goal: number, times: string): TableRow => ({
    what: `${what} (${times})`,
    figure: value.toFixed(2),
    goal: `≥ ${String(goal)}`,
    isReached: value >= goal,
  });
  const ms = (value: number): string => `${(value / 1000).toFixed(2)} s`;
  return [
    ratio(
      'First sync: share of the floor’s throughput',
      floor / first,
      0.7,
      `${ms(floor)} : ${ms(first)}`,
    ),
    ratio(
      `Second sync, ${String(changedRun?.changed ?? 0)} rows changed and written: share of the floor’s throughput`,
      floor / second,
      0.9,
      `${ms(floor)} : ${ms(second)}`,
    ),
    ratio(
      'First sync against a Python loop that stores nothing',
      script / first,
      1,
      `${ms(script)} : ${ms(first)}`,
    ),
    ratio(
      'First sync against curl, jq, text file',
      measured.toText / first,
      4,
      `${ms(measured.toText)} : ${ms(first)}`,
    ),
    ...(measured.toTable === null
      ? []
      : [
          ratio(
            'First sync against curl, jq, sqlite-utils insert',
            measured.toTable / first,
            15,
            `${ms(measured.toTable)} : ${ms(first)}`,
          ),
        ]),
    {
      what: 'Memory of the process above idle, at most',
      figure: `${(growth / mebibyte).toFixed(0)} MiB`,
      goal: '≤ 250 MB',
      isReached: growth <= 250e6,
    },
    {
      what: 'Event-loop delay of the main thread, p99 (longest)',
      figure: `${delayP99.toFixed(1)} ms (${delayMax.toFixed(0)} ms)`,
      goal: '≤ 20 ms',
      isReached: delayP99 <= 20,
    },
    {
      what: 'Database with its log, a proxy',
      figure: `${bytesPerProxy.toFixed(0)} bytes`,
      goal: '≤ 300 bytes',
      isReached: bytesPerProxy <= 300,
    },
  ];
}

async function startPageServer(proxyCount: number): Promise<PageServer> {
  const child = fork(join(here, 'page-server.ts'), [String(proxyCount)]);
  const listening = (await receiveMessage(child)) as { baseUrl: string; pageCount: number }; // its first message
  return {
    ...listening,
    async change() {
      child.send('change');
      await receiveMessage(child);
    },
    close: () => {
      child.disconnect();
    },
  };
}

async function receiveMessage(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as unknown[];
  return message;
}
