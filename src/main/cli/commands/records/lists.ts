import { fail } from '../../../../shared/failure.ts';
import { csvLine } from '../../../../shared/csv.ts';
import { stringifyJson } from '../../../../shared/json.ts';
import { namesOfShownFields } from '../../../../shared/records/field.ts';
import { isOwnList, listNames, lists, type ListName } from '../../../../shared/lists.ts';
import { readQuery } from '../../../store/parse-request.ts';
import type { Session } from '../../../accounts/sessions.ts';
import type { ListWindow } from '../../../store/types.ts';
import type { OptionValues } from '../../arguments.ts';
import { defineCommand, type Command, type CommandContext } from '../../context.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import { refuseWords, tableLines, type Output } from '../../output.ts';
import { readSort } from '../../read-sort.ts';

/** The options of every list. */
export const listOptions = {
  where: 'text',
  sort: 'repeat',
  limit: 'count',
  offset: 'count',
  count: 'flag',
  secrets: 'flag',
  csv: 'flag',
} as const;

export const listUsage =
  '[--where QUERY] [--sort FIELD[:desc]] [--limit N] [--offset N] [--count] [--secrets] [--csv]';

/** Without `--limit`: all rows. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** `services`, `proxies`, `users`: cached lists; needs no network, and a key only for `--secrets`. */
export const listCommands = {
  services: aliasOf('services'),
  proxies: aliasOf('proxies'),
  users: aliasOf('proxy_users'),
};

const names = listNames.map((list) => lists[list].command);

/** `list NAME`: the rows of any list. */
export const listCommand = defineCommand({
  usage: `list ${names.join('|')} ${listUsage}`,
  summary: 'List the rows of the cache, or the recorded changes.',
  example: `list ${lists.services.command} ${lists.services.exampleCommand}`,
  options: listOptions,
  endsAtOnce: true,
  async run(context, [name = '', ...words], options) {
    refuseWords(words);
    const list = listNames.find((one) => lists[one].command === name);
    if (list === undefined) {
      throw fail('invalid-input', `list takes ${names.join(', ')}, not "${name}".`);
    }
    return printList(context, list, options);
  },
});

function aliasOf(list: ListName): Command<typeof listOptions> {
  return defineCommand({
    usage: `${lists[list].command} ${listUsage}`,
    summary: `List the ${isOwnList(list) ? 'recorded' : 'cached'} ${lists[list].many}.`,
    example: `${lists[list].command} ${lists[list].exampleCommand}`,
    options: listOptions,
    endsAtOnce: true,
    async run(context, words, options) {
      if (words.length > 0) {
        throw fail(
          'invalid-input',
          `Unexpected argument: "${words.join(' ')}". Put a filter after --where.`,
        );
      }
      return printList(context, list, options);
    },
  });
}

/** Prints the rows of a cached list that match a filter as a table, or every field as JSON; then the age of the list. */
export async function printList(
  { session, output }: CommandContext,
  list: ListName,
  options: OptionValues<typeof listOptions>,
  isJustReceived = false,
): Promise<ExitCode> {
  const opened = session();
  const records = opened.store[list];
  const where = readQuery(options.where ?? '', list);
  const sort = readSort(options.sort);
  if (!isJustReceived) reportAge(opened, list, output);
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
        mapEach(found, (record) => csvLine(names.map((name) => record[name]))),
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
    return shown.map((field) => record[field]);
  });
  const lines = tableLines(shown, rows);
  // The header comes with the first rows: without rows nothing is printed.
  const head = lines.next();
  if (rowCount === 0)
    output.message(`No ${isOwnList(list) ? 'recorded' : 'cached'} ${many} found.`);
  else await output.stream(withFirst(String(head.value), lines), false);
  return exitCodes.done;
}

/** Reports the age of a list as a message. */
function reportAge({ store }: Session, list: ListName, output: Output): void {
  // Their rows have times of their own.
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
