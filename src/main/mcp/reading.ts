import { z } from 'zod';
import { costTable, costTableNames } from '../../shared/figures/overview-tables.ts';
import type { EndingServices } from '../../shared/figures/costs.ts';
import { localDay } from '../../shared/figures/days.ts';
import { findProblems, nearLimitFigure, type Problem } from '../../shared/figures/overview.ts';
import { fail, found } from '../../shared/failure.ts';
import { hiddenFromAgents, lists, type ListName } from '../../shared/lists.ts';
import { onlyId, recordKinds, recordOperation, type RecordKind } from '../../shared/operations.ts';
import { leaveOutSecrets } from '../../shared/records/secret-field.ts';
import { isSyncList } from '../../shared/sync.ts';
import type { Store } from '../store/index.ts';
import { readQuery } from '../../shared/filter/query.ts';
import type { ListWindow } from '../store/types.ts';
import { checkKey, readFilter } from './filter-help.ts';
import { fitRows } from './fit.ts';
import { describeFormats } from './resources.ts';
import {
  anyWhereSchema,
  defaultRows,
  listSchema,
  loadRowFields,
  maxRows,
  orderSchemas,
  pageSchemas,
  rowsSchema,
  whereSchema,
} from './schemas.ts';
import { defineTool } from './tool.ts';

const minuteMs = 60_000;
const maxNamed = 10;
const latestResults = 10;

