import { setTimeout as wait } from 'node:timers/promises';
import { ownValue } from '../../../shared/own-value.ts';
import { describeFailure, fail } from '../../../shared/failure.ts';
import { countOf } from '../../../shared/count-of.ts';
import { csvLine } from '../../../shared/csv.ts';
import { escapeInvisible, stringifyJson } from '../../../shared/json.ts';
import { namesOfShownFields } from '../../../shared/records/field.ts';
import { isOwnList, listNames, lists, ownLists, type ListName } from '../../../shared/lists.ts';
import { isMainList } from '../../../shared/sync.ts';
import { isDate, readQuery } from '../../../shared/filter/query.ts';
import { changeKinds } from '../../../shared/records/change.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { ListWindow } from '../../store/types.ts';
import { readSort, type OptionValues } from '../arguments.ts';
import { defineCommand, exitCodes, type CommandContext, type ExitCode } from '../command.ts';
import { optionsOf } from '../options.ts';
import { formatCell, tableLines, type Output } from '../output.ts';
import { exitCodeOfOutcome, formatSyncProgress } from './sync.ts';

const noLimit = Number.MAX_SAFE_INTEGER;

const names = listNames.map((list) => lists[list].command);

const listOptions = optionsOf(
  'where',
  'sort',
  'limit',
  'offset',
  'count',
  'secrets',
  'csv',
  'online',
  'since',
  'kind',
  'follow',
);
type Options = OptionValues<typeof listOptions>;

/** Fetches uncached lists that syncs leave out. */
export const listCommand = defineCommand({
  usage: `list ${names.join('|')} [OPTION...]`,
  summary: `List the rows of the cache, or what this machine recorded: ${ownLists.map((list) => lists[list].command).join(', ')}. --online fetches the list again. Changes can be those after a sync, by its number, or since a date in UTC. The service does not list mobile ledger entries; show one with: proxydeck show mobile-ledger ID`,
  example: `list ${lists.services.command} ${lists.services.exampleCommand}`,
  options: listOptions,
  endsAtOnce: true,
  async run(context, [name = '', ...words], options) {
    const list = listNames.find((one) => lists[one].command === name);
    if (list === undefined) {
      throw fail('invalid-input', `list takes ${names.join(', ')}, not "${name}".`);
    }
    if (words.length > 0) {
      throw fail('invalid-input', `Unexpected argument: "${words.join(' ')}". Put a filter after --where.`);
    }
    const where = readWhere(list, options);
    if (options.follow) return followLog(context, list, where ?? '');
    const fetched = await fetchIfWanted(context, list, options.online);
    const printed = await printList(context, list, { ...options, where }, fetched);
    return fetched === undefined || fetched === exitCodes.done ? printed : fetched;
  },
});

const lookMs = 1000;
/** Prints requests until the signal; with `--json` one object a line. */
async function followLog({ session, output, signal }: CommandContext, list: ListName, text: string): Promise<ExitCode> {
  if (list !== 'requests') throw fail('invalid-input', '--follow is for the log.');
  const { requests } = session().store;
  const all = { where: readQuery('', list), sort: [], offset: 0 };
  let lastId = Number(requests.list({ ...all, limit: 1 })[0]?.request_id ?? 0);
  while (!signal.aborted) {
    const where = readQuery(`${text} id:>${String(lastId)}`, list);
    const added = [...requests.records({ ...all, where, limit: noLimit }, { secrets: false })].toReversed();
    lastId = Number(added.at(-1)?.['request_id'] ?? lastId);
    const { columns } = lists.requests;
    const lines = added.map((record) =>
      output.isJson
        ? escapeInvisible(stringifyJson(record))
        : columns.map((field) => formatCell(ownValue(record, field)) || '-').join('  '),
    );
    if (lines.length > 0) await output.stream(lines, false);
    await wait(lookMs, undefined, { signal }).catch(() => undefined);
  }
  return exitCodes.done;
}

function readWhere(list: ListName, { where = '', since, kind }: Options): string | undefined {
  if (list === 'changes') {
    const kinds = kind.flatMap((text) => text.split(',')).map((text) => text.trim());
    return [where, sinceTerm(since), kindTerm(kinds)].join(' ').trim();
  }
  if (since === undefined && kind.length === 0) return where;
  throw fail('invalid-input', '--since and --kind are for changes.');
}

