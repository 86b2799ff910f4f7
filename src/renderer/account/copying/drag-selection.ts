import type { ExportOutcome, ExportRequest } from '../../../shared/export.ts';
import type { Desk } from '../desk.svelte.ts';
import { countOf } from '../../format/format-number.ts';
import { describeLeftOut } from './copy-as.ts';
import { dragOut } from './drag-out.ts';
import type { RecentCopy } from './recent-copies.svelte.ts';

/**
 * Lets the chosen proxies be dragged out of their table as files, exported as the last
 * time. What is dragged is the whole selection, so a drag begins on a row of it.
 */
export function dragSelection(desk: Desk): (element: HTMLElement) => () => void {
  return dragOut(
    (event) => (isOnChosenRow(event) ? requestOf(desk) : null),
    desk.notices.sayFailure,
    (outcome) => {
      desk.notices.say(describeDragged(outcome));
    },
  );
}

/** What a drag of the selection would be, as a hint. */
export function describeDrag(desk: Desk): string {
  const last = lastExport(desk);
  return `Chosen rows can be dragged into a folder or a program${last ? `: ${last.label}` : ''}`;
}

const isOnChosenRow = ({ clientX, clientY }: DragEvent): boolean =>
  document.elementFromPoint(clientX, clientY)?.closest('[role="row"]')?.ariaSelected === 'true';

/** For whom and in which form proxies were exported last; null: nothing is guessed. */
function lastExport({ recentCopies, presets }: Desk): RecentCopy | null {
  const [recent] = recentCopies.all;
  if (recent) return recent;
  const { next } = presets;
  return next?.choices ? { label: next.name, choices: next.choices } : null;
}

function requestOf(desk: Desk): ExportRequest | null {
  const accountId = desk.account?.id;
  const last = lastExport(desk);
  if (accountId === undefined) return null;
  if (last) return { ...last.choices, accountId, proxies: desk.selected.proxies.asRequest };
  desk.notices.say('Export or copy proxies once: rows are dragged out in the form used last.', {
    title: 'Export…',
    run() {
      desk.dialog = { kind: 'export', scope: 'selection' };
    },
  });
  return null;
}

function describeDragged(outcome: ExportOutcome): string {
  const { writtenCount, fileCount, fileName } = outcome;
  const files = fileCount > 1 ? countOf(fileCount, 'file') : (fileName ?? 'a file');
  return `Dragged ${countOf(writtenCount, 'proxy', 'proxies')} as ${files}.${describeLeftOut(outcome)}`;
}
