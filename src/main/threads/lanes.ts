/**
 * What workers do on a cache. Each lane has a worker of its own, so the table that a function is in
 * says on which thread it runs: rows never wait for a count, neither waits for facets, which take
 * the longest, and an edit does not wait for an export.
 */
import type { ExportChoices } from '../../shared/exports/export.ts';
import { found } from '../../shared/failure.ts';
import { completeQuery } from '../../shared/filter/query-completion.ts';
import type { JsonText, RequestName, Requests } from '../../shared/ipc.ts';
import { stringifyJson } from '../../shared/json.ts';
import {
  lists,
  mapLists,
  type DetailOf,
  type ListName,
  type RowDetail,
  type RowOf,
} from '../../shared/lists.ts';
import type { Rows } from '../../shared/rows.ts';
import { readCachedAccess } from '../access/check-access.ts';
import { listAccessibleIds } from '../access/confirm-access.ts';
import type { SaveJob } from '../exports/files/save.ts';
import type { Store } from '../store/index.ts';
import { readQuery } from '../../shared/filter/query.ts';
import { readWindow } from '../store/parse-request.ts';
import { purgeTestRuns, type HistoryLimits } from '../test-runs/purge.ts';
import { estimateRun, planRun, readNextBatch, type TestPlan } from '../test-runs/plan.ts';
import type { ListFile } from '../exports/files/write-list.ts';
import type { Call, CallContext, Functions as Served } from './connect.ts';

type LaneFunction<Args, Reply> = (
  store: Store,
  args: Args,
  context: CallContext,
) => Reply | Promise<Reply>;
/** Functions that answer requests of the window. */
type Answers = {
  readonly [K in RequestName]?: LaneFunction<Requests[K]['args'], Requests[K]['reply']>;
};
type LaneFunctions = { readonly [name: string]: LaneFunction<never, unknown> };

/** Requests that only read, and that the window repeats while the user browses. They are answered in JSON. */
const reads = <F extends Answers>(functions: F) =>
  ({ functions, role: 'read', needsKey: false, endsOnClose: false }) as const;

/**
 * Work that may take seconds. The code of exports, results and tests from here is loaded by the first call: otherwise the
 * threads that read, which the first screen waits for, would load it, too.
 *
 * @param needsKey it reads passwords, so they are unlocked first
 * @param endsOnClose closing the account aborts it
 */
const jobs = <F extends LaneFunctions>(
  functions: F,
  { needsKey = false, endsOnClose = true } = {},
) => ({ functions, role: 'job', needsKey, endsOnClose }) as const;

