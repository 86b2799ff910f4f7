import { fail } from '../../shared/failure.ts';
import type { AnnotatedRows } from '../../shared/tag.ts';
import { views } from '../../shared/views.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from './account-state.svelte.ts';
import type { AnnotationTarget } from './action-target.ts';
import { findTarget, noRowReason, pointedTarget } from './find-target.ts';

/**
 * The rows that tags and notes apply to, by the rule of `choosePointed`. In the list of services they are services.
 *
 * @throws FailureError `invalid-input` if no row is selected or current; those of `findTarget`
 */
export async function annotationTarget(account: AccountState): Promise<AnnotationTarget> {
  const target = pointedTarget(account);
  // A proxy user has neither tags nor notes, and those of its proxies are not meant.
  if (target.kind === 'none' || views[account.app.view].scope === 'proxy_users')
    throw fail('invalid-input', noRowReason);
  if (target.kind !== 'services') {
    const { proxies: rows, count } = await findTarget(account, target);
    return { list: 'proxies', rows, title: nameRows('proxies', count ?? 0) };
  }
  const { count, asRequest } = account.selected.services;
  return {
    list: 'services',
    rows: count > 0 ? asRequest : { kind: 'ids', ids: target.ids ?? [] },
    title: nameRows('services', target.count),
  };
}

/** One row. */
export function targetOf(list: AnnotatedRows['list'], id: string): AnnotationTarget {
  return { list, rows: { kind: 'ids', ids: [id] }, title: nameRows(list, 1) };
}

const nameRows = (list: AnnotatedRows['list'], count: number): string =>
  list === 'proxies' ? countOf(count, 'proxy', 'proxies') : countOf(count, 'service');
