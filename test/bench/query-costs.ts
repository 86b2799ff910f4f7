import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBenchModule, root } from './build-module.ts';
import { browsedSources, describeSource } from './data-source.ts';
import { makeFolder } from './make-folder.ts';
import type { QueryCost } from './queries-process.ts';
import { run } from './run-program.ts';
import { formatTable, percentile, type Suite, type Table, type TableRow } from './table.ts';
import { writeSection } from './write-section.ts';

/** What the forty queries cost without the window. */
export const measureQueries: Suite = async function* (proxyCounts) {
  const program = await buildBenchModule(join(import.meta.dirname, 'queries-process.ts'));
  const tables: Table[] = [];
  for (const proxyCount of proxyCounts) {
    for (const source of browsedSources) {
      const folder = await makeFolder(source, proxyCount);
      try {
        // What queries-process.ts prints.
        const costs = JSON.parse(await run(process.execPath, [program, folder])) as QueryCost[];
        const table = {
          title: `Forty queries over ${proxyCount.toLocaleString('en')} proxies, ${describeSource(source)}: processor time`,
          rows: describe(costs),
        };
        tables.push(table);
        yield table;
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  }
  await writeSection(
    join(root, 'docs/performance.md'),
    'Queries',
    tables.map(({ title, rows }) => formatTable(title, rows)).join('\n\n'),
  );
};

function describe(costs: readonly QueryCost[]): TableRow[] {
  const row = (what: string, costOf: (cost: QueryCost) => number): TableRow => {
    const slowest = costs
      .toSorted((one, other) => costOf(other) - costOf(one))
      .slice(0, 3)
      .map((cost) => `${cost.name} ${ms(costOf(cost))}`);
    const all = costs.map(costOf);
    return {
      what: `${what}; the slowest: ${slowest.join(', ')}`,
      figure: `p50 ${ms(percentile(all, 0.5))}, p95 ${ms(percentile(all, 0.95))}`,
      goal: '',
      isReached: null,
    };
  };
  return [
    row('First 200 rows', ({ rowsMs }) => rowsMs),
    row('Exact count', ({ countMs }) => countMs),
    row('All facets', ({ facetsMs }) => facetsMs),
    row('200 rows from the middle', ({ middleMs }) => middleMs),
    row('… the next 200', ({ middleAgainMs }) => middleAgainMs),
  ];
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
