import type { ChangeRow } from '../../shared/records/change.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { MenuCommand } from '../kit/menu/menu-item.ts';

export function changeActions(account: AccountState, row: ChangeRow): readonly MenuCommand[] {
  const { record_id: id, list, kind, service_adjustment_id: adjustmentId } = row;
  const adjustment: readonly MenuCommand[] =
    adjustmentId === null
      ? []
      : [
          {
            title: `Show adjustment ${adjustmentId}`,
            run() {
              account.app.dialog = { kind: 'adjustment', id: adjustmentId };
            },
          },
        ];
  if (id === null || kind === 'removed') return adjustment;
  return [...showRow(account, list, id), ...removeMoved(account, id, row), ...adjustment];
}

/** Undoable edits; the replaced proxy keeps its own. */
function removeMoved(
  { tags }: AccountState,
  id: string,
  { movedAnnotations: moved, tags: present, hasNote }: ChangeRow,
): readonly MenuCommand[] {
  const rows = { kind: 'ids', ids: [id] } as const;
  const movedTags = (moved?.tags ?? []).filter((tag) => present?.includes(tag) === true);
  return [
    ...(movedTags.length === 0
      ? []
      : [
          {
            title: 'Remove the moved tags',
            run: () => void tags.change(rows, { add: [], remove: movedTags }),
          },
        ]),
    ...(moved?.hasNote === true && hasNote
      ? [{ title: 'Remove the moved note', run: () => void tags.note(rows, null) }]
      : []),
  ];
}

function showRow(account: AccountState, list: string | null, id: string): readonly MenuCommand[] {
  const show = (title: string, run: () => void): readonly MenuCommand[] => [{ title, run }];
  switch (list) {
    case 'proxies':
      return show('Show the proxy', () => {
        account.showProxy(id);
      });
    case 'services':
      return show('Show the service', () => {
        account.showService(id);
      });
    case 'proxy_users':
    case 'residential_ledger':
      return show(list === 'proxy_users' ? 'Show the proxy user' : 'Show the ledger entry', () => {
        account.showList(list);
        account.lists[list].filter(formatTerm('id', [id]));
      });
    default:
      return [];
  }
}
