import { join } from 'node:path';
import { buildBenchModule } from './build-module.ts';
import type { PartCosts } from './parts-process.ts';
import { run } from './run-program.ts';
import type { Table } from './table.ts';

const proxyCount = 200_000;

/** What the parts of a sync cost, so that one sees which of them a goal depends on. */
export async function* measureParts(): AsyncGenerator<Table> {
  const module = await buildBenchModule(join(import.meta.dirname, 'parts-process.ts'));
  const costs = JSON.parse(await run(process.execPath, [module, String(proxyCount)])) as PartCosts; // what parts-process.ts prints
  const row = (what: string, ms: number): Table['rows'][number] => ({
    what,
    figure: `${ms.toFixed(2)} ms, ${(ms / costs.parse).toFixed(2)} of parsing`,
    goal: '',
    isReached: null,
  });
  yield {
    title: `Parts of a sync, processor time a page of 1,000 proxies (${proxyCount.toLocaleString('en')} of them)`,
    rows: [
      row('Parse a page with `JSON.parse`', costs.parse),
      row('Main thread: cut a page into rows and digest them', costs.cutAndDigest),
      row('Thread, first sync: read, encode and insert new rows', costs.writeNew),
      row('… of which a bare table of as many columns takes', costs.bareInsert),
      row('Thread, first sync: build the indexes', costs.buildIndexes),
      row('Thread, second sync: load the fingerprints', costs.loadFingerprints),
      row('Thread, second sync: find every row unchanged', costs.seeUnchanged),
    ],
  };
}
