import { countOf } from '../../../shared/count-of.ts';
import { ownValue } from '../../../shared/own-value.ts';
import { fail, assertNever } from '../../../shared/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import {
  availabilityGroups,
  availabilityOptionFields,
  groupingId,
  checkoutProductFields,
} from '../../../shared/records/catalog.ts';
import type { CachedRecord } from '../../../shared/records/cached-record.ts';
import { lists } from '../../../shared/lists.ts';
import { isMainList } from '../../../shared/sync.ts';
import type { Session } from '../../accounts/sessions.ts';
import {
  onlyId,
  recordKindsWith,
  recordOperation,
  type RecordKind,
  type RecordOperation,
} from '../../../shared/operations.ts';
import { cachedOrFetched, type FetchOptions, readCached } from '../../sync/fetch-record.ts';
import { defineCommand, exitCodes, type CommandContext } from '../command.ts';
import type { OptionValues } from '../arguments.ts';
import { optionsOf } from '../options.ts';
import { formatCell, refuseWords, type Output, tableLines, withoutControls } from '../output.ts';
import { csvLine } from '../../../shared/csv.ts';
import { localDay } from '../../../shared/figures/days.ts';
import { costTable, costTableNames } from '../../../shared/figures/overview-tables.ts';
import { browserGroup, type ExportFormatInfo } from '../../../shared/exports/export.ts';
import { describeFormat, listProtocols } from '../../exports/format.ts';
import { exportFormats } from '../../exports/formats/index.ts';
import {
  findProblems,
  type DataLeft,
  type Overview,
  type Problem,
  type UnpaidService,
} from '../../../shared/figures/overview.ts';
import { describeOutcomes } from '../../../shared/test-runs/test-run.ts';
import { changeKinds } from '../../../shared/records/change.ts';
import { endingTitles } from '../../../shared/records/service.ts';
import { listPresets } from '../../exports/presets/presets.ts';

/** Kinds by the words for them. */
const kinds = new Map(
  recordKindsWith((row) => nounOf(row) !== undefined).map((kind) => [nounOf(recordOperation(kind)), kind]),
);
const nounsWhich = (hasId: boolean): string =>
  [...kinds]
    .filter(([, kind]) => (recordOperation(kind).idField !== undefined) === hasId)
    .map(([noun]) => noun)
    .join('|');

/** Nouns that are computed, with their options. */
const computed: {
  readonly [noun: string]: {
    readonly options: readonly string[];
    print(context: CommandContext, given: Options): Promise<void>;
  };
} = {
  overview: {
    options: [],
    print: (context) => printOverview(context),
  },
  costs: {
    options: ['by', 'csv'],
    print: (context, given) => printCosts(context, given),
  },
  formats: {
    options: [],
    print: (context) => printFormats(context),
  },
};

const options = optionsOf('secrets', 'online', 'group-by', 'by', 'csv');
type Options = OptionValues<typeof options>;

export const showCommand = defineCommand({
  usage: `show ${nounsWhich(true)} ID [OPTION...]
    ${nounsWhich(false)}|${Object.keys(computed).join('|')} [OPTION...]`,
  summary:
    'Show every field of one cached record, or with --online fetch it from the service. Other records are fetched if they are not cached; proxies, services and users only by a sync. An account has one customer, catalog and summary of each kind; availability is the number of residential IPs by place, with --group-by in groups.',
  example: 'show proxy 1b4e28ba-2fa1-41d2-883f-0016d3cca427',
  options,
  endsAtOnce: true,
  async run(context, words, given) {
    const [noun = '', ...rest] = words;
    const report = ownValue(computed, noun);
    refuseOptions(noun, given, report?.options ?? ['secrets', 'online', 'group-by']);
    if (report) {
      refuseWords(rest);
      await report.print(context, given);
      return exitCodes.done;
    }
    const { session, output, signal } = context;
    const { secrets, online, 'group-by': groupBy } = given;
    const { kind, id } = readTarget(words, groupBy);
    const opened = session();
    if (secrets) await opened.unlock();
    const record = await readReportingAge(output, (onFetched) =>
      read(opened, kind, id, { refresh: online, secrets, signal, onFetched }),
    );
    output.json(record);
    if (!output.isJson) await (printers[kind] ?? printFields)(output, record);
    return exitCodes.done;
  },
});

/** @throws FailureError `invalid-input` */
function refuseOptions(noun: string, given: Options, known: readonly string[]): void {
  const wrong = Object.entries(given).find(
    ([name, value]) => Object.hasOwn(options, name) && !known.includes(name) && value !== undefined && value !== false,
  );
  if (wrong) throw fail('invalid-input', `--${wrong[0]} is not an option of show ${noun}.`);
}

