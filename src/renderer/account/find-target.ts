import { assertNever, fail } from '../../shared/failure.ts';
import { mostIds, tooManyIds } from '../../shared/bounded-json.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import { mostValues, type SortKey } from '../../shared/filter/query-term.ts';
import { lists, type ProxyOwner } from '../../shared/lists.ts';
import type { ProxySelection } from '../../shared/testing/test-run.ts';
import type { ProxyEndpoint } from '../../shared/records/proxy.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from './account-state.svelte.ts';
import { targetOfRule } from './rule-target.ts';
import {
  chooseFiltered,
  choosePointed,
  chooseTarget,
  targetOfAll,
  type ProxyTarget,
  type ResultFilter,
  type Target,
  type TargetSources,
} from './action-target.ts';

/** Why a command that needs a row does nothing. */
export const noRowReason = 'Select rows first, or go to one with the arrow keys.';

/** Which proxies the actions of the present view take. */
export const presentTarget = (account: AccountState): Target => chooseTarget(readSources(account));

/** Which rows single keys take that write or copy secrets. */
export const pointedTarget = (account: AccountState): Target => choosePointed(readSources(account));

/** The order in which proxies are exported: that of their table while it is shown. */
export const presentOrder = ({ app, lists }: AccountState): readonly SortKey[] | undefined =>
  app.view === 'proxies' && lists.proxies.grid.sort.length > 0
    ? lists.proxies.grid.sort
    : undefined;

/** Why an action cannot be used on a target; null: it can. */
export function reasonAgainst(target: Target): string | null {
  if (target.kind === 'invalid') return 'The filter is invalid. Correct or clear it first.';
  if (target.kind === 'none') {
    return 'This view has no proxies. Open proxies, services, proxy users or tests first.';
  }
  return null;
}

/**
 * Looks up and counts the proxies of a target.
 *
 * @throws FailureError `invalid-input` if the filter is invalid, there are no rows, or more proxies than a request
 *   can name; those of the requests
 */
export async function findTarget(
  account: AccountState,
  target: Target = presentTarget(account),
): Promise<ProxyTarget> {
  switch (target.kind) {
    case 'proxies':
      return target.count === null ? count(account, target) : target;
    case 'services': {
      const { ids, name, count } = target;
      const rows =
        ids === null ? account.selected.services.asRequest : ({ kind: 'ids', ids } as const);
      const title = `the # of ${name ?? countOf(count, 'selected service')}`;
      return findOwned(account, title, 'services', rows, count);
    }
    case 'shown': {
      const { list, where } = target;
      const rows = await ask('list:count', { list, accountId: account.id, where });
      const title = `the # of ${countOf(rows, lists[list].one)} found by the filter`;
      return findOwned(account, title, list, { kind: 'query', where }, rows);
    }
    case 'results': {
      const { run, only, error, fault, chosen } = target;
      const request = { accountId: account.id, testRunId: run.id, only, error, fault };
      const shown = await ask('tests:tested', request);
      const wanted = new Set(chosen?.ids);
      const ids = chosen ? shown.filter((id) => wanted.has(id) !== chosen.isExcluded) : shown;
      const title = `# ${chosen ? 'selected in' : resultWords[only]} run ${run.id}${error === undefined ? '' : ` with the error ${error}`}`;
      const proxies = { kind: 'ids', ids } as const;
      return { title, proxies, count: ids.length, userId: run.proxyUserId, run };
    }
    case 'changed': {
      const ids = await ask('changes:proxies', { accountId: account.id, where: target.where });
      const title = `# of the changes shown`;
      return { title, proxies: { kind: 'ids', ids }, count: ids.length, userId: null };
    }
    case 'invalid':
    case 'none':
      throw fail('invalid-input', reasonAgainst(target) ?? '');
    default:
      return assertNever(target);
  }
}

const resultWords: { readonly [F in ResultFilter]: string } = {
  all: 'tested in',
  failed: 'that failed in',
  succeeded: 'that passed in',
};

/**
 * The proxies of services or proxy users: as a filter that names the rows if it can, because that needs no
 * list of proxies, else the proxies themselves.
 */
async function findOwned(
  account: AccountState,
  title: string,
  list: ProxyOwner,
  rows: ProxySelection,
  rowCount: number,
): Promise<ProxyTarget> {
  const { id: accountId } = account;
  const named = rowCount > mostValues ? null : await nameRows(accountId, list, rows);
  const where = named === null || named.length === 0 ? null : formatOwners(list, named);
  if (where !== null && parseQuery(where, 'proxies').ok)
    return count(account, { title, proxies: { kind: 'query', where }, count: null, userId: null });
  const ids = await ask('proxies:of', { accountId, list, rows });
  if (ids.length > mostIds) throw fail('invalid-input', tooManyIds);
  return { title, proxies: { kind: 'ids', ids }, count: ids.length, userId: null };
}

