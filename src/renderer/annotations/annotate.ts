import type { AnnotationTarget } from '../account/action-target.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { AnnotatedList, AnnotatedRows } from '../../shared/tag.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';
import { findTarget, noRowReason, pointedTarget } from '../actions/find-target.ts';
import { countOf } from '../format/format-number.ts';
import { views } from '../../shared/views.ts';
import { fail } from '../../shared/failure.ts';

/** Opens the dialog of tags or notes; without `target` for the rows that actions apply to. */
export async function annotate(
  account: AccountState,
  kind: 'tags' | 'note',
  target?: AnnotationTarget,
): Promise<void> {
  await account.app.openFound(
    async () => target ?? (await annotationTarget(account)),
    (found) => ({ kind, target: found }),
  );
}

/** The items of a row's menu: for the selection if the row belongs to it, else for the row alone. */
export function annotationItems(
  account: AccountState,
  list: AnnotatedList,
  id: string,
): readonly MenuItem[] {
  const target = account.selected[list].has(id) ? undefined : targetOf(list, id);
  return [
    { title: 'Tag…', shortcut: 'T', run: () => void annotate(account, 'tags', target) },
    { title: 'Note…', shortcut: 'N', run: () => void annotate(account, 'note', target) },
  ];
}

/**
 * The rows that tags and notes apply to, by the rule of `choosePointed`. In the list of services they are services.
 *
 * @throws FailureError `invalid-input` if no row is selected or current; those of `findTarget`
 */
async function annotationTarget(account: AccountState): Promise<AnnotationTarget> {
  const target = pointedTarget(account);
  // A proxy user has neither tags nor notes, and those of its proxies are not meant.
  if (target.kind === 'none' || views[account.app.view].scope === 'proxy_users')
    throw fail('invalid-input', noRowReason);
  if (target.kind === 'rows' && target.list === 'services') {
    const { list, rows, count } = target;
    return { list, rows, title: nameRows(list, count ?? 0) };
  }
  const { proxies: rows, count } = await findTarget(account, target);
  return { list: 'proxies', rows, title: nameRows('proxies', count ?? 0) };
}

/** One row. */
export function targetOf(list: AnnotatedRows['list'], id: string): AnnotationTarget {
  return { list, rows: { kind: 'ids', ids: [id] }, title: nameRows(list, 1) };
}

const nameRows = (list: AnnotatedRows['list'], count: number): string =>
  list === 'proxies' ? countOf(count, 'proxy', 'proxies') : countOf(count, 'service');
