import { assertNever, fail } from '../../shared/failure.ts';
import { mostIds, tooManyIds } from '../../shared/bounded-json.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import { mostValues, type SortKey } from '../../shared/filter/query-term.ts';
import { lists, type ProxyOwner } from '../../shared/lists.ts';
import type { ProxySelection } from '../../shared/test-runs/test-run.ts';
import type { ProxyEndpoint } from '../../shared/records/proxy.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { targetOfRule } from './rule-target.ts';
import {
  chooseFiltered,
  choosePointed,
  chooseTarget,
  isSelected,
  targetOfAll,
  type OwnerRows,
  type ProxyTarget,
  type Target,
  type TargetSources,
} from '../account/action-target.ts';

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
    case 'rows':
      return findOwned(account, target);
    case 'invalid':
    case 'none':
      throw fail('invalid-input', reasonAgainst(target) ?? '');
    default:
      return assertNever(target);
  }
}

/**
 * The proxies of rows: as a filter of proxies that names the rows if it can, because that needs no list of proxies, else
 * the proxies themselves.
 */
async function findOwned(account: AccountState, target: OwnerRows): Promise<ProxyTarget> {
  const { id: accountId } = account;
  const { list, rows, run } = target;
  const userId = run?.proxyUserId ?? null;
  const isCounted = target.count !== null || rows.kind === 'ids' || list === 'tested';
  const counted = isCounted
    ? target
    : { ...target, count: await ask('list:count', { list, accountId, where: rows.where }) };
  const title = titleOwned(counted);
  const where = await nameOwners(accountId, counted);
  if (where !== null && parseQuery(where, 'proxies').ok) {
    const found = { title, proxies: { kind: 'query', where } as const, count: null, userId };
    return count(account, { ...found, ...(run && { run }) });
  }
  const ids = await ask('proxies:of', { accountId, list, rows });
  if (ids.length > mostIds) throw fail('invalid-input', tooManyIds);
  const proxies = { kind: 'ids', ids } as const;
  return { title, proxies, count: ids.length, userId, ...(run && { run }) };
}

function titleOwned({ list, rows, name, run, count: rowCount }: OwnerRows): string {
  const words = isSelected(rows) ? 'selected' : 'shown';
  if (list === 'changes') return `# of the changes ${words}`;
  if (list === 'tested') return `# ${words}${run ? ` of run ${run.id}` : ''}`;
  if (name != null) return `the # of ${name}`;
  const { one } = lists[list];
  if (isSelected(rows)) return `the # of ${countOf(rowCount ?? 0, `selected ${one}`)}`;
  return `the # of ${countOf(rowCount ?? 0, one)} found by the filter`;
}

/** What a list of tested proxies is filtered by, as a filter of proxies. */
const keysOfRun: { readonly [terms: string]: string } = {
  '': 'run',
  'works:yes': 'works',
  'works:no': 'fails',
};

/** A filter of proxies that finds the same as a selection of rows; null: there is none, or it would be too long. */
async function nameOwners(
  accountId: string,
  { list, rows, count: rowCount }: OwnerRows,
): Promise<string | null> {
  if (list === 'tested' && rows.kind === 'query' && !isSelected(rows)) {
    const [, id, terms = ''] = /^run:(\d+)(?: (works:(?:yes|no)))?$/.exec(rows.where) ?? [];
    const key = id === undefined ? undefined : keysOfRun[terms];
    return key === undefined ? null : `${key}:${id ?? ''}`;
  }
  if (list !== 'services' && list !== 'proxy_users') return null;
  if (rowCount !== null && rowCount > mostValues) return null;
  const named = await nameRows(accountId, list, rows);
  return named === null || named.length === 0 ? null : formatOwners(list, named);
}

/** The IDs of selected rows; null: they are too many. */
async function nameRows(
  accountId: string,
  list: 'services' | 'proxy_users',
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

const formatOwners = (list: 'services' | 'proxy_users', ids: readonly string[]): string =>
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
  const filterOf = (list: 'proxies' | ProxyOwner) => {
    const { appliedText: text, where, grid } = lists[list];
    const isCounted = grid.isCounted && where === text;
    return { text, parsed: parseQuery(text, list), count: isCounted ? grid.count : null };
  };
  const { activeId: proxyId, activeRow: proxy } = lists.proxies.grid;
  const { activeId: serviceId, activeRow: service } = lists.services.grid;
  const { activeId: userId, activeRow: user } = lists.proxy_users.grid;
  const { activeRow: result } = tests.list.grid;
  const rowsOf = (list: 'services' | 'tested'): OwnerRows | null => {
    const { asRequest: rows, count } = selected[list];
    const run = list === 'tested' ? (tests.selected ?? undefined) : undefined;
    return count > 0 ? { list, rows, count, run } : null;
  };
  return {
    view: app.view,
    selectedProxies:
      selected.proxies.count > 0
        ? { proxies: selected.proxies.asRequest, count: selected.proxies.count }
        : null,
    currentProxy:
      proxyId === null ? null : { id: proxyId, address: addressOf(proxy) ?? 'this proxy' },
    selectedServices: rowsOf('services'),
    currentService:
      serviceId === null ? null : { id: serviceId, name: service?.service_name ?? 'this service' },
    currentUser: userId === null ? null : { id: userId, count: user?.accessibleProxyCount ?? null },
    selectedTested: tests.showsResults ? null : rowsOf('tested'),
    run: tests.selected,
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
      tested: filterOf('tested'),
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
