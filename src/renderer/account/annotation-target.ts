import type { AnnotatedRows } from '../../shared/tag.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from './account-state.svelte.ts';

/** Rows that are to be tagged or noted on, as requests carry them. */
export interface AnnotationTarget extends AnnotatedRows {
  /** In words: 3 proxies. */
  readonly title: string;
}

/** What is chosen in the present view: the ticked rows, else the one that is looked at; null: nothing. */
export function annotationTarget(account: AccountState): AnnotationTarget | null {
  const { view: list } = account.app;
  if (list !== 'proxies' && list !== 'services') return null;
  const { count, asRequest: rows } = account.selected[list];
  if (count > 0) return { list, rows, title: nameRows(list, count) };
  const id = account[list].grid.activeId;
  return id === null ? null : targetOf(list, id);
}

/** One row. */
export function targetOf(list: AnnotatedRows['list'], id: string): AnnotationTarget {
  return { list, rows: { kind: 'ids', ids: [id] }, title: nameRows(list, 1) };
}

const nameRows = (list: AnnotatedRows['list'], count: number): string =>
  list === 'proxies' ? countOf(count, 'proxy', 'proxies') : countOf(count, 'service');
