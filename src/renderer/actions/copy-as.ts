import type { ExportOutcome, ExportProtocol, ExportRequest } from '../../shared/exports/export.ts';
import { fail } from '../../shared/failure.ts';
import { ask } from '../bridge.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { isTarget, type Choice } from './target.ts';
import { findTarget, openOnTarget, pointedTarget, presentOrder, presentTarget } from './find-target.ts';
import { countOf } from '../format/format-number.ts';
import { labelShortcut } from '../kit/shortcut.ts';
import type { MenuLine } from '../kit/menu/menu-item.ts';
import { describeClearing } from './copy-secret.ts';
import { runExport, savedActions, type RecentCopy, type RecentFile } from '../account/exports.svelte.ts';

/** A sentence on what is not in an export, with a space in front; '' where all is. */
export function describeSkipped({ skipped }: ExportOutcome): string {
  const count = skipped.reduce((sum, reason) => sum + reason.count, 0);
  return count === 0 ? '' : ` ${countOf(count, 'proxy was', 'proxies were')} skipped.`;
}

/** What an export wrote: `12 proxies`, `one entry that rotates`. */
export const describeWritten = ({ gatewayRuleId }: ExportRequest, { writtenCount }: ExportOutcome): string =>
  gatewayRuleId === undefined ? countOf(writtenCount, 'proxy', 'proxies') : 'one entry that rotates';

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
  if (outcome.writtenCount === 0) {
    throw fail(
      'not-found',
      ['Nothing was copied, and the clipboard is unchanged.', ...outcome.skipped.map(({ message }) => message)].join(
        ' ',
      ),
    );
  }
  void account.recentCopies.add(request, label);
  const cleared = describeClearing(account.app.settings);
  return `Copied ${describeWritten(request, outcome)}.${describeSkipped(outcome)}${cleared}`;
}

const nameUser = (proxyUserId: string | null): string => proxyUserId ?? 'default users';

/** What a copy is called: for whom, which stays visible if the rest is cut, its format, and what is not the usual. */
export function labelCopy(formatLabel: string, request: RecentCopy['choices']): string {
  const { proxyUserId, protocol, ip, options = {} } = request;
  const isSpecial = Object.values(options).some((value) => value !== undefined);
  return [
    `${nameUser(proxyUserId)} as ${formatLabel}`,
    ...(protocol === 'socks5' ? ['SOCKS5'] : []),
    ...(ip === 'any' ? [] : [`IPv${ip}`]),
    ...(isSpecial ? ['with options'] : []),
  ].join(', ');
}

/**
 * An earlier copy without the conditions that narrowed it: a person who copies a row by key sees none of them, and
 * means that row.
 */
