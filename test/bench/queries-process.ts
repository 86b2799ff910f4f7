/**
 * What the forty queries cost in an offline copy, without a window and in one thread.
 * Argument: the data folder. Prints one line of JSON, a list of `QueryCost`.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openStore } from '../../src/main/store/index.ts';
import { parseQuery } from '../../src/shared/query.ts';
import { benchQueries } from './queries.ts';

/** Milliseconds of processor time. */
export interface QueryCost {
  readonly name: string;
  readonly rowsMs: number;
  readonly countMs: number;
  readonly facetsMs: number;
  /** The page in the middle: the first time it is asked for, and again. */
  readonly middleMs: number;
  readonly middleAgainMs: number;
}

const pageRows = 200;
const folder = join(process.argv[2] ?? '', 'accounts');
const file = readdirSync(folder).find((name) => name.endsWith('.sqlite')) ?? '';
const store = openStore({ file: join(folder, file), readOnly: true });

function costOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of three: what else the processor does makes it more, never less. */
const leastCostOf = (work: () => unknown): number =>
  Math.min(costOf(work), costOf(work), costOf(work));

const costs = benchQueries.map(({ name, text, sort }): QueryCost => {
  const parsed = parseQuery(text, 'proxies');
  if (!parsed.ok) throw new Error(`"${text}" is no filter.`);
  const where = parsed.query;
  const list = (offset: number): unknown =>
    store.proxies.list({ where, sort, offset, limit: pageRows });
  const middle = Math.floor(store.proxies.count(where) / 2);
  return {
    name,
    rowsMs: leastCostOf(() => list(0)),
    countMs: leastCostOf(() => store.proxies.count(where)),
    facetsMs: leastCostOf(() => store.proxies.facets(where)),
    middleMs: costOf(() => list(middle)),
    middleAgainMs: leastCostOf(() => list(middle + pageRows)),
  };
});
store.close();
console.log(JSON.stringify(costs));
