import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { root } from './build-module.ts';
import { browsedSources, describeSource } from './data-source.ts';
import { makeFolder } from './make-folder.ts';
import { areRowsShown, dragScrollBar, installWatch, type PageWatch } from './page-watch.ts';
import { benchQueries, type BenchQuery } from './queries.ts';
import { formatTable, median, percentile, type Suite, type Table, type TableRow } from './table.ts';
import { writeSection } from './write-section.ts';

const rounds = 3;
/** A frame of 60 a second, with what a clock may be off. */
const frameMs = 16.9;

/** Browsing in the built app, as a person would. */
export const measureWindow: Suite = async function* (proxyCounts) {
  const tables: Table[] = [];
  for (const proxyCount of proxyCounts) {
    for (const source of browsedSources) {
      const folder = await makeFolder(source, proxyCount);
      try {
        const title = `Browsing ${proxyCount.toLocaleString('en')} proxies, ${describeSource(source)}`;
        const table = { title, rows: await measure(folder, proxyCount) };
        tables.push(table);
        yield table;
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  }
  await writeSection(
    join(root, 'docs/performance.md'),
    'Browsing',
    tables.map(({ title, rows }) => formatTable(title, rows)).join('\n\n'),
  );
};

async function measure(userDataDir: string, proxyCount: number): Promise<TableRow[]> {
  const start = await measureStart(userDataDir);
  const app = await launchApp({ userDataDir });
  try {
    const { page } = app;
    await page.waitForFunction(areRowsShown);
    await page.evaluate(installWatch);
    await watchEventLoop(app);
    const typed = await measureTyping(page);
    const delay = await readEventLoop(app);
    const scrolled = await measureScrolling(page);
    await openView(page, 'by last update');
    const sortedDrag = await measureDrag(page);
    await openView(page, 'by success of tests');
    const unindexedDrag = await measureDrag(page);
    const heapBytes = await readHeap(page);
    return [
      ...describeTyping(typed, proxyCount),
      ...describeFrames('Wheel', scrolled.wheel),
      ...describeFrames('Drag of the scroll bar', scrolled.drag),
      ...describeFrames('Drag in the order of an index', sortedDrag),
      ...describeFrames('Drag in an order that no index has', unindexedDrag),
      ...describeFrames('End key', scrolled.end),
      {
        what: `Start to first rows against an empty window (${ms(start.filledMs)} : ${ms(start.emptyMs)})`,
        figure: (start.filledMs / start.emptyMs).toFixed(2),
        goal: '≤ 1.5',
        isReached: start.filledMs / start.emptyMs <= 1.5,
      },
      {
        what: 'Heap of the renderer after all this, collected',
        figure: `${(heapBytes / 1e6).toFixed(1)} MB`,
        goal: '≤ 80 MB',
        isReached: heapBytes <= 80e6,
      },
      {
        what: 'Event-loop delay of the main thread while filtering, p99',
        figure: ms(delay),
        goal: '≤ 20 ms',
        isReached: delay <= 20,
      },
    ];
  } finally {
    await app.close();
  }
}

/** Medians from the start of the process to what is seen first. */
async function measureStart(
  userDataDir: string,
): Promise<{ readonly filledMs: number; readonly emptyMs: number }> {
  const timed = async (folder: string, isThere: () => boolean): Promise<number> => {
    const startedAtMs = Date.now();
    const app = await launchApp({ userDataDir: folder });
    await app.page.waitForFunction(isThere);
    const tookMs = Date.now() - startedAtMs;
    await app.close();
    return tookMs;
  };
  const filled: number[] = [];
  const empty: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'proxydeck-empty-'));
    empty.push(await timed(folder, () => document.querySelector('h1') !== null));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    filled.push(await timed(userDataDir, areRowsShown));
  }
  return { filledMs: median(filled), emptyMs: median(empty) };
}

interface Typed {
  readonly name: string;
  readonly ms: readonly number[];
  readonly countedMs: readonly number[];
}

/** From the last keystroke of each query to the frame with its rows and their exact count. */
async function measureTyping(page: Page): Promise<Typed[]> {
  const typed: Typed[] = [];
  for (const query of benchQueries) {
    if (query.sort.length > 0) await openView(page, query.name);
    const times: { painted: number; counted: number }[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await typeLast(page, query));
    typed.push({
      name: query.name,
      ms: times.map(({ painted }) => painted),
      countedMs: times.map(({ counted }) => counted),
    });
    if (query.sort.length > 0) await openView(page, 'by address');
  }
  return typed;
}

