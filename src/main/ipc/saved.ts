import { basename } from 'node:path';
import type { Desktop } from '../desktop.ts';
import {
  describePreset,
  findPreset,
  putPreset,
  removePreset,
  requireChoices,
  setTarget,
} from '../exports/presets/presets.ts';
import { savePreset, type Save } from '../exports/presets/save-preset.ts';
import { asFileName } from '../exports/files/name-files.ts';
import { suggestFile } from '../exports/files/suggest-file.ts';
import type { Session } from '../accounts/sessions.ts';
import { askReader, type HandlersOf } from './handlers.ts';

/** Requests about items that the user saved by name; presets of exports have requests of their own. */
export function savedHandlers(parts: {
  session: (accountId: string) => Session;
  desktop: Desktop;
  save: (accountId: string) => Save;
}): HandlersOf<'presets' | 'saved'> {
  const { session, desktop, save } = parts;
  return {
    'saved:list': askReader(session)('saved:list'),
    'saved:put': ({ accountId, ...item }) => session(accountId).store.saved.put(item),
    'saved:remove': ({ accountId, id }) => {
      session(accountId).store.saved.remove(id);
      return null;
    },
    'presets:list': askReader(session)('presets:list'),
    'presets:put': ({ accountId, ...preset }) =>
      describePreset(putPreset(session(accountId).store, preset)),
    'presets:remove': ({ accountId, id }) => {
      removePreset(session(accountId).store, id);
      return null;
    },
    'presets:refresh': ({ accountId, id, isRefreshed }) => {
      const { store } = session(accountId);
      const { target } = findPreset(store, id);
      if (target) setTarget(store, id, { ...target, isRefreshed });
      return describePreset(findPreset(store, id));
    },
    'presets:save': async ({ accountId, id, asksFile }, call) => {
      const { store } = session(accountId);
      const preset = findPreset(store, id);
      const suggestion = suggestFile(asFileName(preset.name), requireChoices(preset));
      const path =
        asksFile || preset.target === null
          ? await desktop.chooseSaveFile(suggestion)
          : preset.target.path;
      if (path === null) return null;
      const target = { path, isRefreshed: preset.target?.isRefreshed ?? false };
      const { fileNames, ...counts } = await savePreset(store, preset, target, (job) =>
        save(accountId)({ ...job, ...call }),
      );
      const [fileName = basename(path)] = fileNames;
      return { ...counts, fileName, fileCount: fileNames.length };
    },
  };
}
