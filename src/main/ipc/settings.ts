import type { Settings } from '../../shared/settings.ts';
import type { Desktop } from '../desktop.ts';
import type { Registry } from '../accounts/registry.ts';
import type { SyncSchedule } from '../sync/schedule.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about the settings of the whole app. */
export function settingHandlers(parts: {
  registry: Registry;
  desktop: Desktop;
  schedule: Pick<SyncSchedule, 'recheck'>;
}): HandlersOf<'settings'> {
  const { registry, desktop, schedule } = parts;
  desktop.applySettings(registry.settings());
  const settings = (): Settings => ({
    ...registry.settings(),
    ...(desktop.canUpdate === true ? {} : { installUpdates: null }),
  });
  return {
    'settings:get': settings,
    'settings:set': (changes) => {
      registry.saveSettings(changes);
      desktop.applySettings(registry.settings());
      schedule.recheck();
      return settings();
    },
  };
}
