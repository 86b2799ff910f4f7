import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildBenchModule } from './build-module.ts';
import { browsedSources, describeSource } from './data-source.ts';
import { makeFolder } from './make-folder.ts';
import type { Costs, HeaviestCost, QueryCost } from './queries-process.ts';
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
        const isBounded = proxyCount <= boundedCount;
        const args = [program, folder, ...(isBounded ? ['heaviest'] : [])];
        const costs = JSON.parse(await run(process.execPath, args)) as Costs;
        const where = `${proxyCount.toLocaleString('en')} proxies, ${describeSource(source)}`;
        yield {
          title: `Forty queries over ${where}: processor time`,
          rows: describe(costs.queries),
        };
        if (!isBounded) continue;
        yield {
          title: `Filters at the bounds of the language over ${where}: processor time`,
          rows: describeHeaviest(costs.heaviest),
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

/** The bound holds for so many proxies; more are not measured, which would take minutes. */
const boundedCount = 100_000;
const boundMs = 500;

function describeHeaviest([empty, ...costs]: readonly HeaviestCost[]): TableRow[] {
  // An export takes as long as its rows take to write: only what the filter adds is bounded.
  const above = (costOf: (cost: HeaviestCost) => number) => (cost: HeaviestCost) =>
    empty ? costOf(cost) - costOf(empty) : Number.NaN;
  const row = (what: string, costOf: (cost: HeaviestCost) => number): TableRow => {
    const [slowest] = costs.toSorted((one, other) => costOf(other) - costOf(one));
    const most = slowest ? costOf(slowest) : Number.NaN;
    return {
      what: `${what}; the slowest: ${slowest?.name ?? 'none'}`,
      figure: ms(most),
      goal: `≤ ${String(boundMs)} ms`,
      isReached: most <= boundMs,
    };
  };
  return [
    row('First 200 rows', ({ rowsMs }) => rowsMs),
    row('Exact count', ({ countMs }) => countMs),
    row('All facets', ({ facetsMs }) => facetsMs),
    row(
      'Preview of an export with a template, above one without a filter',
      above(({ templateMs }) => templateMs),
    ),
    row(
      'Export to the clipboard, above one without a filter',
      above(({ exportMs }) => exportMs),
    ),
  ];
}

const ms = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
