/**
 * The functions of a pool; the table decides the thread. Records and first pages never wait for a query, tests for
 * neither, an edit for at most one batch of an export. Long work reports progress and checks for cancellation.
 */
import type { ExportChoices } from '../../shared/exports/export.ts';
import { found } from '../../shared/failure.ts';
import { completeQuery } from '../../shared/filter/query-completion.ts';
import type { JsonText, RequestName, Requests } from '../../shared/ipc.ts';
import { stringifyJson } from '../../shared/json.ts';
import { lists, mapLists, type DetailOf, type ListName, type RowDetail, type RowOf } from '../../shared/lists.ts';
import type { Rows } from '../../shared/rows.ts';
import type { ReportSubject } from '../../shared/test-runs/seller-report.ts';
import { readCachedAccess, listAccessibleIds } from '../access/check-access.ts';
import type { SaveJob, ListFile } from '../exports/files/save.ts';
import type { Store } from '../store/index.ts';
import { isIndexedStart } from '../store/read/browsable-list.ts';
import { readQuery } from '../../shared/filter/query.ts';
import { deleteTestRun, purgeTestRuns, type HistoryLimits } from '../test-runs/purge.ts';
import { writeRequests } from '../gateway/request-log.ts';
import type { RequestBatch } from '../gateway/request-queue.ts';
import { createRun, estimateRun, planRun, readNextBatch, type TestPlan } from '../test-runs/plan.ts';
import type { Call, CallContext, Functions, PoolThread } from './rpc.ts';
import type { ListRequest } from '../../shared/filter/query-term.ts';
import type { ListWindow } from '../store/types.ts';

function readWindow(request: ListRequest, list: ListName): ListWindow {
  const { sort, offset, limit } = request;
  return { where: readQuery(request.where, list), sort, offset, limit };
}

type PoolFunction<Args, Reply> = (store: Store, args: Args, context: CallContext) => Reply | Promise<Reply>;
type Answers = {
  readonly [K in RequestName]?: PoolFunction<Requests[K]['args'], Requests[K]['reply']>;
};
type PoolFunctions = { readonly [name: string]: PoolFunction<never, unknown> };

/** Whether `read` answers: a page of proxies may need masks, or an order in memory. */
export const isNear = ({ list, where, ...window }: Args<'list:rows'>): boolean =>
  list !== 'proxies' || (where.trim() === '' && isIndexedStart(window));

/** The window's first needs: records and small lists. */
const read = {
  'list:get': (store, { list, id }) => readDetail[list](store, id),
  'saved:list': (store, { kind }) => store.saved.list(kind),
  'adjustments:of-service': (store, { serviceId }) => store.adjustments.ofService(serviceId),
  'tests:list': (store) => store.testRuns.list(),
  'changes:syncs': (store) => store.changeLog.syncs(maxSyncs),
  'records:size': (store) => store.testRuns.recordsBytes(),
  'requests:state': (store) => ({ bytes: store.requestLog.bytes(), lostCount: store.requestLog.lostCount() }),
  async 'presets:list'(store) {
    // Late: zod takes a while to load.
    const { describePreset, listPresets } = await import('../exports/presets/presets.ts');
    return listPresets(store).map(describePreset);
  },
} satisfies Answers;

/** Needs masks and columns, or a scan of many rows. */
const query = {
  'list:rows': (store, { list, ...request }) => {
    const window = readWindow(request, list);
    return isNear({ list, ...request }) ? store[list].list(window) : store.proxies.listMasked(window);
  },
  'list:count': (store, { list, where }) => {
    const filter = readQuery(where, list);
    return list === 'proxies' ? store.proxies.countMasked(filter) : store[list].count(filter);
  },
  'list:index': (store, { list, where, sort, ...wanted }) => {
    const window = { where: readQuery(where, list), sort };
    return 'id' in wanted
      ? store[list].indexOf(window, wanted.id)
      : store[list].findRow(window, wanted.fields, wanted.prefix);
  },
  'list:still-found': (store, { list, where, ids }) => store[list].stillFound(readQuery(where, list), ids),
  async 'proxies:facets'(store, { where }, { isCanceled }) {
    await store.proxies.loadColumns();
    return store.proxies.facets(readQuery(where, 'proxies'), () => !isCanceled());
  },
  'proxies:summary': (store, { rows }) => store.proxies.summary(rows),
  'filter:complete': (store, request) =>
    completeQuery(request, (key, within) => store.valuesOf(request.list, key, within)),
  'hosts:over-time': (store, { where, id }) => store.figuresOverTime(readQuery(where, 'hosts'), id),
  'availability:names': (store) => store.placeNames(),
  'overview:get': (store, { today }) => store.overview(today),
  'proxies:count': (store, { rows }) => store.proxies.countOf(rows),
  'annotations:of': (store, { rows }) => store.annotationsOf(rows),
  'tests:proxies': (store, { testRunId }) => store.testRuns.proxies(testRunId),
  'tests:figures': (store, { testRunId }) => store.testRuns.figures(testRunId),
  'tags:list': (store) => store.tags.list(),
  async 'gateway:explain'(store, request) {
    const { explainTarget } = await import('../gateway/explain-target.ts');
    return explainTarget(store, request);
  },
  'list:groups': (store, { list, key, where, limit }) => store.groupsOf(list, key, readQuery(where, list), limit),
} satisfies Answers;