/** @throws FailureError `invalid-input` */
function readTarget(
  words: readonly string[],
  groupBy: string | undefined,
): { readonly kind: RecordKind; readonly id: string } {
  const [first = '', second = ''] = words;
  const noun = [first, `${first} ${second}`].find((one) => kinds.has(one)) ?? '';
  const kind = kinds.get(noun);
  if (kind === undefined) {
    const known = [...kinds.keys(), ...Object.keys(computed)].join(', ');
    throw fail('invalid-input', `Unknown kind of record: "${words.slice(0, 2).join(' ')}". It can be ${known}.`);
  }
  if (groupBy !== undefined && kind !== 'availability') {
    throw fail('invalid-input', '--group-by is for availability.');
  }
  const [id, ...rest] = words.slice(noun.split(' ').length);
  if (recordOperation(kind).idField === undefined) {
    refuseWords(id === undefined ? rest : [id, ...rest]);
    return { kind, id: groupBy === undefined ? onlyId : groupingId(readGroups(groupBy)) };
  }
  if (id === undefined || rest.length > 0) {
    throw fail('invalid-input', `Usage: show ${noun} ID`);
  }
  return { kind, id };
}

function readGroups(text: string): (typeof availabilityGroups)[number][] {
  return text.split(',').map((part) => {
    const word = part.trim();
    const group = availabilityGroups.find((known) => known === word);
    if (group) return group;
    throw fail('invalid-input', `--group-by takes ${availabilityGroups.join(', ')}, not "${word}".`);
  });
}

const printers: {
  readonly [K in RecordKind]?: (output: Output, record: JsonObject) => Promise<void>;
} = {
  async catalog(output, record) {
    const products = Object.entries(record).map(([product_id, product]) => ({
      product_id,
      ...(isJsonObject(product) ? product : {}),
    }));
    await printTable(output, ['product_id', ...Object.keys(checkoutProductFields)], products);
  },
  async availability(output, record) {
    const found = record['residential_options'];
    const rows = Array.isArray(found) ? (found as readonly JsonValue[]).filter(isJsonObject) : [];
    const known = Object.keys(availabilityOptionFields);
    const present = new Set(rows.flatMap(Object.keys));
    const unknown = [...present].filter((field) => !known.includes(field));
    await printTable(output, [...known.filter((field) => present.has(field)), ...unknown], rows);
    output.line(`${formatCell(record['total_residential_availability_node_count'])} nodes in total`);
  },
};

const printFields = (output: Output, record: JsonObject): Promise<void> =>
  output.table(['field', 'value'], Object.entries(record));

const printTable = (output: Output, fields: readonly string[], rows: readonly JsonObject[]): Promise<void> =>
  output.table(
    fields,
    rows.map((row) => fields.map((field) => ownValue(row, field))),
  );

/** Reads a record and reports its age unless just fetched. */
async function readReportingAge(
  output: Output,
  read: (onFetched: () => void) => Promise<CachedRecord>,
): Promise<JsonObject> {
  const source = { isService: false };
  const { record, receivedAt } = await read(() => {
    source.isService = true;
  });
  if (!source.isService) {
    output.message(`From the cache, received ${receivedAt ?? 'at an unknown time'}. Fetch it again with --online.`);
  }
  return record;
}

function nounOf({ shownAs, rowOf }: RecordOperation): string | undefined {
  return shownAs ?? (rowOf === undefined || rowOf === 'adjustments' ? undefined : lists[rowOf].noun);
}

async function read(session: Session, kind: RecordKind, id: string, options: FetchOptions): Promise<CachedRecord> {
  const { rowOf } = recordOperation(kind);
  const { refresh = false, secrets = false } = options;
  if (refresh || rowOf === undefined || !isMainList(rowOf)) {
    return cachedOrFetched(session, kind, id, options);
  }
  // Main lists are not fetched: an unknown ID may be mistyped.
  const cached = readCached(session.store, kind, id, { secrets });
  if (cached) return cached;
  throw fail('not-found', `The record "${id}" is not cached. Check the ID, or sync.`);
}

/** Needs no network and no key. */
async function printCosts(
  { session, output }: CommandContext,
  { by = 'services', csv }: { readonly by: string | undefined; readonly csv: boolean },
): Promise<void> {
  const table = costTableNames.find((name) => name === by);
  if (table === undefined) {
    throw fail('invalid-input', `--by takes ${costTableNames.join(', ')}, not "${by}".`);
  }
  const costs = session().store.costs(localDay(Date.now()));
  output.json(costs);
  if (!csv && !output.isJson) {
    const unknown = costs.unknownCount > 0 ? `, ${String(costs.unknownCount)} of unknown cost` : '';
    output.line(`${costs.perMonth.toFixed(2)} per month for ${countOf(costs.serviceCount, 'service')}${unknown}`);
  }
  const { headings, rows } = costTable(costs, table);
  const lines = csv ? [headings, ...rows].map((cells) => withoutControls(csvLine(cells))) : tableLines(headings, rows);
  if (!output.isJson) await output.stream(lines, false);
}

async function printFormats({ output }: CommandContext): Promise<void> {
  output.json(exportFormats.map(describeFormat));
  const browsers = exportFormats.filter(({ group }) => group === browserGroup);
  const listed = exportFormats.filter((format) => !browsers.slice(1).includes(format));
  const rows = listed.map((format) => [
    browsers.includes(format) ? 'BROWSER' : format.name,
    browsers.includes(format) ? 'Anti-detect browser' : format.label,
    format.group,
    `.${format.extension}`,
    format.mimeType,
    describeSupport(format),
  ]);
  const headings = ['name', 'label', 'group', 'file', 'MIME type', 'supports'];
  await output.table(headings, rows);
  if (!output.isJson) output.line(`BROWSER: ${browsers.map(({ name }) => name).join(', ')}`);
}

