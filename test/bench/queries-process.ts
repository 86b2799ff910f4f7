/**
 * What the forty queries and the heaviest filters cost without a window, through the requests
 * that the window makes. Arguments: the data folder, and `heaviest` for those filters too. Prints one
 * line of JSON, `Costs`.
 */
import { askHandlers } from '../support/ask-handlers.ts';
import { openBenchApp } from './open-bench-app.ts';
import type { ExportChoices } from '../../src/shared/exports/export.ts';
import { benchQueries, heaviestFilters } from './queries.ts';

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

/** The same of a filter at the bounds. */
export interface HeaviestCost {
  readonly name: string;
  readonly rowsMs: number;
  readonly countMs: number;
  readonly facetsMs: number;
  /** A preview of an export with a template; it encodes all rows. */
  readonly templateMs: number;
  readonly exportMs: number;
}

export interface Costs {
  readonly queries: readonly QueryCost[];
  readonly heaviest: readonly HeaviestCost[];
}

const pageRows = 200;
const [dataDir = '', withHeaviest] = process.argv.slice(2);
const { app, handlers, currentAccountId } = openBenchApp(dataDir, '', { environment: undefined });
const accountId = currentAccountId();
const { call } = app.session(accountId).workers;

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
    call('list:rows', { list: 'proxies', accountId, where, sort, offset, limit: pageRows });
  const middle = Math.floor((await askHandlers(app, 'list:count', { list: 'proxies', accountId, where })) / 2);
  costs.push({
    name,
    rowsMs: await leastCostOf(() => list(0)),
    countMs: await leastCostOf(() => call('list:count', { list: 'proxies', accountId, where })),
    facetsMs: await leastCostOf(() => call('proxies:facets', { accountId, where })),
    middleMs: await costOf(() => list(middle)),
    middleAgainMs: await leastCostOf(() => list(middle + pageRows)),
  });
}

await handlers['accounts:set-keys']({
  accountId,
  baseUrl: 'http://127.0.0.1:9/1.0',
  publicKey: 'bench-public',
  privateKey: 'bench-private',
  keysInMemory: true,
});
const [user] = await askHandlers(app, 'list:rows', {
  list: 'proxy_users',
  accountId,
  where: 'access:all',
  sort: [],
  offset: 0,
  limit: 1,
});
const heaviest: HeaviestCost[] = [];
for (const { name, text: where } of withHeaviest === undefined ? [] : heaviestFilters) {
  const choices: ExportChoices = {
    proxyUserId: user?.proxy_user_id ?? '',
    proxies: { kind: 'query', where },
    format: 'host:port',
    protocol: 'http',
    ip: '4',
  };
  const template = { format: 'template', template: '{host}:{port} {country} {city|json}' };
  heaviest.push({
    name,
    rowsMs: await leastCostOf(() =>
      call('list:rows', {
        list: 'proxies',
        accountId,
        where,
        sort: [],
        offset: 0,
        limit: pageRows,
      }),
    ),
    countMs: await leastCostOf(() => call('list:count', { list: 'proxies', accountId, where })),
    facetsMs: await leastCostOf(() => call('proxies:facets', { accountId, where })),
    templateMs: await leastCostOf(() =>
      handlers['exports:preview']({ accountId, ...choices, ...template, revealSecrets: false }),
    ),
    exportMs: await leastCostOf(() => handlers['exports:copy']({ accountId, ...choices })),
  });
}
await app.close();
console.log(JSON.stringify({ queries: costs, heaviest } satisfies Costs));