export function withoutConditions({ label, choices }: RecentCopy): RecentCopy {
  const { aliveWithinHours, perCountry, proxiesPerFile, ...options } = choices.options ?? {};
  const isNarrow = [aliveWithinHours, perCountry, proxiesPerFile].some((one) => one !== undefined);
  return isNarrow
    ? { label: label.replace(', with options', ''), choices: { ...choices, options } }
    : { label, choices };
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

/** Copies the selection or the current row in one of the common forms, as commands of the palette. */
export const copyForms = (account: AccountState) =>
  commonForms.map(([format, form, protocol]) => ({
    form,
    run: () => void copyForm(account, { format, form, protocol }, pointedTarget(account)),
  }));

/** How to copy a target: in one of the common forms, as copied before, or by the dialog. */
export function copyAsItems(account: AccountState, target: Choice, mostRecent = Infinity): readonly MenuLine[] {
  const userId = isTarget(target) ? target.userId : null;
  const recent = account.recentCopies.all.slice(0, mostRecent).map((copy) => {
    const { label, choices } = withoutConditions(copy);
    const named = userId === null ? label : label.replace(nameUser(choices.proxyUserId), userId);
    return { label: named, choices };
  });
  // The first named user is the one that a common form is for.
  const usualId = account.namedUsers[0]?.proxy_user_id ?? null;
  /** Whether an earlier copy is one of the common forms, which is offered already. */
  const isCommon = ({ choices }: RecentCopy, [format, , protocol]: (typeof commonForms)[number]) =>
    choices.format === format &&
    choices.protocol === protocol &&
    choices.ip === 'any' &&
    Object.values(choices.options ?? {}).every((value) => value === undefined) &&
    (userId !== null || choices.proxyUserId === usualId);
  const asLastTime = (copy: RecentCopy | undefined) =>
    copy !== undefined && copy === recent[0] && { shortcut: labelShortcut('Mod+Shift+C') };
  return [
    ...commonForms.map((common) => {
      const [format, form, protocol] = common;
      return {
        title: `Copy as ${form}`,
        ...asLastTime(recent.find((copy) => isCommon(copy, common))),
        run: () => void copyForm(account, { format, form, protocol }, target),
      };
    }),
    ...recent
      .filter((copy) => !commonForms.some((common) => isCommon(copy, common)))
      .map((copy) => ({
        title: `Copy for ${copy.label}`,
        ...asLastTime(copy),
        run: () => void copyAgain(account, copy, target),
      })),
    {
      title: 'Copy as…',
      run: () => void openOnTarget(account, { kind: 'export', goal: 'copy' }, target),
    },
  ];
}

/** Copies the selection or the current row as the last time; the first time as `user:pass@host:port`. */
export async function copyAsLastTime(account: AccountState): Promise<void> {
  const [last] = account.recentCopies.all;
  const target = pointedTarget(account);
  if (!isTarget(target)) account.app.toasts.inform(target.reason);
  else if (last !== undefined) await copyAgain(account, withoutConditions(last), target);
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
  await saveFile(account, () => requestFor(account, last.choices, target));
}

/** Saves a file with the choices of an earlier one; main asks for the file. */
export async function saveAgain(account: AccountState, { choices }: RecentFile): Promise<void> {
  if (choices !== null) await saveFile(account, () => Promise.resolve({ ...choices, accountId: account.id }));
}

async function saveFile(account: AccountState, makeRequest: () => Promise<ExportRequest>): Promise<void> {
  const { toasts } = account.app;
  const saved = await runExport(toasts, account.id, 'Saving proxies…', async (signal) => {
    const request = await makeRequest();
    return { request, outcome: await ask('exports:save', request, signal) };
  });
  if (saved === undefined || saved.outcome === null) return;
  const { request, outcome } = saved;
  void account.recentFiles.add(request, outcome);
  const count = countOf(outcome.writtenCount, 'proxy', 'proxies');
  toasts.notify(
    `Saved ${count} to ${outcome.fileName ?? 'the file'}.${describeSkipped(outcome)}`,
    ...savedActions(toasts, outcome),
  );
}

async function copyForm(
  account: AccountState,
  { format, form, protocol }: { format: string; form: string; protocol: ExportProtocol },
  target: Choice,
): Promise<void> {
  await runCopy(account, async (signal) => {
    const proxyUserId = await findDefaultUser(account);
    const choices = { proxyUserId, format, protocol, ip: 'any' } as const;
    const request = await requestFor(account, choices, target);
    return copyAs(account, request, labelCopy(form, request), signal);
  });
}

async function copyAgain(account: AccountState, { choices, label }: RecentCopy, target: Choice): Promise<void> {
  await runCopy(account, async (signal) => {
    const request = await requestFor(account, choices, target);
    const name = label.replace(nameUser(choices.proxyUserId), nameUser(request.proxyUserId));
    return copyAs(account, request, name, signal);
  });
}

/** The request of earlier choices for a target, and for its proxy user if it has one. */
async function requestFor(
  account: AccountState,
  choices: RecentCopy['choices'],
  target: Choice,
): Promise<ExportRequest> {
  const { rows: proxies, userId } = await findTarget(account, target);
  return {
    ...choices,
    accountId: account.id,
    proxies,
    sort: presentOrder(account),
    proxyUserId: userId ?? choices.proxyUserId,
  };
}

/** Null: the account has no proxy user, so that each proxy's default user is used. */
async function findDefaultUser({ id: accountId }: AccountState): Promise<string | null> {
  const [user] = await ask('list:rows', {
    list: 'proxy_users',
    accountId,
    where: '-deleted:yes',
    sort: [{ field: 'proxy_user_is_default', isDescending: true }],
    offset: 0,
    limit: 1,
  });
  return user?.proxy_user_id ?? null;
}

async function runCopy(
  { app: { toasts }, id }: AccountState,
  work: (signal: AbortSignal) => Promise<string>,
): Promise<void> {
  const message = await runExport(toasts, id, 'Copying proxies…', work);
  if (message !== undefined) toasts.notify(message);
}
