import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { ParsedQuery } from '../../shared/filter/query-term.ts';
import type { ProxySelection, TestRunSummary } from '../../shared/test-run.ts';
import { countOf, formatCount } from '../format/format-number.ts';

/** The proxies that Export, Test, Copy and Tag apply to. */
export interface ProxyTarget {
  readonly title: string;
  readonly proxies: ProxySelection;
  /** Null: not counted yet. */
  readonly count: number | null;
  /** The proxy user to export or test for; null: nothing says which one. */
  readonly userId: string | null;
  /** The test run that these proxies are tested again for. */
  readonly run?: TestRunSummary;
}

/** A target before its proxies are looked up; `invalid`: the filter is, so there is no target. */
export type Target =
  | ({ readonly kind: 'proxies' } & ProxyTarget)
  /** `ids` null: the selection names no IDs, because it is everything that a filter finds. */
  | { readonly kind: 'services'; readonly ids: readonly string[] | null; readonly count: number }
  | { readonly kind: 'failed'; readonly run: TestRunSummary }
  | { readonly kind: 'invalid' };

/** The parts of the account's state that decide what an action applies to. */
export interface TargetSources {
  /** Selected proxies; null: none, or another view is open. */
  readonly selectedProxies: { readonly proxies: ProxySelection; readonly count: number } | null;
  /** The selected services, or the current one; null: none, or another view is open. */
  readonly selectedServices: {
    readonly ids: readonly string[] | null;
    readonly count: number;
  } | null;
  readonly currentUser: { readonly id: string; readonly count: number | null } | null;
  readonly failedRun: TestRunSummary | null;
  /** The filter of the proxies; `count` null: not counted yet. */
  readonly filter: {
    readonly text: string;
    readonly parsed: ParsedQuery;
    readonly count: number | null;
  };
  readonly total: number | null;
}

/**
 * Decides what an action applies to: the selection; without one the rows that the view stands
 * for (selected services or the current one, the current proxy user, the failed proxies of a test run); without
 * those the filter; without a filter everything.
 */
export function chooseTarget(sources: TargetSources): Target {
  const { selectedProxies, selectedServices, currentUser, failedRun, filter } = sources;
  const userId = userOf(filter.parsed);
  if (selectedProxies !== null)
    return { kind: 'proxies', title: 'Selection', ...selectedProxies, userId };
  if (selectedServices !== null) return { kind: 'services', ...selectedServices };
  if (currentUser !== null) {
    const { id, count } = currentUser;
    return { kind: 'proxies', ...targetOfUser(id, count) };
  }
  if (failedRun !== null) return { kind: 'failed', run: failedRun };
  if (!filter.parsed.ok) return { kind: 'invalid' };
  if (filter.text !== '') {
    const proxies = { kind: 'query', where: filter.text } as const;
    return { kind: 'proxies', title: 'Current filter', proxies, count: filter.count, userId };
  }
  return { kind: 'proxies', ...targetOfAll(sources.total) };
}

/** All proxies of the account. */
export const targetOfAll = (total: number | null): ProxyTarget => ({
  title: 'All proxies',
  proxies: { kind: 'query', where: '' },
  count: total,
  userId: null,
});

/**
 * All proxies, for one proxy user: an export leaves out those that the user cannot access.
 *
 * @param count the number of proxies that the user can access
 */
export const targetOfUser = (userId: string, count: number | null): ProxyTarget => ({
  title: `Proxies of ${userId}`,
  proxies: { kind: 'query', where: formatTerm('user', [userId]) },
  count,
  userId,
});

/** One proxy. */
export const targetOfProxy = (proxyId: string, userId: string | null): ProxyTarget => ({
  title: 'This proxy',
  proxies: { kind: 'ids', ids: [proxyId] },
  count: 1,
  userId,
});

/** The proxy user of a filter with a single `user:` term of one value; null: there is none. */
export function userOf(parsed: ParsedQuery): string | null {
  const terms = parsed.ok
    ? parsed.query.terms.filter(({ key, isNegated }) => key === 'user' && !isNegated)
    : [];
  const [value, ...others] = terms.flatMap(({ values }) => values);
  if (value?.kind !== 'text' || others.length > 0) return null;
  return value.text === '*' ? null : value.text;
}

/** A target with its count, for a list of targets. */
export const labelTarget = ({ title, count }: ProxyTarget): string =>
  count === null ? title : `${title}: ${countOf(count, 'proxy', 'proxies')}`;

/** What an action on a target does: "Export 10 for falcon9079"; the verb alone while nothing is known. */
export function labelAction(verb: string, target: ProxyTarget | null): string {
  const { count = null, userId = null } = target ?? {};
  return [
    verb,
    ...(count === null ? [] : [formatCount(count)]),
    ...(userId === null ? [] : [`for ${userId}`]),
  ].join(' ');
}
