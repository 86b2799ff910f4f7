import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { ParsedQuery } from '../../shared/filter/query-term.ts';
import { lists, type ProxyOwner } from '../../shared/lists.ts';
import type { ProxySelection, TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { AnnotatedRows } from '../../shared/tag.ts';
import { views, type Scope, type View } from '../../shared/views.ts';
import { countOf, formatCount } from '../format/format-number.ts';

/** The proxies that Export, Test, Copy and Tag apply to. */
export interface ProxyTarget {
  /** Says which proxies these are; `#` is their number: `# that failed in run 1`. */
  readonly title: string;
  readonly proxies: ProxySelection;
  /** Null: not counted yet. */
  readonly count: number | null;
  /** The proxy user to export or test for; null: nothing says which one. */
  readonly userId: string | null;
  /** The test run that these proxies are tested again for. */
  readonly run?: TestRunSummary;
}

/** Rows to tag or add a note to, as requests carry them. */
export interface AnnotationTarget extends AnnotatedRows {
  /** In words: 3 proxies. */
  readonly title: string;
}

/** Rows that stand for proxies, before those are looked up. */
export interface OwnerRows {
  readonly list: ProxyOwner;
  readonly rows: ProxySelection;
  /** Of the rows; null: not counted yet. */
  readonly count: number | null;
  /** The name of a single row. */
  readonly name?: string | null;
  /** The test run that the rows are of. */
  readonly run?: TestRunSummary | undefined;
}

/** A target before its proxies are looked up. */
export type Target =
  | ({ readonly kind: 'proxies' } & ProxyTarget)
  | ({ readonly kind: 'rows' } & OwnerRows)
  /** The filter is invalid, so nobody knows which rows are meant. */
  | { readonly kind: 'invalid' }
  /** The view has no proxies, or no row is selected or current. */
  | { readonly kind: 'none' };

/** A filter as it applies; `count` null: not counted yet. */
interface TargetFilter {
  readonly text: string;
  readonly parsed: ParsedQuery;
  readonly count: number | null;
}

/** The parts of the account's state that decide what an action applies to. */
export interface TargetSources {
  readonly view: View;
  readonly selectedProxies: { readonly proxies: ProxySelection; readonly count: number } | null;
  /** The row that the keyboard is at. */
  readonly currentProxy: { readonly id: string; readonly address: string } | null;
  readonly selectedServices: OwnerRows | null;
  readonly currentService: { readonly id: string; readonly name: string | null } | null;
  readonly currentUser: { readonly id: string; readonly count: number | null } | null;
  /** The selected proxies of a test run. */
  readonly selectedTested: OwnerRows | null;
  /** The run that is shown. */
  readonly run: TestRunSummary | null;
  /** The proxies of the active rule of the gateway. */
  readonly rule: ProxyTarget | null;
  /** The proxy of the current result. */
  readonly currentResult: { readonly id: string; readonly address: string } | null;
  readonly filters: {
    readonly [L in 'proxies' | ProxyOwner]: TargetFilter;
  };
  readonly total: number | null;
}

/**
 * Decides which proxies an action of the present view takes: the selection, else the rows that the view is about
 * (the current service or proxy user, the results that are shown, the active rule of the gateway), else those that its filter finds, else all.
 */
export function chooseTarget(sources: TargetSources): Target {
  const { view, filters, total, rule, currentUser, run } = sources;
  const scope: Scope | null = views[view].scope;
  const all: Target = { kind: 'proxies', ...targetOfAll(total) };
  const shown = (list: ProxyOwner): Target => {
    const { text, parsed, count } = filters[list];
    if (!parsed.ok) return { kind: 'invalid' };
    if (text === '' && list !== 'changes') return all;
    const rows = { kind: 'query', where: text } as const;
    return { kind: 'rows', list, rows, count, run: (list === 'tested' && run) || undefined };
  };
  switch (scope) {
    case 'proxies':
      return chooseSelected(sources) ?? chooseFiltered(filters.proxies) ?? all;
    case 'services':
      return chooseSelected(sources) ?? chooseCurrent(sources) ?? shown('services');
    case 'proxy_users':
      return currentUser === null
        ? shown('proxy_users')
        : { kind: 'proxies', ...targetOfUser(currentUser.id, currentUser.count) };
    case 'results':
      return chooseSelected(sources) ?? shown('tested');
    case 'rule':
      return rule === null ? { kind: 'none' } : { kind: 'proxies', ...rule };
    case 'changes':
      return shown('changes');
    case 'all':
      return all;
    case null:
      return { kind: 'none' };
  }
}

/**
 * Decides which rows a single key takes that writes or copies secrets: the selection, else the current row, and
 * never everything.
 */
export function choosePointed(sources: TargetSources): Target {
  return chooseSelected(sources) ?? chooseCurrent(sources) ?? { kind: 'none' };
}

function chooseSelected(sources: TargetSources): Target | null {
  const { view, selectedProxies, selectedServices, selectedTested, filters } = sources;
  const { scope } = views[view];
  if (scope === 'proxies' && selectedProxies !== null) {
    const userId = userOf(filters.proxies.parsed);
    return { kind: 'proxies', title: '# selected', ...selectedProxies, userId };
  }
  if (scope === 'services' && selectedServices !== null)
    return { kind: 'rows', ...selectedServices };
  if (scope === 'results' && selectedTested !== null) return { kind: 'rows', ...selectedTested };
  return null;
}

function chooseCurrent(sources: TargetSources): Target | null {
  const { view, currentProxy, currentService, currentUser, currentResult, filters } = sources;
  const { scope } = views[view];
  const proxy = scope === 'proxies' ? currentProxy : scope === 'results' ? currentResult : null;
  if (proxy !== null) {
    const userId = scope === 'proxies' ? userOf(filters.proxies.parsed) : null;
    return { kind: 'proxies', ...targetOfProxy(proxy.id, proxy.address, userId) };
  }
  if (scope === 'services' && currentService !== null) {
    const { id, name } = currentService;
    return { kind: 'rows', list: 'services', rows: { kind: 'ids', ids: [id] }, count: 1, name };
  }
  if (scope === 'proxy_users' && currentUser !== null)
    return { kind: 'proxies', ...targetOfUser(currentUser.id, currentUser.count) };
  return null;
}

/** Null: the filter is empty. */
export function chooseFiltered({ text, parsed, count }: TargetFilter): Target | null {
  if (!parsed.ok) return { kind: 'invalid' };
  if (text === '') return null;
  const proxies = { kind: 'query', where: text } as const;
  const title = '# found by the filter';
  return { kind: 'proxies', title, proxies, count, userId: userOf(parsed) };
}

/** All proxies of the account. */
export const targetOfAll = (total: number | null): ProxyTarget => ({
  title: 'all #',
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
  title: `the # of ${userId}`,
  proxies: { kind: 'query', where: formatTerm('user', [userId]) },
  count,
  userId,
});

/** One proxy. */
export const targetOfProxy = (
  proxyId: string,
  address: string | null,
  userId: string | null,
): ProxyTarget => ({
  title: address ?? 'this proxy',
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

/** Which proxies an action takes, in words: `24 proxies that failed in run 1`, `the 10 proxies of Mobile India`. */
export const describeTarget = ({ title, count }: ProxyTarget): string =>
  title.replace('#', () => (count === null ? 'proxies' : countOf(count, 'proxy', 'proxies')));

/** The same for a line of its own: `All 250 proxies`. */
export function labelTarget(target: ProxyTarget): string {
  const text = describeTarget(target);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The same before its proxies are looked up: `Mobile India`. */
export function nameTarget(target: Target): string {
  switch (target.kind) {
    case 'proxies':
      return describeTarget(target);
    case 'rows': {
      const { list, rows, count, name } = target;
      if (name != null) return name;
      if (isSelected(rows)) return countOf(count ?? 0, `selected ${lists[list].one}`);
      return `the ${lists[list].many} shown`;
    }
    default:
      return '';
  }
}

/** Whether rows were selected one by one; otherwise a filter finds them. */
export const isSelected = (rows: ProxySelection): boolean =>
  rows.kind === 'ids' || (rows.excludedIds ?? []).length > 0;

/** What an action on a target does: "Export 10 for falcon9079"; the verb alone while nothing is known. */
export function labelAction(verb: string, target: ProxyTarget | null): string {
  const { count = null, userId = null } = target ?? {};
  return [
    verb,
    ...(count === null ? [] : [formatCount(count)]),
    ...(userId === null ? [] : [`for ${userId}`]),
  ].join(' ');
}
