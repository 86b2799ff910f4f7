import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findElectron } from '../../scripts/electron.mjs';
import { root } from '../../scripts/steps.mjs';
import { makeFolder } from './make-folder.ts';
import { areRowsShown } from './page-watch.ts';
import { readCpuSeconds, readPssBytes } from './process-tree.ts';
import { median, type Suite, type TableRow } from './table.ts';

const rounds = 5;
const settlingMs = 3000;
const idleSeconds = 60;

/** An app with one window that shows one word: what Electron itself takes. */
const bareMain = `
const { app, BrowserWindow } = require('electron');
app.setPath('userData', process.env.BARE_DATA);
app.whenReady().then(() => new BrowserWindow({ width: 1600, height: 900 }).loadFile('index.html'));
`;

interface Started {
  readonly shownAfterMs: number;
  readonly pssBytes: number;
}

type Start = () => ChildProcess;

/** From the start of the process to painted rows, and what it takes then, next to a bare window of Electron. */
export const measureStart: Suite = async function* (proxyCounts) {
  const electron = findElectron();
  if (electron === undefined || process.platform !== 'linux') {
    throw new Error('The start is measured on real Electron on Linux only.');
  }
  const work = mkdtempSync(join(tmpdir(), 'proxydeck-start-'));
  const start = (args: readonly string[], isShown: () => boolean, env: NodeJS.ProcessEnv): ChildProcess =>
    spawn(
      electron,
      [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        ...['-r', join(import.meta.dirname, 'shown-probe.ts')],
        ...args,
      ],
      {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {
          ...process.env,
          ...env,
          PROXYDECK_BENCH_SHOWN: isShown.toString(),
        },
      },
    );
  try {
    writeFileSync(join(work, 'package.json'), '{ "main": "main.cjs" }');
    writeFileSync(join(work, 'main.cjs'), bareMain);
    writeFileSync(join(work, 'index.html'), '<!doctype html><h1>Bare</h1>');
    const bareData = join(work, 'data');
    mkdirSync(bareData);
    const startBare: Start = () => start([work], () => document.querySelector('h1') !== null, { BARE_DATA: bareData });
    for (const proxyCount of proxyCounts) {
      const folder = await makeFolder('demo', proxyCount);
      try {
        const startApp: Start = () => start([root, `--user-data-dir=${folder}`], areRowsShown, {});
        yield {
          title: `Starting with ${proxyCount.toLocaleString('en')} cached proxies`,
          rows: await measure(startApp, startBare, proxyCount),
        };
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
};

async function measure(startApp: Start, startBare: Start, proxyCount: number): Promise<TableRow[]> {
  const apps: Started[] = [];
  const bares: Started[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bares.push(await measureOnce(startBare));
    apps.push(await measureOnce(startApp));
  }
  const ratioOf = (read: (started: Started) => number): number => median(apps.map(read)) / median(bares.map(read));
  const idleShare = await measureIdle(startApp);
  return [
    compare(
      'Start of the process to painted rows, against a bare window of Electron',
      ratioOf(({ shownAfterMs }) => shownAfterMs),
      proxyCount > 100_000 ? 1.6 : 1.35,
    ),
    compare(
      'Memory (PSS) of all processes, three seconds later, against a bare window',
      ratioOf(({ pssBytes }) => pssBytes),
      1.5,
    ),
    {
      what: `Processor time of all processes while idle for ${String(idleSeconds)} seconds`,
      figure: `${(idleShare * 100).toFixed(2)} % of one processor`,
      goal: '< 0.5 %',
      isReached: idleShare < 0.005,
    },
  ];
}

const compare = (what: string, ratio: number, goal: number): TableRow => ({
  what,
  figure: ratio.toFixed(2),
  goal: `≤ ${String(goal)}`,
  isReached: ratio <= goal,
});

async function measureOnce(start: Start): Promise<Started> {
  const startedAtMs = performance.now();
  const child = start();
  await untilShown(child);
  const shownAfterMs = performance.now() - startedAtMs;
  await sleep(settlingMs);
  const pssBytes = readPssBytes(child.pid ?? 0);
  await end(child);
  return { shownAfterMs, pssBytes };
}

/** The share of one processor that the app takes while nobody uses it. */
async function measureIdle(start: Start): Promise<number> {
  const child = start();
  await untilShown(child);
  // What follows a start, such as looking at the whole list once, is not idle.
  await sleep(10_000);
  const before = readCpuSeconds(child.pid ?? 0);
  await sleep(idleSeconds * 1000);
  const share = (readCpuSeconds(child.pid ?? 0) - before) / idleSeconds;
  await end(child);
  return share;
}

async function untilShown({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error('Its output is not read.');
  for await (const line of createInterface({ input: stdout })) if (line === 'shown') return;
  throw new Error('The window did not open.');
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
