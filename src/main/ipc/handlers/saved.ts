import { basename, dirname, join } from 'node:path';
import { describePreset, findPreset, putPreset, requireChoices, savePreset } from '../../exports/presets/presets.ts';
import { suggestFile } from '../../exports/files/save.ts';
import { asFileName } from '../../file-names.ts';
import type { Store } from '../../store/index.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about items that the user saved by name; presets of exports have requests of their own. */
export function savedHandlers(parts: HandlerParts): HandlersOf<'presets' | 'saved'> {
  const { session, desktop, save, lastSaved } = parts;
  const write = <T>(accountId: string, work: (store: Store) => T): Promise<T> => {
    const { store } = session(accountId);
    return store.whenFree(() => work(store));
  };
  return {
    'saved:put': ({ accountId, ...item }) => write(accountId, ({ saved }) => saved.put(item)),
    'saved:remove': async ({ accountId, kind, id }) => {
      await write(accountId, ({ saved }) => {
        saved.remove(kind, id);
      });
      return null;
    },
    'presets:put': ({ accountId, ...preset }) => write(accountId, (store) => describePreset(putPreset(store, preset))),
    'presets:refresh': ({ accountId, id, isRefreshed }) =>
      write(accountId, (store) => {
        const { target } = findPreset(store, id);
        if (target) store.exportTargets.put(id, { ...target, isRefreshed });
        return describePreset(findPreset(store, id));
      }),
    'presets:save': async ({ accountId, id, asksFile }, call) => {
      const { store } = session(accountId);
      const preset = findPreset(store, id);
      const suggestion = suggestFile(asFileName(preset.name), requireChoices(preset));
      const path = asksFile || preset.target === null ? await desktop.chooseSaveFile(suggestion) : preset.target.path;
      if (path === null) return null;
      const { fileNames, ...counts } = await savePreset(store, preset, { path }, (job) =>
        save(accountId)({ ...job, ...call }),
      );
      const [fileName = basename(path)] = fileNames;
      const savedId = lastSaved.put(join(dirname(path), fileName));
      return { ...counts, fileName, fileCount: fileNames.length, savedId };
    },
  };
}
