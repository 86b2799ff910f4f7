import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBenchModule, root } from './build-module.ts';
import { makeDemoFolder } from './demo-folder.ts';
import type { QueryCost } from './queries-process.ts';
import { run } from './run-program.ts';
import { formatTable, percentile, type Table, type TableRow } from './table.ts';
import { writeSection } from './write-section.ts';

/** What the forty queries cost at 100,000 and 1,000,000 proxies, without the window. */
export async function* measureQueries(): AsyncGenerator<Table> {
  const queriesProcess = await buildBenchModule(join(import.meta.dirname, 'queries-process.ts'));
  const tables: Table[] = [];
  for (const proxyCount of [100_000, 1_000_000]) {
    const folder = await makeDemoFolder(proxyCount);
    try {
      // What queries-process.ts prints.
      const costs = JSON.parse(
        await run(process.execPath, [queriesProcess, folder]),
      ) as QueryCost[];
      const table = {
        title: `Forty queries over ${proxyCount.toLocaleString('en')} proxies, processor time`,
        rows: describe(costs, proxyCount > 100_000 ? 100 : 50),
      };
      tables.push(table);
      yield table;
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  await writeSection(
    join(root, 'docs/performance.md'),
    'Queries',
    tables.map(({ title, rows }) => formatTable(title, rows)).join('\n\n'),
  );
}

function describe(costs: readonly QueryCost[], rowsGoalMs: number): TableRow[] {
  const row = (
    what: string,
    costOf: (cost: QueryCost) => number,
    goalMs: number | null,
  ): TableRow => {
    const p95 = percentile(costs.map(costOf), 0.95);
    const slowest = costs
      .toSorted((one, other) => costOf(other) - costOf(one))
      .slice(0, 3)
      .map((cost) => `${cost.name} ${ms(costOf(cost))}`);
    return {
      what: `${what}; the slowest: ${slowest.join(', ')}`,
      figure: `p50 ${ms(percentile(costs.map(costOf), 0.5))}, p95 ${ms(p95)}`,
      goal: goalMs === null ? '' : `p95 ≤ ${String(goalMs)} ms`,
      isReached: goalMs === null ? null : p95 <= goalMs,
    };
  };
  return [
    row('First 200 rows', ({ rowsMs }) => rowsMs, rowsGoalMs),
    row('Exact count', ({ countMs }) => countMs, 300),
    row('All facets', ({ facetsMs }) => facetsMs, null),
    row('200 rows from the middle', ({ middleMs }) => middleMs, null),
    row('… the next 200', ({ middleAgainMs }) => middleAgainMs, 100),
  ];
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
