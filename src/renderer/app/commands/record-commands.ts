import type { ExportPreset } from '../../../shared/exports/export.ts';
import { formatAge } from '../../format/format-time.ts';
import type { ProxyEndpoint } from '../../../shared/records/proxy.ts';
import type { ProxyUserRow } from '../../../shared/records/proxy-user.ts';
import { formatTerm } from '../../../shared/filter/query-edit.ts';
import type { ServiceRow } from '../../../shared/records/service.ts';
import type { AccountState } from '../../account/account-state.svelte.ts';
import {
  describeTarget,
  isTarget,
  targetOfAll,
  targetOfProxy,
  targetOfService,
  targetOfUser,
} from '../../actions/target.ts';
import { copyAsItems } from '../../actions/copy-as.ts';
import { runPreset } from '../../actions/run-export.ts';
import { addressOf, openOnTarget, presentTarget } from '../../actions/find-target.ts';
import { ask } from '../../bridge.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import { nameFilter } from '../../saved-views/name-filter.ts';
import { countOf, formatCount } from '../../format/format-number.ts';
import { describeRepeat } from '../../format/test-words.ts';
import { labelAccess } from '../../format/format-field.ts';
import { attempt } from '../../kit/async/promises.ts';
import { matchWords } from '../../kit/match-words.ts';
import { nowMs } from '../../kit/clock.ts';
import type { IconName } from '../../kit/icons.ts';
import { describeStatus } from '../../services/service-columns.ts';
import { showProxiesOfServices } from '../../services/service-actions.ts';
import { copyCredentials, copyPassword } from '../../users/user-actions.ts';
import { command, openDialog, type Command, type CommandGroup } from './command.ts';

const maxRecords = 5;
const maxRuns = 20;
/** Shorter texts are in too many records. */
const shortestText = 3;

export function presetCommand(account: AccountState, preset: ExportPreset): Command {
  const { app, sync } = account;
  const { id, name, choices, file } = preset;
  const run = (): void => void runPreset(account, preset);
  const shared = { group: 'Export presets', icon: 'export' } as const;
  const reason = choices === null ? 'Another version of Proxydeck saved this preset.' : null;
  const runs = command({ id: `preset:${id}`, title: `Run preset ${name}`, ...shared, reason, run });
  const target = targetOfAll(sync.state?.counts.proxies ?? null);
  const edit = openDialog(app, { kind: 'export', target, preset });
  return {
    ...runs,
    words: [
      'export preset file',
      choices?.format ?? '',
      file?.fileName ?? '',
      file?.isRefreshed ? 'after each sync' : '',
    ].join(' '),
    note: file?.writtenAt == null ? '' : `last run ${formatAge(file.writtenAt, nowMs())}`,
    actions: [
      { ...runs, id: `preset:${id}:run` },
      command({ id: `preset:${id}:edit`, title: `Edit preset ${name}`, ...shared, run: edit }),
    ],
  };
}

/** Commands for recent test runs; the view lists older ones. */
export function testCommands({ app, tests }: AccountState): readonly Command[] {
  const shared = { group: 'Test runs', icon: 'tests' } as const;
  const show = (runId: number | undefined) => (): void => {
    if (runId !== undefined) tests.select(runId);
    app.view = 'tests';
  };
  return [
    ...tests.schedules.map(({ id, name, everyHours }) =>
      command({
        id: `test-schedule:${String(id)}`,
        title: `Show repeated test ${name}`,
        ...shared,
        words: `schedule scheduled repeat every hours ${everyHours === 1 ? 'hourly' : everyHours === 24 ? 'daily' : ''}`,
        note: everyHours === null ? '' : describeRepeat(everyHours).toLowerCase(),
        run: show(tests.listed.find((run) => run.name === name)?.id),
      }),
    ),
    ...tests.listed.slice(0, maxRuns).map((run) =>
      command({
        id: `test-run:${String(run.id)}`,
        title: `Show ${run.name === '' ? `test run ${String(run.id)}` : `test run ${run.name}`}`,
        ...shared,
        words: `results ${run.urls.join(' ')}`,
        note: `${formatCount(run.proxiesPassed)} of ${formatCount(run.proxiesTested)} work, ${formatAge(run.startedAt, nowMs())}`,
        run: show(run.id),
      }),
    ),
  ];
}

export function userCommand(account: AccountState, row: ProxyUserRow): Command {
  const { proxy_user_id: userId, accessibleProxyCount: count } = row;
  const access = labelAccess(row.proxy_user_access_type);
  const note = `${access}, ${countOf(count, 'proxy', 'proxies')}`;
  return record('Proxy users', 'users', `user:${userId}`, userId, note, [
    action('export', `Export for ${userId}`, () => {
      account.app.dialog = { kind: 'export', target: targetOfUser(userId, count) };
    }),
    action('copy', `Copy user:password of ${userId}`, () => void copyCredentials(account, userId)),
    action('copy', `Copy password of ${userId}`, () => void copyPassword(account, userId)),
    action('proxies', `Show proxies of ${userId}`, () => {
      account.showProxiesWith('user', userId);
    }),
  ]);
}

