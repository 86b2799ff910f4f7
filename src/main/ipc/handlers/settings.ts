import type { Settings } from '../../../shared/settings.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about the settings of the whole app and of an account. */
export function settingHandlers(parts: HandlerParts): HandlersOf<'settings'> {
  const { registry, desktop, schedule, session } = parts;
  desktop.applySettings(registry.settings());
  const settings = (): Settings => ({
    ...registry.settings(),
    ...(desktop.canUpdate === true ? {} : { installUpdates: null }),
    ...(desktop.hasMenuBar === true ? {} : { showMenuBar: null }),
  });
  return {
    'settings:get': settings,
    'settings:set': (changes) => {
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
