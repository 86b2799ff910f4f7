import type { AnnotatedRows } from '../../shared/tag.ts';
import { countOf } from '../ui/format-number.ts';
import type { Desk } from './desk.svelte.ts';

/** Rows that are to be tagged or noted on, as requests carry them. */
export interface AnnotationTarget extends AnnotatedRows {
  /** In words: 3 proxies. */
  readonly title: string;
}

/** What is chosen in the present view: the ticked rows, else the one that is looked at; null: nothing. */
export function annotationTarget(desk: Desk): AnnotationTarget | null {
  if (desk.view === 'proxies' && desk.selected.count > 0) {
    const title = countOf(desk.selected.count, 'proxy', 'proxies');
    return { list: 'proxies', rows: desk.selected.asProxies, title };
  }
  if (desk.view !== 'proxies' && desk.view !== 'services') return null;
  const id = desk[desk.view].grid.activeId;
  return id === null ? null : targetOf(desk.view, id);
}

/** One row. */
export function targetOf(list: AnnotatedRows['list'], id: string): AnnotationTarget {
  const title = list === 'proxies' ? '1 proxy' : '1 service';
  return { list, rows: { kind: 'ids', ids: [id] }, title };
}