/** Short writes, which closing the account waits for. */
const edits = {
  'tags:put': edit(({ tags }, tag: Args<'tags:put'>) => tags.put(tag)),
  'tags:change': edit(({ tags }, { rows, ...change }: Args<'tags:change'>) => tags.change(rows, change)),
  'tags:remove': edit(({ tags }, { id }: Args<'tags:remove'>) => tags.remove(id)),
  'notes:put': edit(({ notes }, { rows, note, isContinued }: Args<'notes:put'>) =>
    notes.put(rows, note, { isContinued: isContinued === true }),
  ),
  'edits:step': edit(({ edits }, { direction, id }: Args<'edits:step'>) =>
    direction === 'undo' ? edits.undo(id) : edits.redo(),
  ),
  'records:write': (store, target: string) => store.backUpTo(target),
  'records:replace': edit((store, source: string) => store.restoreFrom(source)),
  'keys:renew': edit((store, privateKey: string) => store.renewKey(privateKey)),
} satisfies PoolFunctions;

/** Slow work; its code loads with the first call. */
const jobs = {
  'tests:purge': (store, limits: HistoryLimits, { signal }: CallContext) => purgeTestRuns(store, limits, signal),
  'tests:delete': (store, testRunId: number, { signal }: CallContext) => deleteTestRun(store, testRunId, signal),
  'reports:write': async (store, subject: ReportSubject) => {
    const { writeReportOf } = await import('../test-runs/report.ts');
    return writeReportOf(store, subject);
  },
  'requests:write': (store, batch: RequestBatch, { signal }: CallContext) => writeRequests(store, batch, signal),
  'requests:clear': (store, _: null, { signal }: CallContext) =>
    store.whenFree(() => {
      store.requestLog.clear();
    }, signal),
  'list:write': async (store, job: ListFile, { signal }: CallContext) => {
    const { writeList } = await import('../exports/files/save.ts');
    return writeList(store, job, signal);
  },
} satisfies PoolFunctions;

const orders = {
  /** Sorts before a page in the middle is needed. */
  'list:prepare': (store, { sort }: Pick<Args<'list:rows'>, 'sort'>) => {
    store.proxies.prepareOrder(sort);
  },
} satisfies PoolFunctions;

/** One statement reads everything, so edits do not wait for it. */
const access = {
  'access:cached': (store, rows: Rows) => readCachedAccess(store, rows),
  'access:ids': (store, { proxies, proxyUserId }: OfUser<string>) => listAccessibleIds(store, proxies, proxyUserId),
} satisfies PoolFunctions;

