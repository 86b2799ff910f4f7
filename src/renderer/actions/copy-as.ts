import type { ExportProtocol, ExportRequest } from '../../shared/exports/export.ts';
import { ask } from '../bridge.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { isTarget, type Choice } from './target.ts';
import { findTarget, openOnTarget, pointedTarget, presentOrder, presentTarget } from './find-target.ts';
import { labelShortcut } from '../kit/shortcut.ts';
import type { MenuLine } from '../kit/menu/menu-item.ts';
import type { RecentCopy, RecentFile } from '../account/exports.svelte.ts';
import { runExport } from './run-export.ts';

const nameUser = (proxyUserId: string | null): string => proxyUserId ?? 'default users';

/** User first, which stays visible when cut, then format and unusual options. */
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

/** Drops conditions, which nobody sees when copying a row by key. */
export function withoutConditions({ label, choices }: RecentCopy): RecentCopy {
  const { aliveWithinHours, perCountry, proxiesPerFile, ...options } = choices.options ?? {};
  const isNarrow = [aliveWithinHours, perCountry, proxiesPerFile].some((one) => one !== undefined);
  return isNarrow
    ? { label: label.replace(', with options', ''), choices: { ...choices, options } }
    : { label, choices };
}

const commonForms = [
  ['user:pass@host:port', 'user:pass@host:port', 'http'],
  ['host:port:user:pass', 'host:port:user:pass', 'http'],
  ['host:port', 'host:port', 'http'],
  ['http', 'http:// URL', 'http'],
  ['socks5', 'socks5:// URL', 'socks5'],
  ['curl', 'curl', 'http'],
] as const;

/** Commands of the palette. */
export const copyForms = (account: AccountState) =>
  commonForms.map(([format, form, protocol]) => ({
    form,
    run: () => void copyForm(account, { format, form, protocol }, pointedTarget(account)),
  }));

/** Menu of common forms, earlier copies and the dialog. */
export function copyAsItems(account: AccountState, target: Choice, maxRecent = Infinity): readonly MenuLine[] {
  const userId = isTarget(target) ? target.userId : null;
  const recent = account.recentCopies.all.slice(0, maxRecent).map((copy) => {
    const { label, choices } = withoutConditions(copy);
    const named = userId === null ? label : label.replace(nameUser(choices.proxyUserId), userId);
    return { label: named, choices };
  });
  // Common forms are for the first named user.
  const usualId = account.namedUsers[0]?.proxy_user_id ?? null;
  /** Already offered. */
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

/** Repeats the last copy, the first time `user:pass@host:port`. */
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

export async function saveAsLastTime(account: AccountState): Promise<void> {
  const [last] = account.recentCopies.all;
  if (last === undefined) return;
  const request = await requestFor(account, last.choices, presentTarget(account));
  if (request !== undefined) await runExport(account, request, { to: 'file' });
}

export async function saveAgain(account: AccountState, { choices }: RecentFile): Promise<void> {
  if (choices !== null) await runExport(account, { ...choices, accountId: account.id }, { to: 'file' });
}

async function copyForm(
  account: AccountState,
  { format, form, protocol }: { format: string; form: string; protocol: ExportProtocol },
  target: Choice,
): Promise<void> {
  const choices = { proxyUserId: undefined, format, protocol, ip: 'any' } as const;
  const request = await requestFor(account, choices, target);
  if (request !== undefined) await runExport(account, request, { to: 'clipboard', label: labelCopy(form, request) });
}

async function copyAgain(account: AccountState, { choices, label }: RecentCopy, target: Choice): Promise<void> {
  const request = await requestFor(account, choices, target);
  if (request === undefined) return;
  const name = label.replace(nameUser(choices.proxyUserId), nameUser(request.proxyUserId));
  await runExport(account, request, { to: 'clipboard', label: name });
}

/**
 * Makes the request for a target and its user; undefined: not found, with a toast.
 *
 * @param choices without a user: for the default one
 */
async function requestFor(
  account: AccountState,
  choices: Omit<RecentCopy['choices'], 'proxyUserId'> & { readonly proxyUserId: string | null | undefined },
  target: Choice,
): Promise<ExportRequest | undefined> {
  return account.app.toasts.attempt(async () => {
    const { rows: proxies, userId } = await findTarget(account, target);
    const { proxyUserId = await findDefaultUser(account) } = choices;
    return {
      ...choices,
      accountId: account.id,
      proxies,
      sort: presentOrder(account),
      proxyUserId: userId ?? proxyUserId,
    };
  });
}

/** Null: no proxy user; each proxy's default user is used. */
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
