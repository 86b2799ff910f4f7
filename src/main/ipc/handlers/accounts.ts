import { checkBaseUrl, readProfile } from '../../../shared/account.ts';
import { fail } from '../../../shared/failure.ts';
import { checkKeys } from '../../accounts/accounts.ts';
import { checkProfile } from '../../api/retrieve.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Size of the demo account when none is asked for. */
const defaultDemoProxyCount = 250;

/** Requests about accounts; the private key comes in and never goes out. */
export function accountHandlers(parts: HandlerParts): HandlersOf<'accounts'> {
  const { accounts, places, sessions, engine, gateways, desktop } = parts;
  const { stopWork, emit, schedule } = parts;
  const changed = <T>(value: T): T => {
    emit('accounts:changed', null);
    schedule.recheck();
    return value;
  };
  return {
    'accounts:list': () =>
      accounts.list().map((account) => {
        const place = places.read(account.id);
        return { ...account, ...(place && { place }) };
      }),
    'accounts:overview': async (_args, call) =>
      Promise.all(
        accounts.list().map(async ({ id, name }) => {
          const { store, workers } = sessions.get(accounts.byId(id));
          const count = (where: string) => workers.call('list:count', { accountId: id, list: 'proxies', where }, call);
          const [failing, tested] = await Promise.all([count('last:fails'), count('-last:never')]);
          const { counts, lastCompletedAt, lastProblem } = engine.state(id, store);
          return {
            id,
            name,
            proxyCount: counts.proxies,
            failingCount: Number(tested) === 0 ? null : Number(failing),
            serviceCount: counts.services,
            userCount: counts.proxy_users,
            lastCompletedAt,
            problem: lastProblem?.message ?? null,
          };
        }),
      ),
    'accounts:add': async (account) => changed(await accounts.add(account)),
    'accounts:add-demo': ({ proxyCount }) => changed(accounts.addDemo(proxyCount ?? defaultDemoProxyCount)),
    'accounts:select': ({ accountId }) => {
      accounts.select(accountId);
      return changed(null);
    },
    'accounts:set-keys': async ({ accountId, baseUrl, publicKey, privateKey, keysInMemory }) => {
      await accounts.setKeys(accountId, baseUrl, { publicKey, privateKey }, keysInMemory === true);
      const account = accounts.byId(accountId);
      // A sync with the old keys would fail without its client, after the user acted.
      const wasServing = gateways.isOn(accountId);
      await stopWork(accountId);
      await sessions.get(account).renewKeys(account);
      if (wasServing) await gateways.turnOn(accountId);
      schedule.userActed(accountId);
      return changed(null);
    },
    'accounts:check': async ({ accountId }, call) => {
      const client = await sessions.get(accounts.byId(accountId)).client();
      return readProfile(await checkProfile(client, call));
    },
    'accounts:try': async ({ baseUrl, publicKey, privateKey }, call) => {
      const checked = checkBaseUrl(baseUrl);
      if ('problem' in checked) throw fail('invalid-input', checked.problem);
      const { createClient } = await import('../../api/http/client.ts');
      const client = createClient({
        baseUrl: checked.baseUrl,
        ...checkKeys({ publicKey, privateKey }),
      });
      try {
        return readProfile(await checkProfile(client, call));
      } finally {
        await client.close();
      }
    },
    'accounts:set-aside': ({ accountId }) => sessions.get(accounts.byId(accountId)).setAside,
    'accounts:restart': ({ accountId }) => {
      sessions.get(accounts.byId(accountId)).store.checkAtNextStart();
      desktop.restart?.();
      return null;
    },
    'accounts:put-place': ({ accountId, place }) => {
      places.write(accounts.byId(accountId).id, place);
      return null;
    },
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
