import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { launchApp } from '../support/launch-app.ts';
import { buildBenchModule } from './build-module.ts';
import { browsedSources, describeSource, type DataSource } from './data-source.ts';
import { makeFolder } from './make-folder.ts';
import { areRowsShown } from './page-watch.ts';
import { runProfiled } from './profiled-time.ts';
import { run } from './run-program.ts';
import { startService } from './start-service.ts';
import type { SyncMeasurement } from './sync-process.ts';
import { median, type Suite, type TableRow } from './table.ts';

const rounds = 3;
/** Syncs differ by more than what recording costs: more of them are compared. */
const recordingRounds = 5;

/** The overview with every proxy tested, and what it costs to record the changes of a sync. */
export const measureOverview: Suite = async function* (proxyCounts) {
  const program = await buildBenchModule(join(import.meta.dirname, 'sync-process.ts'));
  for (const proxyCount of proxyCounts) {
    for (const source of browsedSources) {
      const title = `Overview of ${proxyCount.toLocaleString('en')} proxies, ${describeSource(source)}`;
      yield { title, rows: await measurePage(source, proxyCount) };
    }
    const title = `Recording the changes of ${proxyCount.toLocaleString('en')} proxies`;
    yield { title, rows: await measureRecording(program, proxyCount) };
  }
};

/** The files of the one account of a data folder. */
function filesOf(dataDir: string): { readonly cache: string; readonly records: string } {
  const accounts = join(dataDir, 'accounts');
  const name = readdirSync(accounts).find((file) => file.endsWith('.sqlite')) ?? '';
  return { cache: join(accounts, name), records: join(accounts, `${name}.records`) };
}

/** From a click on the entry of the sidebar to the painted page; the app has just loaded its data again. */
async function measurePage(source: DataSource, proxyCount: number): Promise<TableRow[]> {
  const folder = await makeFolder(source, proxyCount);
  const goalMs = proxyCount === 100_000 ? 150 : null;
  try {
    const { cache, records } = filesOf(folder);
    const db = new Database(cache);
    db.exec(`ATTACH '${records}' AS user;
      INSERT OR REPLACE INTO user.proxy_test (proxy_id, test_count, success_count, last_is_successful)
        SELECT proxy_id, 1, key % 20 <> 0, key % 20 <> 0 FROM main.proxy`);
    db.close();
    const app = await launchApp({ userDataDir: folder });
    try {
      const { page } = app;
      await page.waitForFunction(areRowsShown);
      const painted: number[] = [];
      const read: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        painted.push(await page.evaluate(openOverview));
        // Then the worker has answered what the pages asked of it: a sync asks for the figures first.
        await page.getByRole('table', { name: 'Proxies by country' }).waitFor();
        read.push(await page.evaluate(readOverview));
        await page.getByRole('button', { name: /^Proxies [\d,]/ }).click();
        await page.waitForFunction(areRowsShown);
      }
      return [
        row('From a click to the painted page', median(painted), goalMs),
        row('Its figures, read again by the worker', median(read), goalMs),
        row('Both, as after a sync', median(painted) + median(read), null),
      ];
    } finally {
      await app.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const row = (what: string, tookMs: number, goalMs: number | null): TableRow => ({
  what,
  figure: `${tookMs.toFixed(0)} ms`,
  goal: goalMs === null ? '' : `≤ ${String(goalMs)} ms`,
  isReached: goalMs === null ? null : tookMs <= goalMs,
});

/** Runs in the page. */
async function openOverview(): Promise<number> {
  const entry = [...document.querySelectorAll<HTMLElement>('nav button')].find((button) =>
    button.textContent.includes('Overview'),
  );
  const startedAt = performance.now();
  entry?.click();
  const isShown = (): boolean => document.querySelector('[data-view-focus] table') !== null;
  while (!isShown()) await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - startedAt;
}

/** Runs in the page. */
async function readOverview(): Promise<number> {
  const bridge = Reflect.get(globalThis, 'bridge') as {
    request: (name: string, args?: unknown) => Promise<string>;
  };
  const { value } = JSON.parse(await bridge.request('accounts:list')) as {
    value: readonly { readonly id: string }[];
  };
  const request = { accountId: value[0]?.id, today: new Date().toISOString().slice(0, 10) };
  const startedAt = performance.now();
  await bridge.request('overview:get', request);
  return performance.now() - startedAt;
}

/**
 * What recording costs: the time that the threads of a sync spend on it, from their profiles. Second
 * syncs that find one row in a hundred changed are also compared with those that record nothing, which
 * includes the writing of the rows at the end of a transaction: a list that was never complete is not
 * recorded, and is otherwise written in the same way.
 */
async function measureRecording(program: string, proxyCount: number): Promise<TableRow[]> {
  const service = await startService('random-uuids', proxyCount);
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-recording-'));
  const dataDir = join(folder, 'data');
  const isSized = proxyCount === 100_000;
  const sync = async (): Promise<SyncMeasurement> =>
    // What sync-process.ts prints.
    JSON.parse(await run(process.execPath, [program, service.baseUrl, dataDir])) as SyncMeasurement;
  const profiled = async (what: string, most: number): Promise<TableRow> => {
    const args = [program, service.baseUrl, dataDir];
    const { printed, insideMs } = await runProfiled(args, 'createChangeRecorder');
    const { durationMs } = JSON.parse(printed) as SyncMeasurement; // what sync-process.ts prints
    return {
      what: `${what}: share of recording in a profile (${insideMs.toFixed(0)} ms of ${durationMs.toFixed(0)} ms)`,
      figure: `${((insideMs / durationMs) * 100).toFixed(1)} %`,
      goal: isSized ? `≤ ${String(most)} %` : '',
      isReached: isSized ? insideMs * 100 <= durationMs * most : null,
    };
  };
  try {
    const first = await profiled('First sync, which records one line', 5);
    const changed = await service.change();
    const second = await profiled(`Second sync, ${changed.toLocaleString('en')} changed`, 10);
    const took = { recorded: [] as number[], plain: [] as number[] };
    for (let round = 0; round < recordingRounds; round += 1) {
      for (const isRecorded of [true, false]) {
        await service.change();
        if (!isRecorded) forgetCompletion(filesOf(dataDir).cache);
        const { durationMs } = await sync();
        took[isRecorded ? 'recorded' : 'plain'].push(durationMs);
      }
    }
    const [recorded, plain] = [median(took.recorded), median(took.plain)];
    return [
      first,
      second,
      {
        what: `The same: more time than without records (${plain.toFixed(0)} ms : ${recorded.toFixed(0)} ms)`,
        figure: `${((recorded / plain - 1) * 100).toFixed(1)} %`,
        goal: isSized ? '≤ 10 %' : '',
        isReached: isSized ? recorded <= plain * 1.1 : null,
      },
    ];
  } finally {
    service.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function forgetCompletion(cache: string): void {
  const db = new Database(cache);
  db.exec('UPDATE resource_state SET completed_at = NULL');
  db.close();
}
