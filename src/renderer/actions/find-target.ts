import { fail } from '../../shared/failure.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { SortKey } from '../../shared/filter/query-term.ts';
import type { GatewayRule } from '../../shared/gateway/gateway.ts';
import { isSelected, listOf, type RowList, type Rows } from '../../shared/rows.ts';
import type { ProxyEndpoint } from '../../shared/records/proxy.ts';
import { isResumable } from '../account/test-runs.svelte.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { Target } from '../account/dialog-request.ts';
import type { ShownRule } from '../account/gateway-status.svelte.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import {
  choosePointed,
  chooseShown,
  chooseTarget,
  isTarget,
  targetOfAll,
  targetOfProxy,
  targetOfRows,
  targetOfRun,
  targetOfService,
  targetOfUser,
  userOf,
  type Choice,
  type TargetSource,
  type TargetSources,
} from './target.ts';

/** The rows of the view's actions. */
export const presentTarget = (account: AccountState): Choice => chooseTarget(readSources(account));

/** The rows of single keys that write or copy secrets. */
export const pointedTarget = (account: AccountState): Choice => choosePointed(readSources(account));

/** The order for exports: of the visible table. */
export const presentOrder = ({ app, lists }: AccountState): readonly SortKey[] | undefined =>
  app.view === 'proxies' && lists.proxies.grid.sort.length > 0 ? lists.proxies.grid.sort : undefined;

/**
 * Counts the proxies of a target.
 *
 * @throws FailureError `invalid-input` without rows; of the requests
 */
export async function findTarget(account: AccountState, choice: Choice = presentTarget(account)): Promise<Target> {
  if (!isTarget(choice)) throw fail('invalid-input', choice.reason);
  const { rows, count } = choice;
  if (count !== null) return choice;
  if (rows.kind === 'ids' && listOf(rows) === 'proxies') return { ...choice, count: rows.ids.length };
  return { ...choice, count: await ask('proxies:count', { accountId: account.id, rows }) };
}

/** Whether nobody counts the target; the table of proxies counts its own. */
export const needsCount = (choice: Choice): boolean =>
  isTarget(choice) && choice.count === null && listOf(choice.rows) !== 'proxies';

type OnTarget =
  | {
      readonly kind: 'export';
      readonly goal?: 'copy' | 'save';
      readonly format?: string;
      readonly ruleId?: number;
    }
  | { readonly kind: 'test' | 'access' };

/** Opens a dialog; a toast shows a failure. */
export async function openOnTarget(
  account: AccountState,
  dialog: OnTarget,
  choice: Choice = presentTarget(account),
): Promise<void> {
  await account.app.openFound(
    () => findTarget(account, choice),
    (target) => ({ ...dialog, target }),
  );
}

/** In an unfiltered run, the working proxies, as its main button says. */
export function exportTarget(account: AccountState): Choice {
  const { app, tests, selected } = account;
  const run = tests.selected;
  const hasButton = run !== null && run.state !== 'running' && !isResumable(run) && run.proxiesPassed > 0;
  const isWhole = !tests.isNarrowed && selected.tested.count === 0;
  return app.view === 'tests' && hasButton && isWhole ? targetOfRun(run, 'works') : presentTarget(account);
}

/** Of results that the filter finds, whatever is selected. */
export const shownResults = (account: AccountState): Choice =>
  chooseShown(readSources(account), 'tested') ?? presentTarget(account);

/** Offers the first target, the filter, and everything. */
export function offerTargets(account: AccountState, first: Target): readonly Target[] {
  const sources = readSources(account);
  const filtered = chooseShown(sources, 'proxies');
  const all = targetOfAll(sources.total);
  const others = filtered !== null && isTarget(filtered) ? [filtered, all] : [all];
  const firstWhere = filterOf(first.rows);
  return [first, ...others.filter(({ rows }) => filterOf(rows) !== firstWhere)];
}

