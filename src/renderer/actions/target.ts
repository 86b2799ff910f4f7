import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { ParsedQuery } from '../../shared/filter/query-term.ts';
import { lists } from '../../shared/lists.ts';
import { isSelected, type RowList, type Rows } from '../../shared/rows.ts';
import { views, type Scope, type View } from '../../shared/views.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { Target } from '../account/dialog-request.ts';
import { countOf, formatCount } from '../format/format-number.ts';

interface NoTarget {
  readonly reason: string;
}

export type Choice = Target | NoTarget;

export const isTarget = (choice: Choice): choice is Target => !('reason' in choice);

const invalidFilter: NoTarget = { reason: 'The filter is invalid. Correct or clear it first.' };
export const noProxies: NoTarget = {
  reason: 'This view has no proxies. Open the proxies first.',
};
export const noRow: NoTarget = { reason: 'Select rows first, or go to one with the arrow keys.' };

export interface TargetSource {
  readonly selected: Target | null;
  /** The row that the keyboard is at. */
  readonly current: Target | null;
  /** As applied. */
  readonly filter: {
    readonly text: string;
    readonly parsed: ParsedQuery;
    /** Null: not counted. */
    readonly count: number | null;
  };
}

export interface TargetSources {
  readonly view: View;
  readonly lists: { readonly [L in RowList]: TargetSource };
  readonly run: Target['run'] | null;
  readonly rule: Target | null;
  readonly total: number | null;
}

/**
 * Decides the rows of an action: the selection, else the view's subject, else what its filter finds, else all proxies.
 */
export function chooseTarget(sources: TargetSources): Choice {
  const scope: Scope | null = views[sources.view].scope;
  if (scope === null) return noProxies;
  if (scope === 'rule') return sources.rule ?? noProxies;
  if (scope === 'all') return targetOfAll(sources.total);
  const { selected, current } = sources.lists[scope];
  const isAbout = scope === 'services' || scope === 'proxy_users';
  return selected ?? (isAbout ? current : null) ?? chooseShown(sources, scope) ?? targetOfAll(sources.total);
}

/** For keys that write or copy secrets: the selection, else the current row, never everything. */
export function choosePointed({ view, lists: of }: TargetSources): Choice {
  const { scope } = views[view];
  if (scope === null || scope === 'rule' || scope === 'all') return noRow;
  const { selected, current } = of[scope];
  return selected ?? current ?? noRow;
}

/** The rows that a list's filter finds; null: an empty filter. */
export function chooseShown({ lists: of, run }: TargetSources, list: RowList): Choice | null {
  const { text: where, parsed, count } = of[list].filter;
  if (!parsed.ok) return invalidFilter;
  if (where === '' && list !== 'changes') return null;
  const rows = { list, kind: 'query', where } as const;
  if (list === 'proxies') {
    return { rows, title: '# found by the filter', count, userId: userOf(parsed) };
  }
  return targetOfRows(rows, { count, run });
}

/** Proxies of a run that work or fail. */
export const targetOfRun = (run: TestRunSummary, key: 'works' | 'fails'): Target => ({
  title: `# that ${key === 'works' ? 'work' : 'fail'} in run ${String(run.id)}`,
  rows: { kind: 'query', where: `${key}:${String(run.id)}` },
  count: null,
  userId: run.proxyUserId,
  run,
});

interface RowsInWords {
  /** Null: not counted. */
  readonly count: number | null;
  readonly name?: string | null | undefined;
  readonly run?: Target['run'] | null | undefined;
}

export function targetOfRows(rows: Rows & { readonly list: RowList }, { count, name, run }: RowsInWords): Target {
  const { list } = rows;
  const ofRun = list === 'tested' && run != null ? run : undefined;
  return {
    rows,
    title: titleOf(rows, { count, name, run: ofRun }),
    count: null,
    userId: ofRun?.proxyUserId ?? null,
    ...(ofRun && { run: ofRun }),
  };
}

function titleOf(rows: Rows & { readonly list: RowList }, { count, name, run }: RowsInWords): string {
  const { list } = rows;
  const words = isSelected(rows) ? 'selected' : 'shown';
  if (list === 'changes') return `# of the changes ${words}`;
  if (list === 'tested') return `# ${words}${run ? ` of run ${run.id}` : ''}`;
  if (name != null) return `the # of ${name}`;
  const { one, many } = lists[list];
  if (isSelected(rows)) return `the # of ${countOf(count ?? 0, `selected ${one}`)}`;
  return `the # of ${count === null ? `the ${many}` : countOf(count, one)} found by the filter`;
}

export const targetOfAll = (total: number | null): Target => ({
  title: 'all #',
  rows: { kind: 'query', where: '' },
  count: total,
  userId: null,
});

/**
 * An export skips inaccessible ones.
 *
 * @param count of accessible ones
 */
export const targetOfUser = (userId: string, count: number | null): Target => ({
  title: `the # of ${userId}`,
  rows: { kind: 'query', where: formatTerm('user', [userId]) },
  count,
  userId,
});

export const targetOfProxy = (proxyId: string, address: string | null, userId: string | null): Target => ({
  title: address ?? 'this proxy',
  rows: { kind: 'ids', ids: [proxyId] },
  count: 1,
  userId,
});

export const targetOfService = (id: string, name: string | null): Target =>
  targetOfRows({ list: 'services', kind: 'ids', ids: [id] }, { count: 1, name: name ?? id });

/** Of a single `user:` with one value; null: none. */
export function userOf(parsed: ParsedQuery): string | null {
  const terms = parsed.ok ? parsed.query.terms.filter(({ key, isNegated }) => key === 'user' && !isNegated) : [];
  const [value, ...others] = terms.flatMap(({ values }) => values);
  if (value?.kind !== 'text' || others.length > 0) return null;
  return value.text === '*' ? null : value.text;
}

/** `24 proxies that failed in run 1`, `the 10 proxies of Mobile India`. */
export const describeTarget = ({ title, count }: Pick<Target, 'title' | 'count'>): string =>
  title.replace('#', () => (count === null ? 'proxies' : countOf(count, 'proxy', 'proxies')));

/** A target as a label: `All 250 proxies`. */
export function labelTarget(target: Target): string {
  const text = describeTarget(target);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Export 10 for falcon9079"; the verb alone if nothing is known. */
export function labelAction(verb: string, target: Pick<Target, 'count' | 'userId'> | null): string {
  const { count = null, userId = null } = target ?? {};
  return [verb, ...(count === null ? [] : [formatCount(count)]), ...(userId === null ? [] : [`for ${userId}`])].join(
    ' ',
  );
}
