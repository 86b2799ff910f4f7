import type { ExportOutcome, ExportRequest } from '../../shared/exports/export.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { countOf } from '../format/format-number.ts';
import { openOnTarget, presentOrder } from './find-target.ts';
import { describeSkipped } from './copy-as.ts';
import { dragOut } from './drag-out.ts';
import type { RecentCopy } from '../account/saved/recent-copies.ts';

/**
 * Lets the chosen proxies be dragged out of their table as files, exported as the last
 * time. What is dragged is the whole selection, so a drag begins on a row of it.
 */
export function dragSelection(account: AccountState): (element: HTMLElement) => () => void {
  return dragOut(
    (event) => (isOnChosenRow(event) ? requestOf(account) : null),
    account.app.toasts.notifyFailure,
    (outcome) => {
      account.app.toasts.notify(describeDragged(outcome));
    },
  );
}

/** What a drag of the selection would be, as a hint. */
export function describeDrag(account: AccountState): string {
  const last = lastExport(account);
  return `Chosen rows can be dragged into a folder or a program${last ? `: ${last.label}` : ''}`;
}

const isOnChosenRow = ({ clientX, clientY }: DragEvent): boolean =>
  document.elementFromPoint(clientX, clientY)?.closest('[role="row"]')?.ariaSelected === 'true';

/** For whom and in which form proxies were exported last; null: nothing is guessed. */
function lastExport({ recentCopies, presets }: AccountState): RecentCopy | null {
  const [recent] = recentCopies.all;
  if (recent) return recent;
  const { next } = presets;
  return next?.choices ? { label: next.name, choices: next.choices } : null;
}

function requestOf(account: AccountState): ExportRequest | null {
  const { id: accountId } = account;
  const last = lastExport(account);
  if (last) {
    const proxies = account.selected.proxies.asRows;
    return { ...last.choices, accountId, proxies, sort: presentOrder(account) };
  }
  account.app.toasts.inform(
    'Export or copy proxies once: rows are dragged out in the form used last.',
    {
      title: 'Export…',
      run: () => void openOnTarget(account, { kind: 'export' }),
    },
  );
  return null;
}

/** What was made for a drag; the window does not learn whether it was dropped anywhere. */
export function describeDragged(outcome: ExportOutcome): string {
  const { writtenCount, fileCount, fileName } = outcome;
  const files = fileCount > 1 ? countOf(fileCount, 'file') : (fileName ?? 'a file');
  const rows = countOf(writtenCount, 'proxy', 'proxies');
  return `Prepared ${rows} for dragging as ${files}.${describeSkipped(outcome)}`;
}
