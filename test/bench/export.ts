import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBenchModule } from './build-module.ts';
import { browsedSources, describeSource, generateSource, type DataSource } from './data-source.ts';
import type { ExportMeasurement } from './export-process.ts';
import { run } from './run-program.ts';
import { startService } from './start-service.ts';
import { median, type Suite, type TableRow } from './table.ts';

const here = import.meta.dirname;
const rounds = 5;
const mebibyte = 2 ** 20;
const shareGoal = 0.5;

/** A filter, and the condition that finds the same proxies in the cache. */
const filters = [
  { name: 'Every proxy', where: '', sql: 'TRUE' },
  {
    name: '`online:yes type:isp`',
    where: 'online:yes type:isp',
    sql: `proxy_is_online = 1 AND proxy_type = 'isp'`,
  },
] as const;

interface Exported {
  readonly folder: string;
  readonly dataDir: string;
  readonly baseUrl: string;
  readonly user: { readonly id: string; readonly password: string };
}

/** Exports to a file next to the sqlite3 shell that writes the same file. */
export const measureExport: Suite = async function* (proxyCounts) {
  for (const proxyCount of proxyCounts) {
    for (const source of browsedSources) {
      const folder = mkdtempSync(join(tmpdir(), 'proxydeck-bench-'));
      try {
        const title = `Export of ${proxyCount.toLocaleString('en')} proxies, ${describeSource(source)}`;
        yield { title, rows: await measure(await fill(folder, source, proxyCount)) };
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
  }
};

async function fill(folder: string, source: DataSource, proxyCount: number): Promise<Exported> {
  const program = await buildBenchModule(join(here, 'sync-process.ts'));
  const dataDir = join(folder, 'data');
  const service = await startService(source, proxyCount);
  try {
    await run(process.execPath, [program, service.baseUrl, dataDir]);
  } finally {
    service.close();
  }
  // The first one may use every proxy.
  const user = generateSource(source, 1).proxyUsers.row(0);
  return {
    folder,
    dataDir,
    baseUrl: service.baseUrl,
    user: { id: String(user['proxy_user_id']), password: String(user['proxy_user_password']) },
  };
}

async function measure({ folder, dataDir, baseUrl, user }: Exported): Promise<TableRow[]> {
  const program = await buildBenchModule(join(here, 'export-process.ts'));
  const [appFile, shellFile] = [join(folder, 'app.txt'), join(folder, 'shell.txt')];
  const exportRows = async (where: string, stop = ''): Promise<ExportMeasurement> => {
    const args = [program, dataDir, baseUrl, appFile, user.id, where, stop];
    return JSON.parse(await run(process.execPath, args)) as ExportMeasurement; // what export-process.ts prints
  };
  const shell = async (condition: string): Promise<number> => {
    const select = `SELECT proxy_ip_address, proxy_http_port, '${user.id}', '${user.password}'
      FROM proxy WHERE proxy_ip_address IS NOT NULL AND ${condition} ORDER BY rowid`;
    const startedAtMs = performance.now();
    await run('sqlite3', [
      ...['-readonly', '-separator', ':', '-cmd', `.once ${shellFile}`],
      ...[databaseIn(dataDir), select],
    ]);
    return performance.now() - startedAtMs;
  };

  const runs: ExportMeasurement[] = [];
  const rows: TableRow[] = [];
  for (const { name, where, sql } of filters) {
    const ours: ExportMeasurement[] = [];
    const shells: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      shells.push(await shell(sql));
      ours.push(await exportRows(where));
    }
    if (!readFileSync(appFile).equals(readFileSync(shellFile))) {
      throw new Error(`The app and the shell wrote different files for ${name}.`);
    }
    runs.push(...ours);
    rows.push(describeSpeed(name, ours, shells));
  }
  rmSync(appFile);
  rmSync(shellFile);
  const canceled = await exportRows('', 'stop');
  const left = readdirSync(folder).filter((name) => name.includes('app.txt'));
  return [...rows, ...describeRuns(runs), describeCancel(canceled, left)];
}

function databaseIn(dataDir: string): string {
  const folder = join(dataDir, 'accounts');
  const name = readdirSync(folder).find((file) => /^[\w-]+\.sqlite$/.test(file));
  if (name === undefined) throw new Error(`No cache in ${folder}.`);
  return join(folder, name);
}

function describeSpeed(name: string, ours: readonly ExportMeasurement[], shells: readonly number[]): TableRow {
  const app = median(ours.map(({ durationMs }) => durationMs));
  const shell = median(shells);
  const count = (ours[0]?.writtenCount ?? 0).toLocaleString('en');
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  return {
    what: `${name}, ${count} lines: share of the sqlite3 shell’s rows per second (${seconds(shell)} : ${seconds(app)})`,
    figure: (shell / app).toFixed(2),
    goal: `≥ ${String(shareGoal)}`,
    isReached: shell / app >= shareGoal,
  };
}

function describeRuns(runs: readonly ExportMeasurement[]): TableRow[] {
  const growth = Math.max(...runs.map((one) => one.peakRssBytes - one.idleRssBytes));
  const delayP99 = Math.max(...runs.map((one) => one.eventLoopDelayP99Ms));
  const delayMax = Math.max(...runs.map((one) => one.eventLoopDelayMaxMs));
  return [
    {
      what: 'Memory of the process above idle, at most',
      figure: `${(growth / mebibyte).toFixed(0)} MiB`,
      goal: '≤ 100 MB',
      isReached: growth <= 100e6,
    },
    {
      what: 'Event-loop delay of the main thread, p99 (longest)',
      figure: `${delayP99.toFixed(1)} ms (${delayMax.toFixed(0)} ms)`,
      goal: '≤ 20 ms',
      isReached: delayP99 <= 20,
    },
  ];
}

/** A small export may be over before its first progress: then there is nothing to cancel. */
const describeCancel = ({ canceledAfterMs, writtenCount }: ExportMeasurement, left: readonly string[]): TableRow => ({
  what: `Canceled at the first progress (files left: ${left.length})`,
  figure: canceledAfterMs === null ? 'over before' : `${canceledAfterMs.toFixed(0)} ms`,
  goal: 'no file',
  isReached: canceledAfterMs === null ? null : left.length === 0 && writtenCount === 0,
});