const describeSupport = (format: ExportFormatInfo): string =>
  [
    listProtocols(format).join(' and '),
    format.hasCredentials ? 'credentials' : 'no credentials',
    format.hasIpv6 ? 'IPv6' : 'no IPv6',
    ...(format.maxProxies === null ? [] : [`at most ${String(format.maxProxies)}`]),
    ...(format.forbidden === null ? [] : [`not ${format.forbidden}`]),
  ].join(', ');

const maxRecent = 4;

/** Needs no network and no key. */
async function printOverview({ app, session, output }: CommandContext): Promise<void> {
  const { store } = session();
  const today = localDay(Date.now());
  const overview = store.overview(today);
  const settings = await app.handlers['settings:get'](undefined);
  const problems = findProblems(overview, settings, today);
  const exports = listPresets(store)
    .flatMap(({ name, target }) =>
      target?.writtenAt == null ? [] : [{ name, writtenAt: target.writtenAt, problem: target.problem }],
    )
    .toSorted((one, other) => other.writtenAt.localeCompare(one.writtenAt))
    .slice(0, maxRecent);
  const testRuns = store.testRuns.list().slice(0, maxRecent);
  output.json({ problems, ...overview, exports, testRuns });
  for (const line of describe(overview, problems)) output.line(line);
  for (const { name, writtenAt } of exports) output.line(`Export ${name}: ${writtenAt}`);
  for (const run of testRuns) {
    output.line(`Test run ${String(run.id)}: ${describeOutcomes(run)}`);
  }
}

function describe({ lastSync, ending, costs, ...overview }: Overview, problems: readonly Problem[]): string[] {
  return [
    ...(problems.length === 0 ? ['Nothing needs your attention.'] : problems.map(describeProblem)),
    overview.tested === 0
      ? 'Failing: no proxy was tested yet'
      : `Failing: ${String(overview.failing)} of ${countOf(overview.tested, 'tested proxy', 'tested proxies')}`,
    ...ending.groups
      .filter(({ serviceCount }) => serviceCount > 0)
      .map(
        (group) =>
          `Until ${ending.last}: ${countOf(group.serviceCount, 'service')}, ${endingTitles[group.ending].toLowerCase()}, ${group.total.toFixed(2)}`,
      ),
    ...overview.data.map(describeData),
    ...(lastSync === null
      ? []
      : [
          `Last sync ${String(lastSync.id)}: ${changeKinds.map((kind) => `${String(lastSync.counts[kind])} ${kind}`).join(', ')}`,
        ]),
    `Cost per month: ${costs.perMonth.toFixed(2)} for ${countOf(costs.serviceCount, 'service')}${costs.unknownCount > 0 ? `, ${String(costs.unknownCount)} of unknown cost` : ''}`,
  ];
}

const gigabytes = (bytes: number | null): string => (bytes === null ? 'unknown' : `${(bytes / 1e9).toFixed(1)} GB`);

const describeData = ({ kind, left, lastsUntil }: DataLeft): string =>
  `Data left: ${gigabytes(left)} ${kind}${lastsUntil === null ? '' : `, lasts until about ${lastsUntil}`}`;

const nameServices = (services: readonly UnpaidService[]): string =>
  services.map(({ name, serviceId }) => name ?? serviceId).join(', ');

function describeProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'overdue':
      return `! Overdue: ${nameServices(problem.services)}.`;
    case 'open-invoice':
      return `! Open invoices: ${nameServices(problem.services)}.`;
    case 'users-near-limit':
      return `! Near their data limits: ${problem.users
        .map(({ userId, kind, left }) => `${userId} (${gigabytes(left)} ${kind} left)`)
        .join(', ')}.`;
    case 'service-fails':
      return `! ${problem.name ?? problem.serviceId ?? 'Proxies without a service'}: ${String(problem.failing)} of ${countOf(problem.proxyCount, 'proxy', 'proxies')} failed the last test.`;
    case 'gateway-fails':
      return `! The gateway failed ${String(problem.failed)} of its last ${countOf(problem.requests, 'request')}.`;
    case 'all-fail':
      return `! All ${countOf(problem.failing, 'proxy', 'proxies')} of test run ${String(problem.testRunId)} fail for the same reason: ${problem.code}.`;
    case 'many-fail':
      return `! ${String(problem.failing)} of ${countOf(problem.tested, 'tested proxy', 'tested proxies')} failed the last test.`;
    case 'data-runs-out':
      return `! ${describeData(problem.data)}.`;
    case 'manual-renewal':
      return `! ${problem.name ?? problem.serviceId} ends on ${problem.day} unless you renew it.`;
    case 'sync-failed':
      return `! The last sync did not finish: ${problem.sync.problem ?? 'unknown'}.`;
    default:
      return assertNever(problem);
  }
}
