import { checkBaseUrl, readProfile } from '../../shared/account.ts';
import { fail } from '../../shared/failure.ts';
import { checkKeys, type Accounts } from '../accounts/accounts.ts';
import { createClient } from '../api/http/client.ts';
import { retrieveCustomer } from '../api/customer.ts';
import type { Emit } from '../ports.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { SyncSchedule } from '../sync/schedule.ts';
import type { HandlersOf } from './handlers.ts';

/** Size of the demo account when none is asked for. */
const defaultDemoProxyCount = 250;

/** Requests about accounts; the private key comes in and never goes out. */
export function accountHandlers(parts: {
  accounts: Accounts;
  sessions: Sessions;
  /** Cancels the sync and the test runs of an account, and waits until they have ended. */
  stopWork: (accountId: string) => Promise<void>;
  emit: Emit;
  schedule: Pick<SyncSchedule, 'userActed' | 'recheck'>;
}): HandlersOf<'accounts'> {
  const { accounts, sessions, stopWork, emit, schedule } = parts;
  const changed = <T>(value: T): T => {
    emit('accounts:changed', null);
    schedule.recheck();
    return value;
  };
  return {
    'accounts:list': () => accounts.list(),
    'accounts:add': async (account) => changed(await accounts.add(account)),
    'accounts:add-demo': ({ proxyCount }) =>
      changed(accounts.addDemo(proxyCount ?? defaultDemoProxyCount)),
    'accounts:select': ({ accountId }) => {
      accounts.select(accountId);
      return changed(null);
    },
    'accounts:set-keys': async ({ accountId, baseUrl, publicKey, privateKey, keysInMemory }) => {
      await accounts.setKeys(accountId, baseUrl, { publicKey, privateKey }, keysInMemory === true);
      const account = accounts.byId(accountId);
      // A sync with the old keys would fail without its client, after the user acted.
      await stopWork(accountId);
      await sessions.get(account).renewKeys(account);
      schedule.userActed(accountId);
      return changed(null);
    },
    'accounts:check': async ({ accountId }, call) => {
      const client = await sessions.get(accounts.byId(accountId)).client();
      return readProfile(await retrieveCustomer(client, call));
    },
    'accounts:try': async ({ baseUrl, publicKey, privateKey }, call) => {
      const checked = checkBaseUrl(baseUrl);
      if ('problem' in checked) throw fail('invalid-input', checked.problem);
      const client = createClient({
        baseUrl: checked.baseUrl,
        ...checkKeys({ publicKey, privateKey }),
      });
      try {
        return readProfile(await retrieveCustomer(client, call));
      } finally {
        await client.close();
      }
    },
    'accounts:set-aside': ({ accountId }) => sessions.get(accounts.byId(accountId)).setAside,
    'accounts:remove': async ({ accountId }) => {
      await stopWork(accountId);
      try {
        await accounts.remove(accountId);
        return null;
      } finally {
        // An account whose files could not be deleted is hidden too.
        changed(null);
      }
    },
  };
}
