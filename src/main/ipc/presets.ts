import { basename } from 'node:path';
import type { Desktop } from '../desktop.ts';
import {
  describePreset,
  findPreset,
  putPreset,
  removePreset,
  requireChoices,
  setTarget,
} from '../exports/presets.ts';
import { savePreset, type Save } from '../exports/save-preset.ts';
import { asFileName } from '../exports/name-files.ts';
import { suggestFile } from '../exports/suggest-file.ts';
import type { Session } from '../accounts/sessions.ts';
import { askReader } from './ask-reader.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about exports that are kept by name. */
export function presetHandlers(parts: {
  session: (accountId: string) => Session;
  desktop: Desktop;
  save: (accountId: string) => Save;
}): HandlersOf<'presets'> {
  const { session, desktop, save } = parts;
  return {
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
