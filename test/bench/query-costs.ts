import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBenchModule } from './build-module.ts';
import { browsedSources, describeSource } from './data-source.ts';
import { makeFolder } from './make-folder.ts';
import type { QueryCost } from './queries-process.ts';
import { run } from './run-program.ts';
import { percentile, type Suite, type TableRow } from './table.ts';

/** What the forty queries cost without the window. */
export const measureQueries: Suite = async function* (proxyCounts) {
  const program = await buildBenchModule(join(import.meta.dirname, 'queries-process.ts'));
  for (const proxyCount of proxyCounts) {
    for (const source of browsedSources) {
      const folder = await makeFolder(source, proxyCount);
      try {
        // What queries-process.ts prints.
        const costs = JSON.parse(await run(process.execPath, [program, folder])) as QueryCost[];
        yield {
          title: `Forty queries over ${proxyCount.toLocaleString('en')} proxies, ${describeSource(source)}: processor time`,
          rows: describe(costs),
        };
      } finally {
        rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
      }
    }
  }
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
