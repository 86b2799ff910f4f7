import { assertNever, fail } from '../../shared/failure.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { ProxySelection } from '../../shared/test-run.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from './account-state.svelte.ts';
import {
  chooseTarget,
  targetOfAll,
  type ProxyTarget,
  type Target,
  type TargetSources,
} from './action-target.ts';
import { hasFailed } from './test-runs.svelte.ts';

/** What an action applies to now. */
export const presentTarget = (account: AccountState): Target => chooseTarget(readSources(account));

/**
 * Looks up and counts the proxies of a target.
 *
 * @throws FailureError `invalid-input` if the filter is invalid or the services are too many for a
 *   filter; those of the requests
 */
export async function findTarget(
  account: AccountState,
  target: Target = presentTarget(account),
): Promise<ProxyTarget> {
  switch (target.kind) {
    case 'proxies':
      return target.count === null ? count(account, target) : target;
    case 'services': {
      const where = await filterOfServices(account, target.ids);
      const title = `Proxies of ${countOf(target.count, 'service')}`;
      const proxies = { kind: 'query', where } as const;
      return count(account, { title, proxies, count: null, userId: null });
    }
    case 'failed': {
      const { run } = target;
      const ids = await ask('tests:failed', { accountId: account.id, testRunId: run.id });
      return {
        title: `Failed in test run ${run.id}`,
        proxies: { kind: 'ids', ids },
        count: ids.length,
        userId: run.proxyUserId,
        run,
      };
    }
    case 'invalid':
      throw fail('invalid-input', 'The filter is invalid. Correct or clear it first.');
    default:
      return assertNever(target);
  }
}

type OnTarget =
  | { readonly kind: 'export'; readonly goal?: 'copy' | 'save' }
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
  const { filter, total } = readSources(account);
  const filtered = chooseTarget({ ...nothingElse, filter, total });
  const all = targetOfAll(total);
  const others = filtered.kind === 'proxies' ? [filtered, all] : [all];
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
  const where = formatTerm('service', named, true);
  if (parseQuery(where, 'proxies').ok) return where;
  throw fail(
    'invalid-input',
    `${countOf(named.length, 'service')} are too many for one filter. Nothing was changed. Select fewer, or filter the proxies by a property that the services share.`,
  );
}

const nothingElse = {
  selectedProxies: null,
  selectedServices: null,
  currentUser: null,
  failedRun: null,
};

/** Null for targets that name IDs: two of them are never the same choice. */
const whereOf = (proxies: ProxySelection): string | null =>
  proxies.kind === 'query' && (proxies.excludedIds ?? []).length === 0 ? proxies.where : null;

function readSources(account: AccountState): TargetSources {
  const { app, proxies, users, tests, selected } = account;
  const { view } = app;
  const text = proxies.appliedText;
  const isCounted = proxies.grid.isCounted && proxies.where === text;
  const { activeId: userId, activeRow: user } = users.grid;
  const run = view === 'tests' ? tests.selected : null;
  return {
    selectedProxies:
      view === 'proxies' && selected.proxies.count > 0
        ? { proxies: selected.proxies.asRequest, count: selected.proxies.count }
        : null,
    selectedServices: view === 'services' ? chooseServices(account) : null,
    currentUser:
      view === 'users' && userId !== null
        ? { id: userId, count: user?.accessibleProxyCount ?? null }
        : null,
    failedRun: run !== null && hasFailed(run) ? run : null,
    filter: {
      text,
      parsed: parseQuery(text, 'proxies'),
      count: isCounted ? proxies.grid.count : null,
    },
    total: account.sync.state?.counts.proxies ?? null,
  };
}

/** The selected services, else the current one. */
function chooseServices({ selected, services }: AccountState): TargetSources['selectedServices'] {
  const { ids, count } = selected.services;
  if (count > 0) return { ids, count };
  const { activeId } = services.grid;
  return activeId === null ? null : { ids: [activeId], count: 1 };
}

async function count(account: AccountState, target: ProxyTarget): Promise<ProxyTarget> {
  const { proxies } = target;
  if (proxies.kind === 'ids') return { ...target, count: proxies.ids.length };
  const { where } = proxies;
  return { ...target, count: await ask('proxies:count', { accountId: account.id, where }) };
}
