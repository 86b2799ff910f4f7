import { fail } from '../../../shared/failure.ts';
import { stringifyJson } from '../../../shared/json.ts';
import type { QueryList, SortKey } from '../../../shared/filter/query-term.ts';
import type { proxyFields } from '../../../shared/records/proxy.ts';
import type { proxyUserFields } from '../../../shared/records/proxy-user.ts';
import type { serviceFields } from '../../../shared/records/service.ts';
import type { residentialLedgerFields } from '../../../shared/records/usage.ts';
import type { SyncResource } from '../../../shared/sync.ts';
import { readQuery } from '../../store/parse-request.ts';
import type { Session } from '../../accounts/sessions.ts';
import type { BrowsableList, ListWindow, Store } from '../../store/contract.ts';
import type { OptionValues } from '../arguments.ts';
import { defineCommand, type Command, type CommandContext } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { tableLines, type Output } from '../output.ts';

/** The options of every list. */
export const listOptions = {
  where: 'text',
  sort: 'repeat',
  limit: 'count',
  offset: 'count',
  count: 'flag',
  secrets: 'flag',
} as const;

export const listUsage =
  '[--where QUERY] [--sort FIELD[:desc]] [--limit N] [--offset N] [--count] [--secrets]';

/** Without `--limit`: all rows. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** The columns of the table, by API field; `--json` has every field. */
const columns = {
  services: [
    'service_id',
    'service_name',
    'service_type',
    'service_protocol',
    'service_status',
    'service_quantity',
    'service_expiry_datetime',
  ],
  proxies: [
    'proxy_id',
    'proxy_ip_address',
    'proxy_http_port',
    'proxy_socks5_port',
    'country_id',
    'city_name',
    'asn_name',
    'proxy_type',
    'proxy_status',
    'proxy_is_online',
  ],
  users: [
    'proxy_user_id',
    'proxy_user_access_type',
    'proxy_user_is_default',
    'proxy_user_is_deleted',
    'proxy_user_creation_datetime',
  ],
  ledger: [
    'residential_ledger_period_date',
    'residential_ledger_reason',
    'residential_ledger_bytes',
    'residential_ledger_requests',
    'service_id',
    'service_adjustment_id',
    'residential_ledger_id',
  ],
} as const satisfies {
  services: readonly (keyof typeof serviceFields)[];
  proxies: readonly (keyof typeof proxyFields)[];
  users: readonly (keyof typeof proxyUserFields)[];
  ledger: readonly (keyof typeof residentialLedgerFields)[];
};

/** The name of each list in a sync. */
const resources = {
  services: 'services',
  proxies: 'proxies',
  users: 'proxy_users',
  ledger: 'residential_ledger',
} as const satisfies { [L in QueryList]: SyncResource };

const examples = {
  services: 'services --sort service_expiry_datetime --limit 20',
  proxies: "proxies --where 'country:US online:yes' --sort city_name --limit 20",
  users: 'users --where access:all',
};

/** `services`, `proxies`, `users`: cached lists; needs no network, and a key only for `--secrets`. */
export const listCommands = {
  services: listCommand('services', (store) => store.services),
  proxies: listCommand('proxies', (store) => store.proxies),
  users: listCommand('users', (store) => store.proxyUsers),
};

function listCommand(
  list: keyof typeof examples,
  listOf: (store: Store) => BrowsableList<unknown>,
): Command<typeof listOptions> {
  return defineCommand({
    usage: `${list} ${listUsage}`,
    summary: `List the cached ${list === 'users' ? 'proxy users' : list}.`,
    example: examples[list],
    options: listOptions,
    endsAtOnce: true,
    async run(context, words, options) {
      if (words.length > 0) {
        throw fail(
          'invalid-input',
          `Unexpected argument: "${words.join(' ')}". Put a filter after --where.`,
        );
      }
      return printList(context, list, listOf, options);
    },
  });
}

/** Prints the rows of a cached list that match a filter as a table, or every field as JSON; then the age of the list. */
export async function printList(
  { session, output }: CommandContext,
  list: QueryList,
  listOf: (store: Store) => BrowsableList<unknown>,
  options: OptionValues<typeof listOptions>,
  isJustReceived = false,
): Promise<ExitCode> {
  const opened = session();
  const records = listOf(opened.store);
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
  const shown = [
    ...columns[list],
    ...(options.secrets && list === 'users' ? ['proxy_user_password'] : []),
    ...(options.secrets && list === 'proxies'
      ? ['default_proxy_user_username', 'default_proxy_user_password']
      : []),
  ];
  let rowCount = 0;
  const rows = mapEach(found, (record) => {
    rowCount += 1;
    return shown.map((field) => record[field]);
  });
  const lines = tableLines(shown, rows);
  // The header comes with the first rows: without rows nothing is printed.
  const head = lines.next();
  if (rowCount === 0) output.message(`No cached ${nameOf(list)} found.`);
  else await output.stream(withFirst(String(head.value), lines), false);
  return exitCodes.done;
}

/** Reports the age of a list as a message. */
function reportAge({ store }: Session, list: QueryList, output: Output): void {
  const { completedAt } = store.syncs.resourceStates()[resources[list]];
  output.message(
    completedAt === null
      ? `The ${nameOf(list)} have not been synced yet. Fetch them with: proxydeck sync`
      : `From the cache, received ${completedAt}. Fetch it again with: proxydeck sync`,
  );
}

const nameOf = (list: QueryList): string => (list === 'ledger' ? 'ledger entries' : list);

function* withFirst(first: string, others: Iterable<string>): Generator<string> {
  yield first;
  yield* others;
}

function* mapEach<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

/** Reads `FIELD`, `FIELD:desc`, `FIELD:asc`, several separated by commas or given several times. */
function readSort(texts: readonly string[]): SortKey[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [field = '', direction = 'asc', ...rest] = text.trim().split(':');
      if (field === '' || rest.length > 0 || !/^(asc|desc)$/.test(direction)) {
        throw fail('invalid-input', `--sort takes FIELD or FIELD:desc, not "${text}".`);
      }
      return { field, isDescending: direction === 'desc' };
    });
}
