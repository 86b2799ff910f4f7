import type { ExportOutcome, ExportRequest } from '../../../shared/export.ts';
import { ask, listen } from '../../bridge.ts';
import type { AccountState } from '../account-state.svelte.ts';
import type { Target } from '../action-target.ts';
import { findTarget, openOnTarget } from '../find-target.ts';
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
  account: AccountState,
  request: ExportRequest,
  label: string,
  signal: AbortSignal,
): Promise<string> {
  const outcome = await ask('exports:copy', request, signal);
  void account.recentCopies.add(request, label);
  const seconds = account.app.settings.clipboardClearSeconds;
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

/** The last copies, to be made of a target, and the way to any other. */
export function copyAsItems(account: AccountState, target: Target): readonly MenuItem[] {
  return [
    ...account.recentCopies.all.map((copy) => ({
      title: `Copy as ${copy.label}`,
      run: () => void copyAgain(account, copy, target),
    })),
    {
      title: 'Copy as…',
      run: () => void openOnTarget(account, { kind: 'export', goal: 'copy' }, target),
    },
  ];
}

async function copyAgain(
  account: AccountState,
  { choices, label }: RecentCopy,
  target: Target,
): Promise<void> {
  const found = await account.app.toasts.attempt(() => findTarget(account, target));
  if (found === undefined) return;
  const { id: accountId } = account;
  const request = { ...choices, accountId, proxies: found.proxies };
  const controller = new AbortController();
  const shown = account.app.toasts.progress('Copying proxies…', () => {
    controller.abort();
  });
  const stopListening = listen('exports:progress', (progress) => {
    if (progress.accountId === accountId) shown.update(null);
  });
  const said = await account.app.toasts.attempt(() =>
    copyAs(account, request, label, controller.signal),
  );
  stopListening();
  shown.close();
  if (said !== undefined) account.app.toasts.notify(said);
}
