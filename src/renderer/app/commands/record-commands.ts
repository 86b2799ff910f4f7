import type { ExportPreset } from '../../../shared/exports/export-preset.ts';
import { formatAge } from '../../format/format-time.ts';
import type { ProxyEndpoint } from '../../../shared/records/proxy.ts';
import type { ProxyUserRow } from '../../../shared/records/proxy-user.ts';
import { formatTerm } from '../../../shared/filter/query-edit.ts';
import type { ServiceRow } from '../../../shared/records/service.ts';
import type { AccountState } from '../../account/account-state.svelte.ts';
import { targetOfAll, targetOfProxy, targetOfUser } from '../../account/action-target.ts';
import { copyAsItems } from '../../account/copying/copy-as.ts';
import { openOnTarget } from '../../account/find-target.ts';
import { ask } from '../../bridge.ts';
import { countOf } from '../../format/format-number.ts';
import { labelAccess } from '../../format/label-access.ts';
import { attempt } from '../../kit/async/attempt.ts';
import { nowMs } from '../../kit/clock.ts';
import type { IconName } from '../../kit/icons.ts';
import { describeStatus } from '../../services/service-state.ts';
import { showProxiesOfServices } from '../../services/show-proxies.ts';
import { copyCredentials, copyPassword } from '../../users/user-actions.ts';
import { command, openDialog, type Command, type CommandGroup } from './command.ts';

const mostRecords = 5;
/** Shorter texts are in too many records. */
const shortestText = 3;

/** A preset with its actions, for the palette. */
export function presetCommand({ app, presets, sync }: AccountState, preset: ExportPreset): Command {
  const { id, name, choices, file } = preset;
  const run = (): void => void presets.run(preset);
  const shared = { group: 'Export presets', icon: 'export' } as const;
  const runs = command(`preset:${id}`, `Run preset ${name}`, null, run, choices !== null);
  const target = targetOfAll(sync.state?.counts.proxies ?? null);
  const edit = openDialog(app, { kind: 'export', target, preset });
  return {
    ...runs,
    ...shared,
    note: file?.writtenAt == null ? '' : `last run ${formatAge(file.writtenAt, nowMs())}`,
    actions: [
      { ...runs, ...shared, id: `preset:${id}:run` },
      { ...command(`preset:${id}:edit`, `Edit preset ${name}`, null, edit), ...shared },
    ],
  };
}

/** A proxy user with its actions, for the palette. */
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
  const target = { kind: 'services', ids: [id], count: 1 } as const;
  return record('Services', 'services', `service:${id}`, name, note, [
    action('services', `Open service ${name}`, () => {
      account.showService(id);
    }),
    action('proxies', `Show proxies of ${name}`, () => void showProxiesOfServices(account, [id])),
    action(
      'export',
      `Export proxies of ${name}`,
      () => void openOnTarget(account, { kind: 'export' }, target),
    ),
  ]);
}

function proxyCommand(account: AccountState, row: ProxyEndpoint): Command {
  const { proxy_id: id } = row;
  const address = row.proxy_ip_address ?? id;
  const note = [row.city_name, row.country_id].filter((part) => part !== null).join(', ');
  const target = { kind: 'proxies', ...targetOfProxy(id, null) } as const;
  const [copyItem] = copyAsItems(account, target);
  return record('Proxies', 'proxies', `proxy:${id}`, address, note, [
    action('proxies', `Show proxy ${address}`, () => {
      account.showProxiesWith('id', id);
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

/**
 * Finds services, proxies and proxy users that contain a text, as commands. A failed search
 * finds nothing: the palette stays usable.
 */
export async function findRecords(
  account: AccountState,
  text: string,
): Promise<readonly Command[]> {
  if (text.length < shortestText) return [];
  const where = formatTerm(null, [text]);
  const request = { accountId: account.id, where, sort: [], offset: 0, limit: mostRecords };
  const none = (): readonly never[] => [];
  const [users = [], services = [], proxies = []] = await Promise.all([
    attempt(() => ask('users:list', request), none),
    attempt(() => ask('services:list', request), none),
    attempt(() => ask('proxies:list', request), none),
  ]);
  return [
    ...users.map((user) => userCommand(account, user)),
    ...services.map((service) => serviceCommand(account, service)),
    ...proxies.map((proxy) => proxyCommand(account, proxy)),
  ];
}

type Action = Pick<Command, 'title' | 'run'> & { readonly icon: IconName };
const action = (icon: IconName, title: string, run: () => void): Action => ({
  icon,
  title,
  run,
});

/** A record with its actions; the first of them is what Enter does on the record itself. */
function record(
  group: CommandGroup,
  icon: IconName,
  id: string,
  title: string,
  note: string,
  actions: readonly Action[],
): Command {
  const shared = { group, shortcut: null, isEnabled: true };
  return {
    ...shared,
    id,
    icon,
    title,
    note,
    run: () => actions[0]?.run(),
    actions: actions.map((one) => ({ ...shared, ...one, id: `${id}:${one.title}` })),
  };
}
