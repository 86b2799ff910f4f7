import type { ExportOutcome, ExportRequest } from '../../../shared/export.ts';
import { ask, attempt, listen } from '../../bridge.ts';
import type { Desk } from '../desk.svelte.ts';
import { progressNotice } from '../../kit/toast/progress-toast.ts';
import { countOf } from '../../format/format-number.ts';
import type { MenuItem } from '../../kit/menu/menu-item.ts';
import type { RecentCopy } from './recent-copies.svelte.ts';

/** A sentence on what is not in an export, with a space in front; '' where all is. */
export function describeLeftOut({ leftOut }: ExportOutcome): string {
  const count = leftOut.reduce((sum, reason) => sum + reason.count, 0);
  return count === 0 ? '' : ` ${countOf(count, 'proxy was', 'proxies were')} left out.`;
}

/**
 * Copies proxies in a format and remembers how.
 *
 * @returns how many were copied and left out, in words
 * @throws FailureError those of the request
 */
export async function copyAs(
  desk: Desk,
  request: ExportRequest,
  label: string,
  signal: AbortSignal,
): Promise<string> {
  const outcome = await ask('exports:copy', request, signal);
  void desk.recentCopies.note(request, label);
  const seconds = desk.settings.clipboardClearSeconds;
  const cleared =
    seconds > 0 ? ` The clipboard is cleared after ${countOf(seconds, 'second')}.` : '';
  return `Copied ${countOf(outcome.writtenCount, 'proxy', 'proxies')}.${describeLeftOut(outcome)}${cleared}`;
}

/** What a copy is called: its format, for whom, and what is not the usual. */
export function labelCopy(formatLabel: string, request: ExportRequest): string {
  const { proxyUserId, protocol, ip, options = {} } = request;
  const isSpecial = Object.values(options).some((value) => value !== undefined);
  return [
    `${formatLabel} for ${proxyUserId}`,
    ...(protocol === 'socks5' ? ['SOCKS5'] : []),
    ...(ip === '6' ? ['IPv6'] : []),
    ...(isSpecial ? ['with options'] : []),
  ].join(', ');
}

/** Copies of the selection as they were made lately, and the way to any other. */
export function copyAsItems(desk: Desk): readonly MenuItem[] {
  return [
    ...desk.recentCopies.all.map((copy) => ({
      title: `Copy as ${copy.label}`,
      run: () => void copyAgain(desk, copy),
    })),
    {
      title: 'Copy as…',
      run() {
        desk.dialog = { kind: 'export', scope: 'selection', goal: 'copy' };
      },
    },
  ];
}

async function copyAgain(desk: Desk, { choices, label }: RecentCopy): Promise<void> {
  const accountId = desk.account?.id;
  if (accountId === undefined) return;
  const request = { ...choices, accountId, proxies: desk.selected.proxies.asRequest };
  const controller = new AbortController();
  const shown = progressNotice(desk.notices, 'Copying proxies…', () => {
    controller.abort();
  });
  const stopListening = listen('exports:progress', (progress) => {
    if (progress.accountId === accountId) shown.tell(null);
  });
  const said = await attempt(
    () => copyAs(desk, request, label, controller.signal),
    desk.notices.sayFailure,
  );
  stopListening();
  shown.end();
  if (said !== undefined) desk.notices.say(said);
}
