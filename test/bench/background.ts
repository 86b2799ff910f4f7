import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/steps.mjs';
import { startIconHost } from '../support/start-icon-host.ts';
import { makeFolder } from './make-folder.ts';
import { areRowsShown } from './page-watch.ts';
import { readCpuSeconds, readPssBytes } from './process-tree.ts';
import { startElectron } from './start-electron.ts';
import { median, type Suite, type TableRow } from './table.ts';

const rounds = 3;
const openingCount = 20;
/** With and without a window alike: threads end and V8 gives memory back up to 45 s after their last use. */
const settlingMs = 60_000;
const idleSeconds = 60;

/** What the app takes while its window is closed, and how soon the window is there again. */
export const measureBackground: Suite = async function* (proxyCounts) {
  const host = await startIconHost();
  try {
    for (const proxyCount of proxyCounts.filter((count) => count <= 100_000)) {
      const folder = await makeFolder('demo', proxyCount, 'keeps-running');
      try {
        yield {
          title: `Without a window, with ${proxyCount.toLocaleString('en')} cached proxies`,
          rows: await measure(folder),
        };
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  } finally {
    await host.close();
  }
};

async function measure(folder: string): Promise<TableRow[]> {
  const measured: Measured[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureOnce(folder));
  const medianOf = (read: (one: Measured) => number): number => median(measured.map(read));
  const memory = medianOf(({ without, withWindow }) => without / withWindow);
  const reopening = medianOf(({ reopenedMs, startedMs }) => reopenedMs / startedMs);
  const { growth, idleShare } = await measureLong(folder);
  const megabytes = (read: (one: Measured) => number): string => (medianOf(read) / 2 ** 20).toFixed(0);
  return [
    {
      what: `Memory (PSS) of all processes without a window (${megabytes((one) => one.without)} MB), against that with it (${megabytes((one) => one.withWindow)} MB)`,
      figure: memory.toFixed(2),
      goal: '≤ 0.6',
      isReached: memory <= 0.6,
    },
    {
      what: `Window opened again to painted rows (${medianOf((one) => one.reopenedMs).toFixed(0)} ms), against the start of the process (${medianOf((one) => one.startedMs).toFixed(0)} ms)`,
      figure: reopening.toFixed(2),
      goal: '≤ 0.8',
      isReached: reopening <= 0.8,
    },
    {
      what: `Memory without a window after ${String(openingCount)} openings, against after one`,
      figure: growth.toFixed(2),
      goal: '≤ 1.05',
      isReached: growth <= 1.05,
    },
    {
      what: `Processor time without a window while idle for ${String(idleSeconds)} seconds`,
      figure: `${(idleShare * 100).toFixed(2)} % of one processor`,
      goal: '< 0.2 %',
      isReached: idleShare < 0.002,
    },
  ];
}

interface Measured {
  readonly startedMs: number;
  readonly reopenedMs: number;
  readonly withWindow: number;
  readonly without: number;
}

const start = (folder: string) => startElectron([root, `--user-data-dir=${folder}`], areRowsShown);

async function measureOnce(folder: string): Promise<Measured> {
  const startedAtMs = performance.now();
  const app = start(folder);
  await app.until('shown');
  const startedMs = performance.now() - startedAtMs;
  await sleep(settlingMs);
  const withWindow = readPssBytes(app.pid);
  app.send('close');
  await app.until('closed');
  await sleep(settlingMs);
  const without = readPssBytes(app.pid);
  const reopenedAtMs = performance.now();
  app.send('open');
  await app.until('shown');
  const reopenedMs = performance.now() - reopenedAtMs;
  await app.end();
  return { startedMs, reopenedMs, withWindow, without };
}

/** How memory grows with openings, and the share of one processor that the app takes without a window. */
async function measureLong(folder: string): Promise<{ growth: number; idleShare: number }> {
  const app = start(folder);
  await app.until('shown');
  await sleep(settlingMs);
  const memory: number[] = [];
  for (let opening = 1; opening <= openingCount; opening += 1) {
    app.send('close');
    await app.until('closed');
    if (opening === 1 || opening === openingCount) {
      await sleep(settlingMs);
      memory.push(readPssBytes(app.pid));
    }
    if (opening === openingCount) break;
    app.send('open');
    await app.until('shown');
  }
  const before = readCpuSeconds(app.pid);
  await sleep(idleSeconds * 1000);
  const idleShare = (readCpuSeconds(app.pid) - before) / idleSeconds;
  await app.end();
  return { growth: (memory.at(-1) ?? 0) / (memory[0] ?? 0), idleShare };
}
