import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildBenchModule, root } from './build-module.ts';
import type { ExportMeasurement } from './export-process.ts';
import type { FilledCopy } from './fill-process.ts';
import { run } from './run-program.ts';
import { formatTable, median, type Table, type TableRow } from './table.ts';
import { writeSection } from './write-section.ts';

const here = import.meta.dirname;
const jobThread = join(root, 'out/main/job-thread.js');
const proxyCount = 1_000_000;
const rounds = 5;
const mebibyte = 2 ** 20;

/** A filter, and the condition on a proxy `r` that it is. */
const filters = [
  { name: 'Every proxy', where: '', sql: 'TRUE' },
  {
    name: '`online:yes type:isp`',
    where: 'online:yes type:isp',
    sql: `r.profile_id IN (SELECT profile.id FROM profile JOIN trait ON trait.id = profile.trait_id
      WHERE trait.proxy_is_online = 1 AND trait.proxy_type = 'isp')`,
  },
] as const;

/** The address as the app writes it: it is stored as a number. */
const host = [24, 16, 8, 0].map((bits) => `(r.proxy_ip_address >> ${bits} & 255)`).join(`||'.'||`);

/** What stands under the table. */
const notes = `- The app and the shell write the **same file**, byte for byte: address, port, user and password of every chosen
  proxy that has an IPv4 address, in the order of the list. The shell forms the address in SQL, because it is stored
  as a number. The app's time includes starting its thread, counting what was left out, and the flush to the disk,
  which the shell does not wait for.
- A filter on what proxies share that takes more than one in twenty is answered by a walk over all of them; the
  shell looks them up by an index and sorts them.
- A thread with a connection of its own reads and writes; the main thread hands on how far it is.`;

/** An export of 1,000,000 proxies to a file beside the sqlite3 shell that writes the same file. */
export async function* measureExport(): AsyncGenerator<Table> {
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-bench-'));
  try {
    const fill = await buildBenchModule(join(here, 'fill-process.ts'));
    const dataDir = join(folder, 'data');
    const said = await run(process.execPath, [fill, dataDir, String(proxyCount)]);
    const copy = JSON.parse(said) as FilledCopy; // what fill-process.ts prints
    const title = 'Export of 1,000,000 proxies';
    const rows = await measure({ folder, dataDir, copy });
    yield { title, rows };
    await writeSection(
      join(root, 'docs/performance.md'),
      'Export',
      `Taken on ${new Date().toISOString().slice(0, 10)}.\n\n${formatTable(title, rows)}\n\n${notes}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(parts: {
  readonly folder: string;
  readonly dataDir: string;
  readonly copy: FilledCopy;
}): Promise<TableRow[]> {
  const { folder, dataDir, copy } = parts;
  const module = await buildBenchModule(join(here, 'export-process.ts'));
  const [appFile, shellFile] = [join(folder, 'app.txt'), join(folder, 'shell.txt')];
  const exportRows = async (where: string, file: string, stop = ''): Promise<ExportMeasurement> => {
    const args = [dataDir, file, copy.proxyUserId, where, jobThread, stop];
    return JSON.parse(await run(process.execPath, [module, ...args])) as ExportMeasurement; // what export-process.ts prints
  };
  const shell = async (condition: string): Promise<number> => {
    const select = `SELECT ${host}, r.proxy_http_port, '${copy.proxyUserId}', '${copy.password}'
      FROM proxy r WHERE r.proxy_ip_address IS NOT NULL AND ${condition} ORDER BY r.key`;
    const startedAtMs = performance.now();
    await run('sqlite3', [
      ...['-readonly', '-separator', ':', '-cmd', `.once ${shellFile}`],
      ...[copy.databaseFile, select],
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
      ours.push(await exportRows(where, appFile));
    }
    if (!readFileSync(appFile).equals(readFileSync(shellFile))) {
      throw new Error(`The app and the shell wrote different files for ${name}.`);
    }
    runs.push(...ours);
    rows.push(describeSpeed(name, ours, shells));
  }
  rmSync(appFile);
  rmSync(shellFile);
  const stopped = await exportRows('', appFile, 'stop');
  const left = readdirSync(folder).filter((name) => name.includes('app.txt'));
  return [...rows, ...describeRuns(runs), describeStop(stopped, left)];
}

function describeSpeed(
  name: string,
  ours: readonly ExportMeasurement[],
  shells: readonly number[],
): TableRow {
  const app = median(ours.map(({ durationMs }) => durationMs));
  const shell = median(shells);
  const count = (ours[0]?.writtenCount ?? 0).toLocaleString('en');
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
  return {
    what: `${name}, ${count} lines: share of the rows a second of the sqlite3 shell (${seconds(shell)} : ${seconds(app)})`,
    figure: (shell / app).toFixed(2),
    goal: '≥ 0.6',
    isReached: shell / app >= 0.6,
  };
}

function describeRuns(runs: readonly ExportMeasurement[]): TableRow[] {
  const growth = Math.max(
    ...runs.map(({ peakRssBytes, idleRssBytes }) => peakRssBytes - idleRssBytes),
  );
  const delayP99 = Math.max(...runs.map(({ eventLoopDelayP99Ms }) => eventLoopDelayP99Ms));
  const delayMax = Math.max(...runs.map(({ eventLoopDelayMaxMs }) => eventLoopDelayMaxMs));
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

const describeStop = (
  { stoppedAfterMs, writtenCount }: ExportMeasurement,
  left: readonly string[],
): TableRow => ({
  what: `Stopped at the first sign of progress: until it has ended (files left: ${left.length})`,
  figure: `${(stoppedAfterMs ?? Number.NaN).toFixed(0)} ms`,
  goal: 'no file',
  isReached: stoppedAfterMs !== null && left.length === 0 && writtenCount === 0,
});