const exports = {
  async 'exports:save'(store, job: Pick<SaveJob, 'choices' | 'path' | 'ownFiles'>, { signal, report }: CallContext) {
    const { saveExport } = await import('../exports/files/save.ts');
    return saveExport(store, { ...job, signal, onProgress: countRows(report) });
  },
  async 'exports:text'(store, choices: ExportChoices, { signal, report }: CallContext) {
    const { writeText } = await import('../exports/files/write.ts');
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
} satisfies PoolFunctions;

/** Measurements must not wait for a query. */
const tests = {
  'tests:create': (store, plan: TestPlan, { signal }: CallContext) => createRun(store, plan, signal),
  'tests:plan': (store, testRunId: number, { signal }: CallContext) => planRun(store, testRunId, signal),
  'tests:estimate': (store, { proxyUserId, ...plan }: Args<'tests:estimate'>) =>
    estimateRun(store, { ...plan, proxyUserId: proxyUserId ?? null }),
  'tests:next-batch': (store, batch: Parameters<typeof readNextBatch>[1]) => readNextBatch(store, batch),
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
} satisfies PoolFunctions;

/** Called before functions that read passwords. */
const keys = {
  'keys:unlock': (store, privateKey: string) => store.isUnlocked || store.unlock(privateKey),
} satisfies PoolFunctions;

const readDetail: { readonly [L in ListName]: (store: Store, id: string) => DetailOf<L> } = {
  ...mapLists<typeof readDetail>((list) => (store: Store, id: string) => readRow(store, list, id)),
  /** While a list is filled, finding a proxy scans the table. */
  proxies: (store, id) => ({
    ...readRow(store, 'proxies', id),
    users: store.proxies.usersWithAccess(id),
    replacements: store.proxies.replacements(id),
    results: store.testRuns.resultsOfProxy(id, latestResults),
  }),
  proxy_users: (store, id) => ({
    ...readRow(store, 'proxy_users', id),
    restrictions: store.proxy_users.restrictions(id, maxRestrictions),
  }),
};
const maxSyncs = 10_000;
const latestResults = 100;
const maxRestrictions = 100;

/** Failure `not-found`. */
function readRow<L extends ListName>(store: Store, list: L, id: string): RowDetail<RowOf<L>> {
  const { one } = lists[list];
  // The compiler can't follow the name through the union.
  const row = store[list].get(id) as RowOf<L> | undefined;
  return { row: found(row, one), record: found(store[list].record(id, { secrets: false }), one) };
}

type Args<K extends RequestName> = Requests[K]['args'];
interface OfUser<Id> {
  readonly proxies: Rows;
  readonly proxyUserId: Id;
}

/** Waits while another connection writes. */
function edit<A, R>(write: (store: Store, args: A) => R) {
  return (store: Store, args: A, { signal }: CallContext): Promise<R> =>
    store.whenFree(() => write(store, args), signal);
}

const countRows =
  (report: CallContext['report']) =>
  (done: number): void => {
    report({ done, total: null });
  };

type Reads = typeof read & typeof query;
type Jobs = typeof edits & typeof jobs & typeof orders & typeof access & typeof exports & typeof tests & typeof keys;
export type ReadName = keyof Reads;
export type EditName = keyof typeof edits & RequestName;

export type CacheCalls = {
  readonly [K in ReadName]: Call<Requests[K]['args'], JsonText<Requests[K]['reply']>>;
} & {
  readonly [K in keyof Jobs]: Call<Parameters<Jobs[K]>[1], Awaited<ReturnType<Jobs[K]>>>;
};

const reads = { ...read, ...query };
const works = { ...edits, ...jobs, ...orders, ...access, ...exports, ...tests, ...keys };

export const isRead = (name: string): name is ReadName => Object.hasOwn(reads, name);
/** The last edit can be undone only in its thread. */
export const isEdit = (name: string): boolean => Object.hasOwn(edits, name);
/** Whether passwords must be unlocked first. */
export const readsPasswords = (name: string): boolean => Object.hasOwn(exports, name) || Object.hasOwn(tests, name);

export function threadOf(name: string, args: unknown): PoolThread {
  if (Object.hasOwn(read, name)) return 'read';
  // The compiler can't follow the name.
  if (name === 'list:rows' && isNear(args as Args<'list:rows'>)) return 'read';
  if ([query, orders, access].some((functions) => Object.hasOwn(functions, name))) return 'query';
  return Object.hasOwn(tests, name) ? 'tests' : 'jobs';
}

export function functionsOf(cache: () => Store): Functions<CacheCalls> {
  const bind = (functions: object, write: (reply: unknown) => unknown) =>
    Object.entries(functions).map(([name, run]) => {
      // The compiler can't follow names through entries.
      const call = run as PoolFunction<unknown, unknown>;
      return [name, async (args: unknown, context: CallContext) => write(await call(cache(), args, context))];
    });
  const all = [...bind(reads, (reply) => stringifyJson(reply)), ...bind(works, (reply) => reply)];
  return Object.fromEntries(all) as Functions<CacheCalls>;
}
