import { formatTerm } from '../../../shared/filter/query-edit.ts';
import type { NoticeTarget } from '../../../shared/notifications.ts';
import type { AppState } from '../../account/app-state.svelte.ts';
import { ask } from '../../bridge.ts';
import { attempt } from '../../kit/async/attempt.ts';
import { command, type Command } from './command.ts';

const mostRecords = 3;
const mostAccounts = 10;
/** Shorter texts are in too many records. */
const shortestText = 3;

/**
 * Finds services, proxies and proxy users of the accounts that are not open.
 *
 * @param open shows a record in its account
 */
export async function findElsewhere(
  app: AppState,
  text: string,
  open: (accountId: string, target: NoticeTarget) => void,
): Promise<readonly Command[]> {
  if (text.length < shortestText) return [];
  const others = app.accounts.filter(({ id }) => id !== app.accountId).slice(0, mostAccounts);
  const found = await Promise.all(
    others.map(async ({ id: accountId, name }) => {
      const where = formatTerm(null, [text]);
      const request = { accountId, where, sort: [], offset: 0, limit: mostRecords };
      const none = (): readonly never[] => [];
      const [services = [], proxies = [], users = []] = await Promise.all([
        attempt(() => ask('list:rows', { list: 'services', ...request }), none),
        attempt(() => ask('list:rows', { list: 'proxies', ...request }), none),
        attempt(() => ask('list:rows', { list: 'proxy_users', ...request }), none),
      ]);
      const record = (
        view: NoticeTarget['view'],
        icon: 'services' | 'proxies' | 'users',
        id: string,
        title: string,
      ): Command =>
        command({
          id: `elsewhere:${accountId}:${view}:${id}`,
          title,
          group: 'Other accounts',
          icon,
          note: name,
          run: () => {
            open(accountId, { view, filter: formatTerm('id', [id]) });
          },
        });
      return [
        ...services.map(({ service_id: id, service_name: title }) =>
          record('services', 'services', id, title ?? id),
        ),
        ...proxies.map(({ proxy_id: id, proxy_ip_address: address }) =>
          record('proxies', 'proxies', id, address ?? id),
        ),
        ...users.map(({ proxy_user_id: id }) => record('users', 'users', id, id)),
      ];
    }),
  );
  return found.flat();
}