/** The filter that finds exactly these rows; null: none does. */
export const filterOf = (rows: Rows): string | null =>
  rows.kind === 'query' && listOf(rows) === 'proxies' && !isSelected(rows) ? rows.where : null;

/**
 * @param ids null: the selected services
 * @throws FailureError `invalid-input` for too many
 */
export async function filterOfServices(account: AccountState, ids: readonly string[] | null): Promise<string> {
  const named = ids ?? (await account.selected.services.rows()).map((row) => row.service_id);
  const where = formatTerm('service', named, true);
  if (parseQuery(where, 'proxies').ok) return where;
  throw fail(
    'invalid-input',
    `${countOf(named.length, 'service')} are too many for one filter. Nothing was changed. Select fewer, or filter the proxies by a property that they share.`,
  );
}

/** A filter that finds as many proxies as the gateway. */
export function filterOfRule({ savedViews }: AccountState, rule: GatewayRule): string {
  const view = savedViews.all.find(({ id }) => id === rule.viewId);
  const where = view?.where ?? rule.where;
  if (rule.proxyUserId === null) return where;
  return `${where} ${formatTerm('user', [rule.proxyUserId])}`.trimStart();
}

/** A rule's proxies, not counted while the gateway is off. */
export const targetOfRule = (account: AccountState, { rule, state }: ShownRule): Target => ({
  title: `# of the rule ${rule.name}`,
  rows: { kind: 'query', where: filterOfRule(account, rule) },
  count: state?.proxyCount ?? null,
  userId: rule.proxyUserId,
});

export const addressOf = (
  row: Pick<ProxyEndpoint, 'proxy_ip_address' | 'proxy_ip_address_v6'> | undefined,
): string | null => row?.proxy_ip_address ?? row?.proxy_ip_address_v6 ?? null;

function readSources(account: AccountState): TargetSources {
  const { app, lists, tests, selected, gateway } = account;
  const { selected: run } = tests;
  // Typed text counts: an action leaves the field.
  const userId = userOf(lists.proxies.left);
  const source = (list: RowList): TargetSource => {
    const { leftText: text, left: parsed, where, grid } = lists[list];
    const isCounted = grid.isCounted && where === text;
    return { selected: null, current: null, filter: { text, parsed, count: isCounted ? grid.count : null } };
  };
  const { activeId: proxyId, activeRow: proxy } = lists.proxies.grid;
  const { activeId: serviceId, activeRow: service } = lists.services.grid;
  const { activeId: userRowId, activeRow: user } = lists.proxy_users.grid;
  const { activeRow: result } = tests.list.grid;
  const { proxies, services, tested, changes } = selected;
  return {
    view: app.view,
    lists: {
      proxies: {
        ...source('proxies'),
        selected:
          proxies.count === 0 ? null : { rows: proxies.asRows, title: '# selected', count: proxies.count, userId },
        current: proxyId === null ? null : targetOfProxy(proxyId, addressOf(proxy), userId),
      },
      services: {
        ...source('services'),
        selected: services.count === 0 ? null : targetOfRows(services.asRows, services),
        current: serviceId === null ? null : targetOfService(serviceId, service?.service_name ?? 'this service'),
      },
      proxy_users: {
        ...source('proxy_users'),
        current: userRowId === null ? null : targetOfUser(userRowId, user?.accessibleProxyCount ?? null),
      },
      changes: {
        ...source('changes'),
        selected: changes.count === 0 ? null : targetOfRows(changes.asRows, changes),
      },
      tested: {
        ...source('tested'),
        selected:
          tested.count === 0 || tests.showsResults ? null : targetOfRows(tested.asRows, { count: tested.count, run }),
        current: result?.proxy_id == null ? null : targetOfProxy(result.proxy_id, result.proxy_host, null),
      },
      requests: source('requests'),
    },
    run,
    rule: gateway.selected === null ? null : targetOfRule(account, gateway.selected),
    total: account.sync.state?.counts.proxies ?? null,
  };
}
