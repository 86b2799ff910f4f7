import type { AnnotatedRows } from '../../shared/tag.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from './account-state.svelte.ts';
import { findTarget } from './find-target.ts';

/** Rows to tag or add a note to, as requests carry them. */
export interface AnnotationTarget extends AnnotatedRows {
  /** In words: 3 proxies. */
  readonly title: string;
}

/**
 * The rows that tags and notes apply to, by the rule of `chooseTarget`. In the list of services
 * they are services: the selected ones, or all that the filter of that list finds.
 *
 * @throws FailureError as `findTarget`
 */
export async function annotationTarget(account: AccountState): Promise<AnnotationTarget> {
  if (account.app.view !== 'services') {
    const { proxies: rows, count } = await findTarget(account);
    return { list: 'proxies', rows, title: nameRows('proxies', count ?? 0) };
  }
  const { services, selected } = account;
  const { count, asRequest } = selected.services;
  await services.grid.untilCounted();
  return count > 0
    ? { list: 'services', rows: asRequest, title: nameRows('services', count) }
    : {
        list: 'services',
        rows: { kind: 'query', where: services.where },
        title: nameRows('services', services.grid.count),
      };
}

/** One row. */
export function targetOf(list: AnnotatedRows['list'], id: string): AnnotationTarget {
  return { list, rows: { kind: 'ids', ids: [id] }, title: nameRows(list, 1) };
}

const nameRows = (list: AnnotatedRows['list'], count: number): string =>
  list === 'proxies' ? countOf(count, 'proxy', 'proxies') : countOf(count, 'service');
