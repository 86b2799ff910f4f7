import type {
  ExportOutcome,
  ExportProtocol,
  ExportRequest,
} from '../../../shared/exports/export.ts';
import { fail } from '../../../shared/failure.ts';
import { ask } from '../../bridge.ts';
import type { AccountState } from '../account-state.svelte.ts';
import type { Target } from '../action-target.ts';
import { findTarget, openOnTarget, presentTarget } from '../find-target.ts';
import { countOf } from '../../format/format-number.ts';
import { labelShortcut } from '../../kit/shortcut.ts';
import type { MenuItem } from '../../kit/menu/menu-item.ts';
import { describeClearing } from './copy-secret.ts';
import { runExport } from './run-export.ts';
import { savedActions } from './saved-actions.ts';
import type { RecentCopy } from './recent-copies.ts';

/** A sentence on what is not in an export, with a space in front; '' where all is. */
export function describeSkipped({ skipped }: ExportOutcome): string {
  const count = skipped.reduce((sum, reason) => sum + reason.count, 0);
  return count === 0 ? '' : ` ${countOf(count, 'proxy was', 'proxies were')} skipped.`;
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
  const cleared = describeClearing(account.app.settings);
  return `Copied ${countOf(outcome.writtenCount, 'proxy', 'proxies')}.${describeSkipped(outcome)}${cleared}`;
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

/** The forms that most tools read. */
const commonForms = [
  ['user:pass@host:port', 'user:pass@host:port', 'http'],
  ['host:port:user:pass', 'host:port:user:pass', 'http'],
  ['host:port', 'host:port', 'http'],
  ['http', 'http:// URL', 'http'],
  ['socks5', 'socks5:// URL', 'socks5'],
  ['curl', 'curl', 'http'],
] as const;

/** How to copy a target: in one of the common forms, as copied before, or by the dialog. */
export function copyAsItems(
  account: AccountState,
  target: Target,
  mostRecent = Infinity,
): readonly MenuItem[] {
  const recent = account.recentCopies.all.slice(0, mostRecent);
  return [
    ...commonForms.map(([format, form, protocol]) => ({
      title: `Copy as ${form}`,
      run: () => void copyForm(account, { format, form, protocol }, target),
    })),
    ...recent.map((copy, step) => ({
      title: `Copy as ${copy.label}`,
      ...(step === 0 && {
        shortcut: labelShortcut('Mod+Shift+C'),
      }),
      run: () => void copyAgain(account, copy, target),
    })),
    {
      title: 'Copy as…',
      run: () => void openOnTarget(account, { kind: 'export', goal: 'copy' }, target),
    },
  ];
}

/** Copies what an action applies to as the last time; the first time as `user:pass@host:port`. */
export async function copyAsLastTime(account: AccountState): Promise<void> {
  const [last] = account.recentCopies.all;
  const target = presentTarget(account);
  if (last !== undefined) await copyAgain(account, last, target);
  else {
    const [format, form, protocol] = commonForms[0];
    await copyForm(account, { format, form, protocol }, target);
  }
}

/** Saves what an action applies to with the choices of the last export; main asks for the file. */
export async function saveAsLastTime(account: AccountState): Promise<void> {
  const [last] = account.recentCopies.all;
  if (last === undefined) return;
  const target = presentTarget(account);
  const { toasts } = account.app;
  const outcome = await runExport(toasts, account.id, 'Saving proxies…', async (signal) =>
    ask('exports:save', await requestFor(account, last.choices, target), signal),
  );
  if (outcome == null) return;
  const count = countOf(outcome.writtenCount, 'proxy', 'proxies');
  toasts.notify(
    `Saved ${count} to ${outcome.fileName ?? 'the file'}.${describeSkipped(outcome)}`,
    ...savedActions(toasts, outcome),
  );
}

async function copyForm(
  account: AccountState,
  { format, form, protocol }: { format: string; form: string; protocol: ExportProtocol },
  target: Target,
): Promise<void> {
  await runCopy(account, async (signal) => {
    const proxyUserId = await findDefaultUser(account);
    const choices = { proxyUserId, format, protocol, ip: '4' } as const;
    const request = await requestFor(account, choices, target);
    return copyAs(account, request, labelCopy(form, request), signal);
  });
}

async function copyAgain(
  account: AccountState,
  { choices, label }: RecentCopy,
  target: Target,
): Promise<void> {
  await runCopy(account, async (signal) => {
    const request = await requestFor(account, choices, target);
    const isSameUser = request.proxyUserId === choices.proxyUserId;
    const name = isSameUser ? label : label.replace(choices.proxyUserId, request.proxyUserId);
    return copyAs(account, request, name, signal);
  });
}

/** The request of earlier choices for a target, and for its proxy user if it has one. */
async function requestFor(
  account: AccountState,
  choices: RecentCopy['choices'],
  target: Target,
): Promise<ExportRequest> {
  const { proxies, userId } = await findTarget(account, target);
  return { ...choices, accountId: account.id, proxies, proxyUserId: userId ?? choices.proxyUserId };
}

/** @throws FailureError `not-found` if the account has no proxy user */
async function findDefaultUser({ id: accountId }: AccountState): Promise<string> {
  const [user] = await ask('users:list', {
    accountId,
    where: '-deleted:yes',
    sort: [{ field: 'proxy_user_is_default', isDescending: true }],
    offset: 0,
    limit: 1,
  });
  if (user === undefined) throw fail('not-found', 'The account has no proxy user. Sync first.');
  return user.proxy_user_id;
}

async function runCopy(
  { app: { toasts }, id }: AccountState,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<void> {
  const message = await runExport(toasts, id, 'Copying proxies…', work);
  if (message !== undefined) toasts.notify(message);
}
