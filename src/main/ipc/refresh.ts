import type { JsonObject } from '../../shared/json.ts';
import { leaveOutSecrets } from '../../shared/records/secret-field.ts';
import type { MainList } from '../../shared/sync.ts';
import type { Emit } from '../ports.ts';
import { checkAccess } from '../exports/access/check-access.ts';
import type { Session } from '../accounts/sessions.ts';
import { editService } from '../sync/edit-service.ts';
import { refreshRow } from '../sync/refresh-row.ts';
import type { Call, Handlers } from './handlers.ts';

/** Requests that fetch records of the lists from the service, and that change services. */
export function refreshHandlers(parts: {
  session: (accountId: string) => Session;
  emit: Emit;
}): Pick<
  Handlers,
  'proxies:retrieve' | 'services:retrieve' | 'users:retrieve' | 'services:edit' | 'access:check'
> {
  const { session, emit } = parts;
  const refresh = async (
    accountId: string,
    list: MainList,
    id: string,
    call: Call | undefined,
  ): Promise<JsonObject> => {
    const { store, client } = session(accountId);
    const record = await refreshRow({ client: await client(), store }, list, id, call);
    emit('store:changed', { accountId, resources: [list] });
    return leaveOutSecrets(record);
  };
  return {
    'proxies:retrieve': ({ accountId, id }, call) => refresh(accountId, 'proxies', id, call),
    'services:retrieve': ({ accountId, id }, call) => refresh(accountId, 'services', id, call),
    'users:retrieve': ({ accountId, id }, call) => refresh(accountId, 'proxy_users', id, call),
    'services:edit': async ({ accountId, id, changes }) => {
      const { store, client } = session(accountId);
      try {
        return await editService({ client: await client(), store }, id, changes);
      } finally {
        // The service was fetched again, even if the outcome is unknown.
        emit('store:changed', { accountId, resources: ['services'] });
      }
    },
    'access:check': async ({ accountId, proxies }, call) => {
      const { workers, client } = session(accountId);
      const cached = await workers.call('access:cached', proxies, call);
      return checkAccess(await client(), cached, call);
    },
  };
}
