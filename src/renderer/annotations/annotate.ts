import { fail } from '../../shared/failure.ts';
import type { AnnotatedList, Annotations } from '../../shared/tag.ts';
import { views } from '../../shared/views.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { Annotated } from '../account/dialog-request.ts';
import { findTarget, pointedTarget } from '../actions/find-target.ts';
import { isTarget, noRow } from '../actions/target.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuCommand } from '../kit/menu/menu-item.ts';
import { ask } from '../bridge.ts';
import type { Rows } from '../../shared/rows.ts';
import { watchDetail } from '../kit/async/watch-detail.svelte.ts';

/** Opens a dialog, by default for the rows of actions. */
export async function annotate(account: AccountState, kind: 'tags' | 'note', target?: Annotated): Promise<void> {
  await account.app.openFound(
    async () => target ?? (await findAnnotated(account)),
    (found) => ({ kind, target: found }),
  );
}

/** Menu items that tag or note rows, by default those of actions. */
export const annotationItems = (account: AccountState, target?: Annotated): readonly MenuCommand[] => [
  { title: 'Tag…', shortcut: 'T', run: () => void annotate(account, 'tags', target) },
  { title: 'Note…', shortcut: 'N', run: () => void annotate(account, 'note', target) },
];

/** Menu items that tag or note a row, or the selection if it has the row. */
export const annotationItemsOfRow = (account: AccountState, list: AnnotatedList, id: string): readonly MenuCommand[] =>
  annotationItems(
    account,
    account.selected[list].has(id) ? undefined : { rows: { list, kind: 'ids', ids: [id] }, title: countRows(list, 1) },
  );

/**
 * By the rule of `choosePointed`; in the list of services, services.
 *
 * @throws FailureError `invalid-input` without a row; of `findTarget`
 */
async function findAnnotated(account: AccountState): Promise<Annotated> {
  const choice = pointedTarget(account);
  // A proxy user has none, and its proxies are not meant.
  if (!isTarget(choice) || views[account.app.view].scope === 'proxy_users') throw fail('invalid-input', noRow.reason);
  const { rows } = choice;
  if (rows.list === 'services')
    return {
      rows,
      title: countRows('services', rows.kind === 'ids' ? rows.ids.length : account.selected.services.count),
    };
  const { count } = await findTarget(account, choice);
  return { rows, title: countRows('proxies', count ?? 0) };
}

const countRows = (list: AnnotatedList, count: number): string =>
  list === 'proxies' ? countOf(count, 'proxy', 'proxies') : countOf(count, 'service');

/** Watches annotations of rows; call it in set-up. */
export function watchAnnotations(account: AccountState, rows: () => Rows): { readonly value: Annotations | null } {
  return watchDetail(
    () => ask('annotations:of', { accountId: account.id, rows: rows() }),
    account.app.toasts.notifyFailure,
  );
}