interface Page {
  readonly where: string;
  readonly sort: ListWindow['sort'];
  readonly fields?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Default fields are those of the command line. */
async function readRows(store: Store, list: ListName, { fields, limit, offset, ...page }: Page): Promise<object> {
  const rowFields = await loadRowFields();
  const known = rowFields(list);
  const hidden = page.sort.find(({ field }) => hiddenFromAgents(list).includes(field))?.field;
  const unknown = hidden ?? fields?.find((field) => !known.includes(field));
  if (unknown !== undefined) {
    throw fail('invalid-input', `"${unknown}" is not a field of ${list}. The fields are: ${known.join(', ')}.`);
  }
  const shown = fields ?? lists[list].columns;
  const where = readFilter(page.where, list);
  const total = store[list].count(where);
  const rows = store[list].list({ where, sort: page.sort, offset, limit }).map((row) => {
    const values = new Map(Object.entries(row));
    return Object.fromEntries(shown.map((field) => [field, values.get(field) ?? null]));
  });
  return { list, total, offset, ...describeAge(store, list), ...fitRows(rows, { total, offset }) };
}

/** Changes are recorded by syncs. */
function describeAge(store: Store, list: ListName) {
  const received_at = isSyncList(list)
    ? store.syncs.resourceStates()[list].completedAt
    : store.syncs.lastRun().lastCompletedAt;
  return { received_at, age_minutes: minutesSince(received_at) };
}

const minutesSince = (datetime: string | null): number | null =>
  datetime === null ? null : Math.max(0, Math.round((Date.now() - Date.parse(datetime)) / minuteMs));

const firstOf = (ending: EndingServices) => ({
  ...ending,
  services: ending.services.slice(0, maxNamed),
});

/** A reseller may have thousands. */
const firstUsers = (problem: Problem): object =>
  problem.kind === 'users-near-limit'
    ? { ...problem, users: problem.users.slice(0, maxNamed), filter: nearLimitFigure(problem.users).where }
    : problem;

const notCounted =
  'No row has a value, or the values of this key are not counted: those of numbers, dates and addresses. See the rows with list.';

const kindWords = recordKinds.join(', ');

export const readingTools = {
  overview: defineTool({
    title: 'Overview',
    description:
      'What needs attention in the account: failing proxies, services that end, data that runs out, changes of the last sync, costs, and how old the cached data is. A good first call.',
    input: z.strictObject({}),
    async run({ app, session: { account, store } }) {
      const today = localDay(Date.now());
      const overview = store.overview(today);
      const settings = await app.handlers['settings:get'](undefined);
      const { lastCompletedAt } = store.syncs.lastRun();
      return {
        account: account.name,
        synced_at: lastCompletedAt,
        age_minutes: minutesSince(lastCompletedAt),
        problems: findProblems(overview, settings, today).map(firstUsers),
        ...overview,
        ending: firstOf(overview.ending),
        coming: firstOf(overview.coming),
        // The problems have them.
        unpaid: undefined,
        usersNearLimit: undefined,
        // The tool count has them.
        countries: undefined,
        // The tool costs has them.
        costs: { ...overview.costs, services: undefined, nextMonth: undefined },
      };
    },
  }),
  list: defineTool({
    title: 'List rows',
    description: `Rows of a cached list under a filter, ${String(defaultRows)} unless limit says otherwise, ${String(maxRows)} at most, with the total. Needs no network.`,
    input: z.strictObject({
      list: listSchema,
      where: anyWhereSchema,
      ...orderSchemas,
      ...pageSchemas,
    }),
    output: rowsSchema,
    run: ({ session: { store } }, { list, ...page }) => readRows(store, list, page),
  }),
  count: defineTool({
    title: 'Count rows',
    description:
      'How many rows of a list match a filter; with key, also how many have each value of it, most frequent first. For example which proxies work, fail or were never tested: proxies, key last; why a test failed: results, where run:7 works:no, key reason.',
    input: z.strictObject({
      list: listSchema,
      where: anyWhereSchema,
      key: z
        .string()
        .max(100)
        .optional()
        .describe('A key of the filter of the list, such as country, type, service, last or reason.'),
      ...pageSchemas,
    }),
    run({ session: { store } }, { list, where: text, key, limit, offset }) {
      const query = readFilter(text, list);
      const total = store[list].count(query);
      if (key === undefined) return { list, total, ...describeAge(store, list) };
      checkKey(list, key);
      const values = store.countKey(list, key, query);
      const { rows, ...rest } = fitRows(
        values.slice(offset, offset + limit).map(({ value, label, count }) => ({ value, label, count })),
        { total: values.length, offset },
      );
      return {
        list,
        total,
        ...describeAge(store, list),
        by: key,
        value_count: values.length,
        values: rows,
        ...rest,
        ...(values.length === 0 && total > 0 && { advice: notCounted }),
      };
    },
  }),
  show: defineTool({
    title: 'Show a record',
    description: `Every field of one cached record as received, without passwords and fields that look like secrets. Kinds: ${kindWords}. Records that are not cached are fetched from the service if the user allowed sync.`,
    input: z.strictObject({
      kind: z.enum(recordKinds),
      id: z
        .string()
        .max(1000)
        .default(onlyId)
        .describe(
          'The ID. Empty for kinds of which an account has one; for availability the groups, such as country,city.',
        ),
    }),
    isOpenWorld: true,
    async run({ session, signal, isAllowed }, { kind, id }) {
      const { store } = session;
      const { readCached } = await import('../sync/fetch-record.ts');
      const { cachedOrFetched } = await import('../sync/fetch-record.ts');
      const options = { secrets: false };
      const cached =
        readCached(store, kind, id, options) ??
        (isAllowed('sync') && isFetched(kind)
          ? await cachedOrFetched(session, kind, id, { ...options, signal })
          : undefined);
      if (cached === undefined) {
        throw fail('not-found', `No ${kind} with the ID "${id}" is cached. Check the ID with the tool list, or sync.`);
      }
      const { record, receivedAt } = cached;
      return {
        kind,
        received_at: receivedAt,
        age_minutes: minutesSince(receivedAt),
        record: leaveOutSecrets(record),
        ...detailsOf(store, kind, id),
      };
    },
  }),
  costs: defineTool({
    title: 'Costs',
    description:
      'What services cost per month, and per proxy, by service, by type, or what ends next month. The most expensive services are first; per_proxy says which is the cheapest. The service gives no currency.',
    input: z.strictObject({
      by: z.enum(costTableNames).default('services'),
      ...pageSchemas,
    }),
    run({ session: { store } }, { by, limit, offset }) {
      const costs = store.costs(localDay(Date.now()));
      const { headings, rows } = costTable(costs, by);
      return {
        per_month: costs.perMonth,
        service_count: costs.serviceCount,
        unknown_count: costs.unknownCount,
        by,
        total: rows.length,
        offset,
        ...fitRows(
          rows
            .slice(offset, offset + limit)
            .map((cells) => Object.fromEntries(headings.map((heading, at) => [heading, cells[at]]))),
          { total: rows.length, offset },
        ),
        ...describeAge(store, 'services'),
      };
    },
  }),
  changes: defineTool({
    title: 'Changes',
    description:
      'What syncs added, changed, removed and replaced, newest first. found:<1d is what was found since yesterday, sync:>12 what syncs after number 12 found, kind:removed one kind.',
    input: z.strictObject({ where: whereSchema('changes').default(''), ...orderSchemas, ...pageSchemas }),
    output: rowsSchema,
    run: ({ session: { store } }, page) => readRows(store, 'changes', page),
  }),
  test_runs: defineTool({
    title: 'Test runs',
    description:
      'The test runs of the account, newest first; with id, one run: how many proxies work, whose fault the failures are, their reasons, and its results. For some of them use list: results, where run:7 works:no; tested:<1d finds those since yesterday. Proxies that failed in run 7: list proxies, where fails:7.',
    input: z.strictObject({
      id: z.int().min(1).optional().describe('The number of a run.'),
      ...pageSchemas,
    }),
    run({ session: { store } }, { id, limit, offset }) {
      if (id === undefined) {
        const runs = store.testRuns.list();
        const { rows, ...rest } = fitRows(runs.slice(offset, offset + limit), { total: runs.length, offset });
        return { total: runs.length, offset, ...rest, runs: rows };
      }
      const run = found(store.testRuns.get(id), 'test run');
      const where = readQuery(`run:${String(id)}`, 'results');
      const total = store.results.count(where);
      const { rows, ...rest } = fitRows(store.results.list({ where, sort: [], offset, limit }), { total, offset });
      return { run, figures: store.testRuns.figures(id), total, offset, ...rest, results: rows };
    },
  }),
  formats: defineTool({
    title: 'Export formats',
    description:
      'The formats of exports: the names of all with what they are for, or with names everything about some of them: what each can represent, and an example.',
    input: z.strictObject({
      names: z.array(z.string().max(100)).max(10).optional().describe('The names of formats, such as curl.'),
    }),
    isOurs: true,
    async run(_context, { names }) {
      const formats = await describeFormats(names);
      return { formats: names ? formats : formats.map(({ name, label, group }) => ({ name, label, group })) };
    },
  }),
};

/** Rows are not fetched: an unknown ID may be mistyped. */
const isFetched = (kind: RecordKind): boolean => {
  const { rowOf } = recordOperation(kind);
  return rowOf === undefined || rowOf === 'adjustments';
};

function detailsOf(store: Store, kind: RecordKind, id: string): object {
  const { rowOf } = recordOperation(kind);
  if (rowOf === undefined || rowOf === 'adjustments') return {};
  const row = store[rowOf].get(id);
  if (rowOf !== 'proxies') return { row };
  return {
    row,
    users_with_access: store.proxies.usersWithAccess(id),
    replacements: store.proxies.replacements(id),
    results: store.testRuns.resultsOfProxy(id, latestResults),
  };
}
