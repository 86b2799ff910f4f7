import { checkBaseUrl, readProfile } from '../../../shared/account.ts';
import { fail, found } from '../../../shared/failure.ts';
import { checkKeys } from '../../accounts/accounts.ts';
import { checkProfile } from '../../api/retrieve.ts';
import type { HandlerParts, HandlersOf, Handlers } from './handlers.ts';
import { checkAccess } from '../../access/check-access.ts';
import { localDay } from '../../../shared/figures/days.ts';
import { findProblems, type Overview } from '../../../shared/figures/overview.ts';
import type { Settings } from '../../../shared/settings.ts';

/** Requests about accounts; the private key comes in and never goes out. */
export function accountHandlers(parts: HandlerParts): HandlersOf<'accounts'> {
  const { accounts, session, lastViews, engine, gateways, desktop } = parts;
  const { stopWork, emit, schedule } = parts;
  const changed = <T>(value: T): T => {
    emit('accounts:changed', null);
    schedule.recheck();
    return value;
  };
  return {
    'accounts:list': () =>
      accounts.list().map((account) => {
        const lastView = lastViews.read(account.id);
        return { ...account, ...(lastView && { lastView }) };
      }),
    'accounts:overview': async (_args, call) =>
      Promise.all(
        accounts.list().map(async ({ id, name }) => {
          const { store, workers } = session(id);
          const today = localDay(Date.now());
          const text = await workers.call('overview:get', { accountId: id, today }, call);
          // The thread has just written it.
          const overview = JSON.parse(text) as Overview;
          const { counts, lastCompletedAt, lastProblem } = engine.state(id, store);
          return {
            id,
            name,
            proxyCount: counts.proxies,
            failingCount: overview.tested === 0 ? null : overview.failing,
            problemCount: findProblems(overview, parts.registry.settings(), today).length,
            serviceCount: counts.services,
            userCount: counts.proxy_users,
            lastCompletedAt,
            problem: lastProblem?.message ?? null,
          };
        }),
      ),
    'accounts:add': async (account) => changed(await accounts.add(account)),
    'accounts:add-demo': async ({ proxyCount }) => {
      const account = accounts.addDemo(proxyCount ?? null);
      try {
        await session(account.id).writePast();
      } catch (error) {
        await accounts.remove(account.id);
        throw error;
      }
      return changed(account);
    },
    'accounts:select': ({ accountId }) => {
      accounts.select(accountId);
      return changed(null);
    },
    'accounts:set-keys': async ({ accountId, baseUrl, publicKey, privateKey, keysInMemory }) => {
      await accounts.setKeys(accountId, baseUrl, { publicKey, privateKey }, keysInMemory === true);
      const account = accounts.byId(accountId);
      // A sync with the old keys would lose its client.
      const wasServing = gateways.isOn(accountId);
      await stopWork(accountId);
      await session(accountId).renewKeys(account);
      if (wasServing) await gateways.turnOn(accountId);
      schedule.userActed(accountId);
      return changed(null);
    },
    'accounts:check': async ({ accountId }, call) => {
      const client = await session(accountId).client();
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
    'accounts:set-aside': ({ accountId }) => session(accountId).setAside,
    'accounts:restart': ({ accountId }) => {
      session(accountId).store.checkAtNextStart();
      desktop.restart?.();
      return null;
    },
    'accounts:put-last-view': ({ accountId, lastView }) => {
      lastViews.write(accounts.byId(accountId).id, lastView);
      return null;
    },
    'accounts:remove': async ({ accountId }) => {
      await stopWork(accountId);
      try {
        await accounts.remove(accountId);
        return null;
      } finally {
        // An account with undeletable files is hidden too.
        changed(null);
      }
    },
  };
}

export const accessHandlers = ({ session }: HandlerParts): HandlersOf<'access'> => ({
  'access:check': async ({ accountId, rows }, call) => {
    const { workers, client } = session(accountId);
    const cached = await workers.call('access:cached', rows, call);
    return checkAccess(await client(), cached, call);
  },
});

export function passwordHandlers(parts: HandlerParts): Pick<Handlers, 'passwords:reveal' | 'passwords:copy'> {
  const readPassword = async (accountId: string, id: string): Promise<string> => {
    const { store, unlock } = parts.session(accountId);
    await unlock();
    const password = found(store.proxy_users.credentials(id), 'proxy user').password;
    if (password !== null) return password;
    throw fail('not-found', `The password of "${id}" is not cached. Sync to fetch it.`);
  };
  const copySecret = (text: string): Promise<void> =>
    parts.desktop.copySecret(new Blob([text]), parts.registry.settings().clipboardClearSeconds);
  return {
    'passwords:reveal': ({ accountId, id }) => readPassword(accountId, id),
    'passwords:copy': async ({ accountId, id, withUser }) => {
      const password = await readPassword(accountId, id);
      await copySecret(withUser ? `${id}:${password}` : password);
      return null;
    },
  };
}

export function settingHandlers(parts: HandlerParts): HandlersOf<'settings'> {
  const { registry, desktop, schedule, session } = parts;
  desktop.applySettings(registry.settings());
  const settings = (): Settings => ({
    ...registry.settings(),
    ...(desktop.canUpdate === true ? {} : { installUpdates: null }),
    ...(desktop.endsWithWindow === true ? {} : { whenClosed: null }),
    startsAtLogin: desktop.loginStart?.isOn() ?? null,
  });
  return {
    'settings:get': settings,
    'settings:set': ({ startsAtLogin, ...changes }) => {
      if (typeof startsAtLogin === 'boolean') setLoginStart(desktop, startsAtLogin);
      registry.saveSettings(changes);
      desktop.applySettings(registry.settings());
      schedule.recheck();
      return settings();
    },
    'settings:get-account': ({ accountId }) => session(accountId).store.settings.get(),
    'settings:set-account': ({ accountId, changes }) => {
      const { store } = session(accountId);
      return store.whenFree(() => store.settings.set(changes));
    },
  };
}

/** Failures `invalid-input` if impossible, `file-failed` if refused. */
function setLoginStart({ loginStart }: HandlerParts['desktop'], isOn: boolean): void {
  if (!loginStart) {
    if (!isOn) return;
    throw fail('invalid-input', 'Only an installed app can be started at login. Nothing was changed.');
  }
  try {
    loginStart.set(isOn);
  } catch (cause) {
    throw fail('file-failed', 'The system did not allow this change of what starts at login. Nothing was changed.', {
      cause,
    });
  }
}

export function diagnosticsHandlers(parts: HandlerParts): HandlersOf<'diagnostics'> {
  const { diagnostics, desktop } = parts;
  return {
    'diagnostics:report': () => diagnostics.report(),
    'diagnostics:data-folder': () => ({
      path: diagnostics.dataDir,
      bytes: diagnostics.dataBytes(),
    }),
    'diagnostics:show-data-folder': () => {
      desktop.showFile?.(diagnostics.dataDir);
      return null;
    },
  };
}