export const lanes = {
  rows: reads({
    /** A page that this thread finds quickly; undefined: `list:rows` does. */
    'list:near': ((store, { list, ...request }) => {
      const window = readWindow(request, list);
      return list === 'proxies' ? store.proxies.near(window) : store[list].list(window);
    }) satisfies LaneFunction<Args<'list:rows'>, unknown>,
    'list:get': (store, { list, id }) => readDetail[list](store, id),
    'saved:list': (store, { kind }) => store.saved.list(kind),
    'adjustments:of-service': (store, { serviceId }) => store.adjustments.ofService(serviceId),
    'tests:list': (store) => store.testRuns.list(),
    'changes:syncs': (store) => ({
      syncs: store.changeLog.syncs(mostSyncs),
      size: store.changeLog.size(),
    }),
    'records:sizes': (store) => ({
      bytes: store.testRuns.recordsBytes(),
      changeBytes: store.changeLog.size().bytes,
    }),
    async 'presets:list'(store) {
      // Loaded when it is needed: it checks presets with zod, which takes a while to load.
      const { describePreset, listPresets } = await import('../exports/presets/presets.ts');
      return listPresets(store).map(describePreset);
    },
  }),
  /** What is answered from masks and columns, which only this thread has in memory. */
  masks: reads({
    'list:rows': (store, { list, ...request }) => {
      const window = readWindow(request, list);
      return list === 'proxies' ? store.proxies.listMasked(window) : store[list].list(window);
    },
    /** Sorts all proxies, before a page in the middle of them is needed. */
    'list:prepare': ((store, { sort }) => {
      store.proxies.prepareOrder(sort);
    }) satisfies LaneFunction<Pick<Args<'list:rows'>, 'sort'>, unknown>,
    'list:count': (store, { list, where }) => {
      const query = readQuery(where, list);
      return list === 'proxies' ? store.proxies.countMasked(query) : store[list].count(query);
    },
    'list:find': (store, { list, where, sort, fields, prefix }) =>
      store[list].findRow({ where: readQuery(where, list), sort }, fields, prefix),
    'list:index': (store, { list, where, sort, id }) =>
      store[list].indexOf({ where: readQuery(where, list), sort }, id),
    'list:still-found': (store, { list, where, ids }) =>
      store[list].stillFound(readQuery(where, list), ids),
    async 'proxies:facets'(store, { where }, { isCanceled }) {
      await store.proxies.loadColumns();
      return store.proxies.facets(readQuery(where, 'proxies'), () => !isCanceled());
    },
    'proxies:countries': (store, { where }) => store.proxies.countries(readQuery(where, 'proxies')),
    'proxies:summary': (store, { rows }) => store.proxies.summary(rows),
    'filter:complete': (store, request) =>
      completeQuery(request, (key, within) => store.valuesOf(request.list, key, within)),
    'availability:names': (store) => store.placeNames(),
    'overview:get': (store, { today }) => store.overview(today),
  }),
  counts: reads({
    'proxies:count': (store, { rows }) => store.proxies.countOf(rows),
    'annotations:of': (store, { rows }) => store.annotationsOf(rows),
    'tests:proxies': (store, { testRunId }) => store.testRuns.proxies(testRunId),
    'tests:figures': (store, { testRunId }) => store.testRuns.figures(testRunId),
    'tags:list': (store) => store.tags.list(),
    'list:groups': (store, { list, key, where }) =>
      store.groupsOf(list, key, readQuery(where, list)),
    async 'presets:replaced'(store) {
      // As in `presets:list`.
      const { findReplaced } = await import('../exports/presets/presets.ts');
      return findReplaced(store);
    },
  }),
  edits: jobs(
    {
      'tags:put': edit(({ tags }, tag: Args<'tags:put'>) => tags.put(tag)),
      'tags:change': edit(({ tags }, { rows, ...change }: Args<'tags:change'>) =>
        tags.change(rows, change),
      ),
      'tags:remove': edit(({ tags }, { id }: Args<'tags:remove'>) => tags.remove(id)),
      'notes:put': edit(({ notes }, { rows, note, isContinued }: Args<'notes:put'>) =>
        notes.put(rows, note, { isContinued: isContinued === true }),
      ),
      'edits:undo': edit(({ edits }, { id }: Args<'edits:undo'>) => edits.undo(id)),
      'edits:redo': edit<Args<'edits:redo'>, ReturnType<Store['edits']['redo']>>(({ edits }) =>
        edits.redo(),
      ),
      'records:write': (store, target: string) => store.backUpTo(target),
      'records:replace': edit((store, source: string) => store.restoreFrom(source)),
      /** `Store.renewKey`. */
      'keys:renew': edit((store, privateKey: string) => store.renewKey(privateKey)),
    },
    // An edit that the user made last is not lost because the app quits.
    { endsOnClose: false },
  ),
  results: jobs({
    'tests:purge': (store, limits: HistoryLimits, { signal }: CallContext) =>
      purgeTestRuns(store, limits, signal),
    'list:write': async (store, job: ListFile, { signal }: CallContext) => {
      const { writeList } = await import('../exports/files/write-list.ts');
      return writeList(store, job, signal);
    },
  }),
  access: jobs({
    'access:cached': (store, rows: Rows) => readCachedAccess(store, rows),
    /** IDs of the selected proxies that a user has access to. */
    'access:ids': (store, { proxies, proxyUserId }: OfUser<string>) =>
      listAccessibleIds(store, proxies, proxyUserId),
  }),
  exports: jobs(
    {
      async 'exports:save'(
        store,
        job: Pick<SaveJob, 'choices' | 'path' | 'ownFiles'>,
        { signal, report }: CallContext,
      ) {
        const { saveExport } = await import('../exports/files/save.ts');
        return saveExport(store, { ...job, signal, onProgress: countRows(report) });
      },
      async 'exports:text'(store, choices: ExportChoices, { signal, report }: CallContext) {
        const { writeText } = await import('../exports/files/write-text.ts');
        return writeText(store, choices, { signal, onProgress: countRows(report) });
      },
      async 'exports:preview'(
        store,
        { choices, revealSecrets }: { choices: ExportChoices; revealSecrets: boolean },
        { signal }: CallContext,
      ) {
        const { previewExport } = await import('../exports/preview.ts');
        return previewExport(store, choices, revealSecrets, signal);
      },
      /** Called before the others of this lane. */
      'keys:unlock': (store, privateKey: string) => store.isUnlocked || store.unlock(privateKey),
    },
    { needsKey: true },
  ),
  /** Tests from here have the worker for themselves: what they measure must not wait for a query. */
  tests: jobs(
    {
      'tests:plan': (store, plan: TestPlan, { signal }: CallContext) =>
        planRun(store, plan, signal),
      'tests:estimate': (store, { proxyUserId, ...plan }: Args<'tests:estimate'>) =>
        estimateRun(store, { ...plan, proxyUserId: proxyUserId ?? null }),
      'tests:next-batch': (store, batch: Parameters<typeof readNextBatch>[1]) =>
        readNextBatch(store, batch),
      async 'tests:probe'(
        store,
        { testRunId, serviceUrl }: { readonly testRunId: number; readonly serviceUrl: string },
        { signal, report }: CallContext,
      ) {
        // Undici takes as long as the rest of a worker.
        const { runHere } = await import('../test-runs/local/run-here.ts');
        return runHere(store, testRunId, {
          signal,
          serviceUrl,
          onStored: () => {
            report({ done: 0, total: null });
          },
        });
      },
    },
    { needsKey: true },
  ),
};

