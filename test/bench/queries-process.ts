/**
 * What the forty queries cost without a window, through the requests that the window
 * makes. Argument: the data folder. Prints one line of JSON, a list of `QueryCost`.
 */
import { openBenchApp } from './open-bench-app.ts';
import { benchQueries } from './queries.ts';

/** Milliseconds of processor time of the whole process. */
export interface QueryCost {
  readonly name: string;
  readonly rowsMs: number;
  readonly countMs: number;
  readonly facetsMs: number;
  /** The page in the middle: the first time it is asked for, and the one after it. */
  readonly middleMs: number;
  readonly middleAgainMs: number;
}

const pageRows = 200;
const [dataDir = ''] = process.argv.slice(2);
const { app, handlers, currentAccountId } = openBenchApp(dataDir, '', { environment: undefined });
const accountId = currentAccountId();

async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least of three: what else the processor does makes it more, never less. */
const leastCostOf = async (work: () => unknown): Promise<number> =>
  Math.min(await costOf(work), await costOf(work), await costOf(work));

const costs: QueryCost[] = [];
for (const { name, text: where, sort } of benchQueries) {
  const list = (offset: number): unknown =>
    handlers['proxies:list']({ accountId, where, sort, offset, limit: pageRows });
  const middle = Math.floor((await handlers['proxies:count']({ accountId, where })) / 2);
  costs.push({
    name,
    rowsMs: await leastCostOf(() => list(0)),
    countMs: await leastCostOf(() => handlers['proxies:count']({ accountId, where })),
    facetsMs: await leastCostOf(() => handlers['proxies:facets']({ accountId, where })),
    middleMs: await costOf(() => list(middle)),
    middleAgainMs: await leastCostOf(() => list(middle + pageRows)),
  });
}
await app.close();
console.log(JSON.stringify(costs));
