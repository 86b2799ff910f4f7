import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/steps.mjs';
import { makeFolder } from './make-folder.ts';
import { areRowsShown } from './page-watch.ts';
import { readCpuSeconds, readPssBytes } from './process-tree.ts';
import { startElectron, type StartedElectron } from './start-electron.ts';
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

type Start = () => StartedElectron;

/** From the start of the process to painted rows, and what it takes then, next to a bare window of Electron. */
export const measureStart: Suite = async function* (proxyCounts) {
  const work = mkdtempSync(join(tmpdir(), 'proxydeck-start-'));
  try {
    writeFileSync(join(work, 'package.json'), '{ "main": "main.cjs" }');
    writeFileSync(join(work, 'main.cjs'), bareMain);
    writeFileSync(join(work, 'index.html'), '<!doctype html><h1>Bare</h1>');
    const bareData = join(work, 'data');
    mkdirSync(bareData);
    const startBare: Start = () =>
      startElectron([work], () => document.querySelector('h1') !== null, { BARE_DATA: bareData });
    for (const proxyCount of proxyCounts) {
      const folder = await makeFolder('demo', proxyCount);
      try {
        const startApp: Start = () => startElectron([root, `--user-data-dir=${folder}`], areRowsShown);
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
  const started = start();
  await started.until('shown');
  const shownAfterMs = performance.now() - startedAtMs;
  await sleep(settlingMs);
  const pssBytes = readPssBytes(started.pid);
  await started.end();
  return { shownAfterMs, pssBytes };
}

/** The share of one processor that the app takes while nobody uses it. */
async function measureIdle(start: Start): Promise<number> {
  const started = start();
  await started.until('shown');
  // What follows a start, such as looking at the whole list once and collecting its garbage, is not idle.
  await sleep(60_000);
  const before = readCpuSeconds(started.pid);
  await sleep(idleSeconds * 1000);
  const share = (readCpuSeconds(started.pid) - before) / idleSeconds;
  await started.end();
  return share;
}
