import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataShapes, shapeNames, type DataShape } from '../support/data-shapes/shapes.ts';
import { buildBenchModule } from './build-module.ts';
import { run } from './run-program.ts';
import { startService } from './start-service.ts';
import type { SyncMeasurement } from './sync-process.ts';
import { median, type Suite, type TableRow } from './table.ts';

const here = import.meta.dirname;
const mebibyte = 2 ** 20;
const goals = {
  firstShare: 0.3,
  /** One encryption for every row. */
  firstShareOfOwnCredentials: 0.18,
  secondShare: 0.7,
  slowestToFastest: 1.5,
  bytesPerProxy: 700,
  memoryBytes: 250e6,
  eventLoopP99Ms: 20,
} as const;

interface Measured {
  readonly shape: DataShape;
  readonly floorMs: number;
  /** A short script that stores the same pages and shares nothing with the app. */
  readonly plainMs: number;
  readonly firstMs: number;
  readonly secondMs: number;
  readonly changed: number;
  readonly bytesPerProxy: number;
  readonly runs: readonly SyncMeasurement[];
}

/** First and second syncs of all shapes, compared with receiving and parsing the same pages. */
export const measureSync: Suite = async function* (proxyCounts) {
  const program = await buildBenchModule(join(here, 'sync-process.ts'));
  for (const proxyCount of proxyCounts) {
    const rounds = proxyCount > 100_000 ? 1 : 3;
    const measured: Measured[] = [];
    for (const shape of shapeNames) {
      const one = await measure(program, shape, proxyCount, rounds);
      measured.push(one);
      yield {
        title: `Sync of ${proxyCount.toLocaleString('en')} proxies, ${dataShapes[shape]}`,
        rows: describe(one),
      };
    }
    yield {
      title: `Sync of ${proxyCount.toLocaleString('en')} proxies, all shapes`,
      rows: describeAll(measured),
    };
  }
};

async function measure(program: string, shape: DataShape, proxyCount: number, rounds: number): Promise<Measured> {
  const service = await startService(shape, proxyCount);
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-bench-'));
  const sync = async (round: number): Promise<SyncMeasurement> => {
    const printed = await run(process.execPath, [program, service.baseUrl, join(folder, String(round))]);
    const measurement = JSON.parse(printed) as SyncMeasurement; // what sync-process.ts prints
    if (!measurement.isComplete) throw new Error(`The sync of ${shape} is not complete.`);
    return measurement;
  };
  const time = async (name: string, ...more: string[]): Promise<number> => {
    const args = [join(here, name), service.baseUrl, String(service.pageCount), ...more];
    return (JSON.parse(await run(process.execPath, args)) as { durationMs: number }).durationMs; // what they print
  };
  const floor = (): Promise<number> => time('floor-process.ts');
  try {
    const floors: number[] = [];
    const plain: number[] = [];
    const firsts: SyncMeasurement[] = [];
    const seconds: SyncMeasurement[] = [];
    let changed = 0;
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await floor());
      plain.push(await time('plain-sync-process.ts', join(folder, `plain-${String(round)}.sqlite`)));
      firsts.push(await sync(round));
      changed = await service.change();
      const second = await sync(round);
      if (second.changed !== changed) {
        throw new Error(`Of ${shape} ${changed} rows changed, and ${second.changed} were written.`);
      }
      seconds.push(second);
      floors.push(await floor());
    }
    const [first] = firsts;
    return {
      shape,
      floorMs: median(floors),
      plainMs: median(plain),
      firstMs: median(firsts.map(({ durationMs }) => durationMs)),
      secondMs: median(seconds.map(({ durationMs }) => durationMs)),
      changed,
      bytesPerProxy: (first?.databaseBytes ?? 0) / (first?.proxyCount ?? 1),
      runs: [...firsts, ...seconds],
    };
  } finally {
    service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function describe({ shape, floorMs, plainMs, firstMs, secondMs, ...rest }: Measured): TableRow[] {
  const firstGoal = shape === 'own-credentials' ? goals.firstShareOfOwnCredentials : goals.firstShare;
  const share = (what: string, tookMs: number, goal: number): TableRow => ({
    what: `${what}: share of the floor’s throughput (${seconds(floorMs)} : ${seconds(tookMs)})`,
    figure: (floorMs / tookMs).toFixed(2),
    goal: `≥ ${String(goal)}`,
    isReached: floorMs / tookMs >= goal,
  });
  return [
    share('First sync', firstMs, firstGoal),
    {
      what: `First sync: share of a plain script’s throughput (${seconds(plainMs)} : ${seconds(firstMs)})`,
      figure: (plainMs / firstMs).toFixed(2),
      goal: '',
      isReached: null,
    },
    share(`Second sync, ${String(rest.changed)} changed`, secondMs, goals.secondShare),
    {
      what: 'Database with its log',
      figure: `${rest.bytesPerProxy.toFixed(0)} bytes per proxy`,
      goal: `≤ ${String(goals.bytesPerProxy)}`,
      isReached: rest.bytesPerProxy <= goals.bytesPerProxy,
    },
    ...describeRuns(rest.runs),
  ];
}

function describeRuns(runs: readonly SyncMeasurement[]): TableRow[] {
  const growth = Math.max(...runs.map((one) => one.peakRssBytes - one.idleRssBytes));
  const delayP99 = Math.max(...runs.map((one) => one.eventLoopDelayP99Ms));
  const delayMax = Math.max(...runs.map((one) => one.eventLoopDelayMaxMs));
  return [
    {
      what: 'Memory of the process above idle, at most',
      figure: `${(growth / mebibyte).toFixed(0)} MiB`,
      goal: '≤ 250 MB',
      isReached: growth <= goals.memoryBytes,
    },
    {
      what: 'Event-loop delay of the main thread, p99 (longest)',
      figure: `${delayP99.toFixed(1)} ms (${delayMax.toFixed(0)} ms)`,
      goal: '≤ 20 ms',
      isReached: delayP99 <= goals.eventLoopP99Ms,
    },
  ];
}

function describeAll(measured: readonly Measured[]): TableRow[] {
  const fastest = Math.min(...measured.map(({ firstMs }) => firstMs));
  const withOneCredential = measured.filter(({ shape }) => shape !== 'own-credentials');
  const slowest = withOneCredential.toSorted((one, other) => other.firstMs - one.firstMs)[0];
  const ratio = (slowest?.firstMs ?? Number.NaN) / fastest;
  return [
    {
      what: `First sync, slowest shape against the fastest, without own credentials (${slowest?.shape ?? ''})`,
      figure: ratio.toFixed(2),
      goal: `≤ ${String(goals.slowestToFastest)}`,
      isReached: ratio <= goals.slowestToFastest,
    },
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