/** What the inspector of each list shows. */
const readDetail: { readonly [L in ListName]: (store: Store, id: string) => DetailOf<L> } = {
  ...mapLists<typeof readDetail>((list) => (store: Store, id: string) => readRow(store, list, id)),
  /** While an empty list is filled, a proxy is found by scans of the table. */
  proxies: (store, id) => ({
    ...readRow(store, 'proxies', id),
    users: store.proxies.usersWithAccess(id),
    replacements: store.proxies.replacements(id),
    results: store.testRuns.resultsOfProxy(id, latestResults),
  }),
  proxy_users: (store, id) => ({
    ...readRow(store, 'proxy_users', id),
    restrictions: store.proxy_users.restrictions(id, mostRestrictions),
  }),
};
const mostSyncs = 10_000;
const latestResults = 100;
const mostRestrictions = 100;

/** A cached row with its record. Failure `not-found` if there is none. */
function readRow<L extends ListName>(store: Store, list: L, id: string): RowDetail<RowOf<L>> {
  const { one } = lists[list];
  // The list of a name has the rows of that name; the compiler can't follow it through the union.
  const row = store[list].get(id) as RowOf<L> | undefined;
  return { row: found(row, one), record: found(store[list].record(id, { secrets: false }), one) };
}

type Args<K extends RequestName> = Requests[K]['args'];
interface OfUser<Id> {
  readonly proxies: Rows;
  readonly proxyUserId: Id;
}

/** A short write, which waits while another connection writes. */
function edit<A, R>(write: (store: Store, args: A) => R) {
  return (store: Store, args: A, { signal }: CallContext): Promise<R> =>
    store.whenFree(() => write(store, args), signal);
}

const countRows =
  (report: CallContext['report']) =>
  (done: number): void => {
    report({ done, total: null });
  };

type Functions<L extends keyof typeof lanes> = (typeof lanes)[L]['functions'];
type Reads = Functions<'rows'> & Functions<'masks'> & Functions<'counts'>;
type Jobs = Functions<'edits'> &
  Functions<'access'> &
  Functions<'exports'> &
  Functions<'tests'> &
  Functions<'results'>;
/** Requests that workers answer in JSON. */
export type ReadName = keyof Reads & RequestName;
/** Changes of tags and notes. */
export type EditName = keyof Functions<'edits'> & RequestName;

/** What can be called on a cache. */
export type CacheCalls = {
  readonly [K in ReadName]: Call<Requests[K]['args'], JsonText<Requests[K]['reply']>>;
} & {
  readonly 'list:near': Call<
    Args<'list:rows'>,
    JsonText<Requests['list:rows']['reply']> | undefined
  >;
  readonly 'list:prepare': Call<Pick<Args<'list:rows'>, 'sort'>, undefined>;
} & {
  readonly [K in keyof Jobs]: Call<Parameters<Jobs[K]>[1], Awaited<ReturnType<Jobs[K]>>>;
};

export type LaneName = keyof typeof lanes;
const laneNames = new Map(
  Object.entries(lanes).flatMap(([lane, { functions }]) =>
    // `Object.entries` does not keep the type of the names.
    Object.keys(functions).map((name) => [name, lane as LaneName] as const),
  ),
);

/** The lane whose table has a function. */
export function laneOf(name: keyof CacheCalls): LaneName {
  const lane = laneNames.get(name);
  if (lane !== undefined) return lane;
  throw new Error(`No lane has ${name}.`);
}

/** Called by `cache-workers.ts`, never by the window. */
const internalReads: readonly string[] = ['list:near', 'list:prepare'];

/** Whether a request is answered by a worker that reads. */
export const isRead = (name: string): name is ReadName => {
  const lane = laneNames.get(name);
  return lane !== undefined && lanes[lane].role === 'read' && !internalReads.includes(name);
};
export const readNames = [...laneNames.keys()].filter(isRead);

/** The functions that workers of a role run on a cache. */
export function functionsOf(cache: () => Store): Served<CacheCalls> {
  const all = Object.values(lanes).flatMap(({ role, functions }) =>
    Object.entries(functions).map(([name, run]) => {
      // Each name keeps its arguments; the compiler can't follow that through the union.
      const call = run as unknown as LaneFunction<unknown, unknown>;
      return [
        name,
        role === 'read'
          ? async (args: unknown, context: CallContext) => {
              const reply = await call(cache(), args, context);
              return reply === undefined ? undefined : stringifyJson(reply);
            }
          : (args: unknown, context: CallContext) => call(cache(), args, context),
      ];
    }),
  );
  return Object.fromEntries(all) as Served<CacheCalls>;
}