/** The IDs of selected rows; null: so many are excluded that they are not looked through here. */
async function nameRows(
  accountId: string,
  list: ProxyOwner,
  rows: ProxySelection,
): Promise<readonly string[] | null> {
  if (rows.kind === 'ids') return rows.ids;
  const excluded = new Set(rows.excludedIds);
  if (excluded.size > mostValues) return null;
  const request = { accountId, where: rows.where, sort: [], offset: 0, limit: 2 * mostValues };
  const ids =
    list === 'services'
      ? (await ask('list:rows', { ...request, list })).map((row) => row.service_id)
      : (await ask('list:rows', { ...request, list })).map((row) => row.proxy_user_id);
  return ids.filter((id) => !excluded.has(id));
}

const formatOwners = (list: ProxyOwner, ids: readonly string[]): string =>
  list === 'services' ? formatTerm('service', ids, true) : formatTerm('user', ids);

type OnTarget =
  | {
      readonly kind: 'export';
      readonly goal?: 'copy' | 'save';
      readonly format?: string;
      readonly ruleId?: number;
    }
  | { readonly kind: 'test' | 'access' };

/** Opens a dialog on a target, unless it fails to be found: then a toast shows why. */
export async function openOnTarget(
  account: AccountState,
  dialog: OnTarget,
  target: Target = presentTarget(account),
): Promise<void> {
  await account.app.openFound(
    () => findTarget(account, target),
    (found) => ({ ...dialog, target: found }),
  );
}

/** The targets that a dialog offers: the one that it was opened for, the filter, everything. */
export function offerTargets(account: AccountState, first: ProxyTarget): readonly ProxyTarget[] {
  const { filters, total } = readSources(account);
  const filtered = chooseFiltered(filters.proxies);
  const all = targetOfAll(total);
  const others = filtered?.kind === 'proxies' ? [filtered, all] : [all];
  const firstWhere = whereOf(first.proxies);
  return [first, ...others.filter(({ proxies }) => whereOf(proxies) !== firstWhere)];
}

/**
 * A filter for the proxies of services.
 *
 * @param ids null: the selected services
 * @throws FailureError `invalid-input` if they are too many for a filter
 */
export async function filterOfServices(
  account: AccountState,
  ids: readonly string[] | null,
): Promise<string> {
  const named = ids ?? (await account.selected.services.rows()).map((row) => row.service_id);
  const where = formatOwners('services', named);
  if (parseQuery(where, 'proxies').ok) return where;
  throw fail(
    'invalid-input',
    `${countOf(named.length, 'service')} are too many for one filter. Nothing was changed. Select fewer, or filter the proxies by a property that they share.`,
  );
}

/** Null for targets that name IDs: two of them are never the same choice. */
const whereOf = (proxies: ProxySelection): string | null =>
  proxies.kind === 'query' && (proxies.excludedIds ?? []).length === 0 ? proxies.where : null;

function readSources(account: AccountState): TargetSources {
  const { app, lists, tests, selected, gateway } = account;
  const filterOf = (list: 'proxies' | 'services' | 'proxy_users' | 'changes') => {
    const { appliedText: text, where, grid } = lists[list];
    const isCounted = grid.isCounted && where === text;
    return { text, parsed: parseQuery(text, list), count: isCounted ? grid.count : null };
  };
  const { activeId: proxyId, activeRow: proxy } = lists.proxies.grid;
  const { activeId: serviceId, activeRow: service } = lists.services.grid;
  const { activeId: userId, activeRow: user } = lists.proxy_users.grid;
  const { activeProxy: result } = tests;
  const { ids: serviceIds, count: serviceCount } = selected.services;
  return {
    view: app.view,
    selectedProxies:
      selected.proxies.count > 0
        ? { proxies: selected.proxies.asRequest, count: selected.proxies.count }
        : null,
    currentProxy:
      proxyId === null ? null : { id: proxyId, address: addressOf(proxy) ?? 'this proxy' },
    selectedServices:
      serviceCount > 0 ? { ids: serviceIds, count: serviceCount, name: null } : null,
    currentService:
      serviceId === null ? null : { id: serviceId, name: service?.service_name ?? 'this service' },
    currentUser: userId === null ? null : { id: userId, count: user?.accessibleProxyCount ?? null },
    results: tests.target,
    rule: gateway.selected === null ? null : targetOfRule(account, gateway.selected),
    currentResult:
      result?.proxy_id == null
        ? null
        : { id: result.proxy_id, address: result.proxy_host ?? 'this proxy' },
    filters: {
      proxies: filterOf('proxies'),
      services: filterOf('services'),
      proxy_users: filterOf('proxy_users'),
      changes: filterOf('changes'),
    },
    total: account.sync.state?.counts.proxies ?? null,
  };
}

/** The address of a proxy, by which people know it. */
export const addressOf = (
  row: Pick<ProxyEndpoint, 'proxy_ip_address' | 'proxy_ip_address_v6'> | undefined,
): string | null => row?.proxy_ip_address ?? row?.proxy_ip_address_v6 ?? null;

async function count(account: AccountState, target: ProxyTarget): Promise<ProxyTarget> {
  const { proxies } = target;
  if (proxies.kind === 'ids') return { ...target, count: proxies.ids.length };
  const { where } = proxies;
  return {
    ...target,
    count: await ask('list:count', { list: 'proxies', accountId: account.id, where }),
  };
}
