import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import { formatTerm } from '../../shared/query.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { targetOfUser } from '../account/action-target.ts';
import { ask } from '../bridge.ts';
import { attempt } from '../kit/async/attempt.ts';
import { copyPassword } from '../users/user-actions.ts';
import type { Command } from './commands.ts';

const mostRecords = 5;
/** Shorter texts are in too many records. */
const shortestText = 3;

/** The actions on a proxy user, for the palette. */
export function userCommands(account: AccountState, row: ProxyUserRow): readonly Command[] {
  const { app } = account;
  const { proxy_user_id: userId, accessibleProxyCount: count } = row;
  const of = (action: string, title: string, run: () => void): Command => ({
    id: `user:${userId}:${action}`,
    title,
    shortcut: null,
    isEnabled: true,
    group: 'Proxy user',
    run,
  });
  return [
    of('export', `Export for ${userId}`, () => {
      app.dialog = { kind: 'export', target: targetOfUser(userId, count) };
    }),
    of('copy-password', `Copy password of ${userId}`, () => {
      void copyPassword(account, userId);
    }),
    of('proxies', `Show proxies of ${userId}`, () => {
      account.showProxiesWith('user', userId);
    }),
  ];
}

/**
 * Finds services, proxies and proxy users that contain a text, as commands. A failed search
 * finds nothing: the palette stays usable.
 */
export async function findRecords(
  account: AccountState,
  text: string,
): Promise<readonly Command[]> {
  if (text.length < shortestText) return [];
  const where = formatTerm(null, [text]);
  const request = { accountId: account.id, where, sort: [], offset: 0, limit: mostRecords };
  const none = (): readonly never[] => [];
  const [users = [], services = [], proxies = []] = await Promise.all([
    attempt(() => ask('users:list', request), none),
    attempt(() => ask('services:list', request), none),
    attempt(() => ask('proxies:list', request), none),
  ]);
  return [
    ...users.flatMap((user) => userCommands(account, user)),
    ...services.map(({ service_id: id, ...service }) => ({
      id: `service:${id}`,
      title: `Show service ${service.service_name ?? id}`,
      shortcut: null,
      isEnabled: true,
      group: 'Service',
      run() {
        account.showService(id);
      },
    })),
    ...proxies.map(({ proxy_id: id, proxy_ip_address: ip }) => ({
      id: `proxy:${id}`,
      title: `Show proxy ${ip ?? id}`,
      shortcut: null,
      isEnabled: true,
      group: 'Proxy',
      run() {
        account.showProxiesWith('id', id);
      },
    })),
  ];
}