async function typeLast(
  page: Page,
  { text }: BenchQuery,
): Promise<{ readonly painted: number; readonly counted: number }> {
  const before = text === '' ? 'online:yes' : text.slice(0, -1);
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await filter.fill(before);
  await settle(page);
  if (text === '') {
    await filter.selectText();
    await page.keyboard.press('Delete');
  } else {
    await page.keyboard.insertText(text.slice(-1));
  }
  const took = await page.waitForFunction(() => {
    const { paintedAfterMs, countedAfterMs } = Reflect.get(globalThis, 'watch') as PageWatch;
    if (paintedAfterMs === null || countedAfterMs === null) return null;
    return { painted: paintedAfterMs, counted: countedAfterMs };
  });
  const times = await took.jsonValue();
  // It waits until there is something.
  if (times === null) throw new Error('The page does not say when it was painted.');
  return times;
}

/** Waits as a person does between two words. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[role=grid][aria-busy=true], [aria-rowcount="-1"]') === null,
  );
  await sleep(150);
}

async function openView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await settle(page);
}

interface Frames {
  readonly framesMs: readonly number[];
  readonly longestBlankMs: number;
}

async function noteFrames(page: Page, work: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(() => {
    (Reflect.get(globalThis, 'watch') as PageWatch).startFrames();
  });
  await work();
  await page.waitForFunction(areRowsShown);
  await sleep(300);
  return page.evaluate(() => (Reflect.get(globalThis, 'watch') as PageWatch).stopFrames());
}

const measureDrag = (page: Page): Promise<Frames> =>
  noteFrames(page, () => page.evaluate(dragScrollBar, 120));

async function measureScrolling(
  page: Page,
): Promise<{ readonly wheel: Frames; readonly drag: Frames; readonly end: Frames }> {
  await page.getByRole('combobox', { name: 'Filter' }).fill('online:yes');
  await settle(page);
  const grid = page.getByRole('grid', { name: 'Proxies' });
  await grid.hover();
  const wheel = await noteFrames(page, async () => {
    for (let turn = 0; turn < 120; turn += 1) {
      await page.mouse.wheel(0, 240);
      await sleep(8);
    }
  });
  const drag = await measureDrag(page);
  await grid.focus();
  await page.keyboard.press('Home');
  await sleep(500);
  const end = await noteFrames(page, () => page.keyboard.press('End'));
  return { wheel, drag, end };
}

/** Bytes that live in the renderer once it has collected its garbage. */
async function readHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

async function watchEventLoop(app: RunningApp): Promise<void> {
  await app.evaluate(() => {
    const delay = process
      .getBuiltinModule('node:perf_hooks')
      .monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    Reflect.set(globalThis, 'loopDelay', delay);
  }, null);
}

/** The 99th percentile since `watchEventLoop`, in milliseconds. */
async function readEventLoop(app: RunningApp): Promise<number> {
  const delayNs = await app.evaluate(() => {
    const delay = Reflect.get(globalThis, 'loopDelay') as { percentile(share: number): number };
    return delay.percentile(99);
  }, null);
  return delayNs / 1e6;
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

function describeTyping(typed: readonly Typed[], proxyCount: number): TableRow[] {
  const goalMs = proxyCount > 100_000 ? 100 : 50;
  const all = typed.flatMap((query) => query.ms);
  const p95 = percentile(all, 0.95);
  const slowest = typed
    .map(({ name, ms: times }) => ({ name, middleMs: median(times) }))
    .toSorted((one, other) => other.middleMs - one.middleMs);
  const above = slowest.filter(({ middleMs }) => middleMs > goalMs);
  const named = (above.length > 0 ? above : slowest.slice(0, 3))
    .map(({ name, middleMs }) => `${name} ${ms(middleMs)}`)
    .join(', ');
  const counted = Math.max(...typed.map(({ countedMs }) => median(countedMs)));
  return [
    {
      what: `Keystroke to rows painted, ${String(benchQueries.length)} queries, p50 and p95`,
      figure: `${ms(percentile(all, 0.5))}, ${ms(p95)}`,
      goal: `p95 ≤ ${String(goalMs)} ms`,
      isReached: p95 <= goalMs,
    },
    {
      what: above.length > 0 ? `Queries above ${String(goalMs)} ms` : 'The slowest queries',
      figure: named,
      goal: '',
      isReached: null,
    },
    {
      what: 'Keystroke to the exact count painted, the slowest query',
      figure: ms(counted),
      goal: '≤ 300 ms',
      isReached: counted <= 300,
    },
  ];
}

function describeFrames(what: string, { framesMs, longestBlankMs }: Frames): TableRow[] {
  const p95 = percentile(framesMs, 0.95);
  return [
    {
      what: `${what}: frame p95 of ${String(framesMs.length)}`,
      figure: `${p95.toFixed(1)} ms`,
      goal: '≤ 16.7 ms',
      isReached: p95 <= frameMs,
    },
    {
      what: `${what}: longest time that a row in sight is blank`,
      figure: ms(longestBlankMs),
      goal: '≤ 100 ms',
      isReached: longestBlankMs <= 100,
    },
  ];
}