function sinceTerm(since: string | undefined): string {
  if (since === undefined) return '';
  if (/^\d+$/.test(since)) return `sync:>${since}`;
  const date = since.replace(/Z$/, '');
  if (isDate(date)) return `found:">=${date.replace('T', ' ')}"`;
  throw fail('invalid-input', `--since takes the number of a sync, or a date such as 2026-11-01, not "${since}".`);
}

function kindTerm(kinds: readonly string[]): string {
  const unknown = kinds.find((kind) => !changeKinds.some((known) => known === kind));
  if (unknown !== undefined) {
    throw fail('invalid-input', `--kind takes ${changeKinds.join(', ')}, not "${unknown}".`);
  }
  return kinds.length === 0 ? '' : `kind:${kinds.join(',')}`;
}

/** Fetches one record from the service if that is wanted; undefined: it was not. */
async function fetchIfWanted(
  { app, session, output, signal }: CommandContext,
  list: ListName,
  isWanted: boolean,
): Promise<ExitCode | undefined> {
  if (isOwnList(list)) {
    if (!isWanted) return undefined;
    throw fail('invalid-input', `The service has no ${lists[list].many}: this machine records them.`);
  }
  const opened = session();
  const isCached = opened.store.syncs.resourceStates()[list].completedAt !== null;
  if (!isWanted && (isCached || isMainList(list))) return undefined;
  const outcome = await app.sync(opened, {
    only: [list],
    signal,
    onProgress: (progress) => {
      output.progress(formatSyncProgress(progress));
    },
  });
  if (outcome.problem) output.message(`proxydeck: ${describeFailure(outcome.problem)}`);
  return exitCodeOfOutcome(outcome);
}

/** Prints rows as a table or JSON, then the list's age. */
async function printList(
  { session, output }: CommandContext,
  list: ListName,
  options: Options,
  fetched: ExitCode | undefined,
): Promise<ExitCode> {
  const opened = session();
  const records = opened.store[list];
  const where = readQuery(options.where ?? '', list);
  const sort = readSort(options.sort);
  if (fetched !== exitCodes.done) reportAge(opened, list, output);
  if (options.count) {
    const count = records.count(where);
    output.line(String(count));
    output.json({ count });
    return exitCodes.done;
  }
  if (options.secrets) await opened.unlock();
  const window: ListWindow = {
    where,
    sort,
    offset: options.offset ?? 0,
    limit: options.limit ?? noLimit,
  };
  const found = records.records(window, { secrets: options.secrets });
  if (output.isJson) {
    await output.stream(mapEach(found, stringifyJson), true);
    return exitCodes.done;
  }
  if (options.csv) {
    const names = namesOfShownFields(lists[list].fields);
    await output.stream(
      withFirst(
        csvLine(names),
        mapEach(found, (record) => csvLine(names.map((name) => ownValue(record, name)))),
      ),
      false,
    );
    return exitCodes.done;
  }
  const { columns, secretColumns = [], many } = lists[list];
  const shown = [...columns, ...(options.secrets ? secretColumns : [])];
  let rowCount = 0;
  const rows = mapEach(found, (record) => {
    rowCount += 1;
    return shown.map((field) => ownValue(record, field));
  });
  const lines = tableLines(shown, rows);
  // Without rows, no header.
  const head = lines.next();
  if (rowCount === 0) output.message(`No ${isOwnList(list) ? 'recorded' : 'cached'} ${many} found.`);
  else await output.stream(withFirst(String(head.value), lines), false);
  return exitCodes.done;
}

function reportAge({ store }: Session, list: ListName, output: Output): void {
  const lostCount = list === 'requests' ? store.requestLog.lostCount() : 0;
  if (lostCount > 0) output.message(`${countOf(lostCount, 'request')} could not be logged.`);
  if (isOwnList(list)) return;
  const { completedAt } = store.syncs.resourceStates()[list];
  output.message(
    completedAt === null
      ? `The ${lists[list].many} have not been synced yet. Fetch them with: proxydeck sync`
      : `From the cache, received ${completedAt}. Fetch it again with: proxydeck sync`,
  );
}

function* withFirst(first: string, others: Iterable<string>): Generator<string> {
  yield first;
  yield* others;
}

function* mapEach<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}
