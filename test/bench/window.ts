import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { browsedSources, describeSource } from './data-source.ts';
import { makeFolder } from './make-folder.ts';
import { areRowsShown, dragScrollBar, installWatch, jumpTo, type PageWatch } from './page-watch.ts';
import { benchQueries, type BenchQuery } from './queries.ts';
import { median, percentile, type Suite, type TableRow } from './table.ts';

const rounds = 3;
/** A frame of 60 a second, with what a clock may be off. */
const frameMs = 16.9;

/** Browsing in the built app, as a user would. */
export const measureWindow: Suite = async function* (proxyCounts) {
  for (const proxyCount of proxyCounts) {
    for (const source of browsedSources) {
      const folder = await makeFolder(source, proxyCount);
      try {
        const title = `Browsing ${proxyCount.toLocaleString('en')} proxies, ${describeSource(source)}`;
        yield { title, rows: await measure(folder, proxyCount) };
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  }
};

async function measure(userDataDir: string, proxyCount: number): Promise<TableRow[]> {
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
        what: 'Heap of the renderer after all this, collected',
        figure: `${(heapBytes / 1e6).toFixed(1)} MB`,
        goal: '≤ 80 MB',
        isReached: heapBytes <= 80e6,
      },
      {
        what: 'Event-loop delay of the main thread while filtering, p99',
        figure: ms(delay),
        goal: '≤ 5 ms',
        isReached: delay <= 5,
      },
    ];
  } finally {
    await app.close();
  }
}

interface Typed {
  readonly rowsMs: number;
  readonly countMs: number;
  readonly facetsMs: number;
}

/** A query with what each round took, from its last keystroke, and its first jump. */
interface TypedQuery {
  readonly name: string;
  readonly rounds: readonly Typed[];
  readonly jumpMs: number;
}

/** From the last keystroke of each query to its rows, their exact count and their facets; then a jump. */
async function measureTyping(page: Page): Promise<TypedQuery[]> {
  const typed: TypedQuery[] = [];
  for (const query of benchQueries) {
    if (query.sort.length > 0) await openView(page, query.name);
    const times: Typed[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await typeLast(page, query));
    const jumpMs = await page.evaluate(jumpTo, 0.63);
    typed.push({ name: query.name, rounds: times, jumpMs });
    if (query.sort.length > 0) await openView(page, 'by address');
  }
  return typed;
}

async function typeLast(page: Page, { text }: BenchQuery): Promise<Typed> {
  const filter = page.getByRole('combobox', { name: 'Filter' });
  // The beginning of a suggestion waits for its end, so the list before must be another one.
  const other = text === 'online:yes' ? 'online:no' : 'online:yes';
  for (const before of [other, text.slice(0, -1)].filter((part) => part !== '')) {
    await filter.fill(before);
    await settle(page);
  }
  if (text === '') {
    await filter.selectText();
    await page.keyboard.press('Delete');
  } else {
    await page.keyboard.insertText(text.slice(-1));
  }
  const took = await page.waitForFunction(() => {
    const { paintedAfterMs, countedAfterMs, facetsAfterMs } = Reflect.get(globalThis, 'watch') as PageWatch;
    if (paintedAfterMs === null || countedAfterMs === null || facetsAfterMs === null) return null;
    return { rowsMs: paintedAfterMs, countMs: countedAfterMs, facetsMs: facetsAfterMs };
  });
  const times = await took.jsonValue();
  // It waits until there is something.
  if (times === null) throw new Error('The page does not say when it was painted.');
  return times;
}

/** Waits as a user does between two words. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], [aria-rowcount="-1"]') === null);
  await sleep(150);
}

async function openView(page: Page, name: string): Promise<void> {
  // The name of a saved view is followed by its count.
  await page.getByRole('button', { name: new RegExp(`^${name}(?: \\d|$)`) }).click();
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

const measureDrag = (page: Page): Promise<Frames> => noteFrames(page, () => page.evaluate(dragScrollBar, 120));

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
    const delay = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution: 1 });
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

/** What typing may take: at 100,000 proxies, and at more. */
const typingGoals = {
  few: { rowsMs: 60, countMs: 60, facetsMs: 60, jumpMs: null },
  many: { rowsMs: 100, countMs: 150, facetsMs: 250, jumpMs: 100 },
} as const;

function describeTyping(typed: readonly TypedQuery[], proxyCount: number): TableRow[] {
  const goals = proxyCount > 100_000 ? typingGoals.many : typingGoals.few;
  const row = (what: string, timesOf: (query: TypedQuery) => readonly number[], goalMs: number | null): TableRow => {
    const all = typed.flatMap(timesOf);
    const slowest = typed
      .map((query) => ({ name: query.name, middleMs: median(timesOf(query)) }))
      .toSorted((one, other) => other.middleMs - one.middleMs)
      .slice(0, 3)
      .map(({ name, middleMs }) => `${name} ${ms(middleMs)}`);
    const p95 = percentile(all, 0.95);
    return {
      what: `${what}, ${String(benchQueries.length)} queries; the slowest: ${slowest.join(', ')}`,
      figure: `p50 ${ms(percentile(all, 0.5))}, p95 ${ms(p95)}`,
      goal: goalMs === null ? '' : `p95 ≤ ${String(goalMs)} ms`,
      isReached: goalMs === null ? null : p95 <= goalMs,
    };
  };
  const timesOf =
    (name: keyof Typed) =>
    (query: TypedQuery): readonly number[] =>
      query.rounds.map((round) => round[name]);
  return [
    row('Keystroke to rows painted', timesOf('rowsMs'), goals.rowsMs),
    row('Keystroke to the exact count', timesOf('countMs'), goals.countMs),
    row('Keystroke to the facets', timesOf('facetsMs'), goals.facetsMs),
    row('First jump into the list', ({ jumpMs }) => [jumpMs], goals.jumpMs),
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