function serviceCommand(account: AccountState, row: ServiceRow): Command {
  const { service_id: id } = row;
  const name = row.service_name ?? id;
  const note = [describeStatus(row), countOf(row.proxyCount, 'proxy', 'proxies')]
    .filter((part) => part !== '')
    .join(', ');
  const target = targetOfService(id, name);
  return record('Services', 'services', `service:${id}`, name, note, [
    action('services', `Open service ${name}`, () => {
      account.showService(id);
    }),
    action('proxies', `Show proxies of ${name}`, () => void showProxiesOfServices(account, [id])),
    action('export', `Export proxies of ${name}`, () => void openOnTarget(account, { kind: 'export' }, target)),
  ]);
}

function proxyCommand(account: AccountState, row: ProxyEndpoint): Command {
  const { proxy_id: id } = row;
  const address = addressOf(row) ?? id;
  const note = [row.city_name, row.country_id].filter((part) => part !== null).join(', ');
  const target = targetOfProxy(id, address, null);
  const [copyItem] = copyAsItems(account, target);
  return record('Proxies', 'proxies', `proxy:${id}`, address, note, [
    action('proxies', `Show proxy ${address}`, () => {
      account.showProxy(id);
    }),
    ...(copyItem === undefined || copyItem === 'separator'
      ? []
      : [
          action('copy', copyItem.title, () => {
            copyItem.run();
          }),
        ]),
    action('tests', `Test proxy ${address}`, () => {
      account.app.dialog = { kind: 'test', target };
    }),
    action('export', `Export proxy ${address}`, () => {
      account.app.dialog = { kind: 'export', target };
    }),
  ]);
}

async function findFormatCommands(account: AccountState, text: string): Promise<readonly Command[]> {
  const target = presentTarget(account);
  if (!isTarget(target)) return [];
  const formats = await attempt(
    () => ask('exports:formats', undefined),
    () => undefined,
  );
  return (formats ?? [])
    .filter(({ name, label, aliases }) => matchWords([name, label, ...aliases].join(' '), text))
    .slice(0, maxRecords)
    .map(({ name, label }) =>
      command({
        id: `format:${name}`,
        title: `Export as ${label}`,
        group: 'Formats',
        icon: 'export',
        note: describeTarget(target),
        run: () => void openOnTarget(account, { kind: 'export', format: name }, target),
      }),
    );
}

async function findFilterCommands(
  account: AccountState,
  list: 'proxies' | 'services',
  text: string,
): Promise<readonly Command[]> {
  const request = { accountId: account.id, list, text, caret: text.length } as const;
  const completion = await attempt(
    () => ask('filter:complete', request),
    () => undefined,
  );
  const before = text.slice(0, completion?.start ?? 0);
  // "Service 12" is not a city with 12 in its name.
  const parsed = parseQuery(before, list);
  if (!parsed.ok || parsed.query.terms.some(({ key }) => key === null)) return [];
  return (completion?.suggestions ?? [])
    .filter(({ insert }) => /:./.test(insert))
    .slice(0, maxRecords)
    .map(({ insert, label, count }) => {
      const filter = before + insert;
      const names = [nameFilter(before, list), label === '' ? nameFilter(insert, list) : label].filter(Boolean);
      return command({
        id: `filter:${list}:${filter}`,
        title: `Show ${list}: ${names.join(', ')}`,
        group: 'Filters',
        icon: 'filters',
        note: [filter, count === null ? '' : formatCount(count)].filter((part) => part !== '').join(', '),
        run: () => {
          account.showFound(list, filter);
        },
      });
    });
}

/** Finds formats, filters and records; a failed search finds nothing. */
export async function findRecords(account: AccountState, text: string): Promise<readonly Command[]> {
  if (text.length < shortestText) return [];
  const where = formatTerm(null, [text]);
  const request = { accountId: account.id, where, sort: [], offset: 0, limit: maxRecords };
  const none = (): readonly never[] => [];
  const [formats, filters, ofServices, users = [], services = [], proxies = []] = await Promise.all([
    findFormatCommands(account, text),
    findFilterCommands(account, 'proxies', text),
    findFilterCommands(account, 'services', text),
    attempt(() => ask('list:rows', { list: 'proxy_users', ...request }), none),
    attempt(() => ask('list:rows', { list: 'services', ...request }), none),
    attempt(() => ask('list:rows', { list: 'proxies', ...request }), none),
  ]);
  return [
    ...users.map((user) => userCommand(account, user)),
    ...services.map((service) => serviceCommand(account, service)),
    ...formats,
    // A frequent word rather means a filter.
    ...filters,
    // Most values are those of both.
    ...(filters.length === 0 ? ofServices : []),
    ...proxies.map((proxy) => proxyCommand(account, proxy)),
  ];
}

type Action = Pick<Command, 'title' | 'run'> & { readonly icon: IconName };
const action = (icon: IconName, title: string, run: () => void): Action => ({
  icon,
  title,
  run,
});

/** Enter runs the first action. */
function record(
  group: CommandGroup,
  icon: IconName,
  id: string,
  title: string,
  note: string,
  actions: readonly Action[],
): Command {
  return {
    group,
    id,
    icon,
    title,
    note,
    run: () => actions[0]?.run(),
    actions: actions.map((one) => ({ group, ...one, id: `${id}:${one.title}` })),
  };
}
