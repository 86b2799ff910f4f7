import { basename, dirname, join } from 'node:path';
import { describePreset, findPreset, putPreset, requireChoices, savePreset } from '../../exports/presets/presets.ts';
import { suggestFile } from '../../exports/files/save.ts';
import { asFileName } from '../../files.ts';
import type { Store } from '../../store/index.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';
import { localDay } from '../../../shared/figures/days.ts';
import { backupExtension } from '../../store/user/backup.ts';
import { queueOf, type Queue } from '../../../shared/queue.ts';
import type { Edit } from '../../../shared/tag.ts';
import type { CacheCalls, EditName } from '../../threads/functions.ts';

export function savedHandlers(parts: HandlerParts): HandlersOf<'presets' | 'saved'> {
  const { session, desktop, save, lastSaved, listsOf, registry } = parts;
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
      if (kind === 'export-preset') listsOf(accountId).forgetOthers();
      return null;
    },
    'presets:put': ({ accountId, ...preset }) => write(accountId, (store) => describePreset(putPreset(store, preset))),
    'presets:refresh': ({ accountId, id, isRefreshed }) =>
      write(accountId, (store) => {
        const { target } = findPreset(store, id);
        if (target) store.exportTargets.put(id, { ...target, isRefreshed });
        return describePreset(findPreset(store, id));
      }),
    'presets:serve': async ({ accountId, id, isServed }) => {
      await listsOf(accountId).serve(id, isServed);
      return null;
    },
    'presets:renew-token': async ({ accountId, id }) => {
      await listsOf(accountId).renewToken(id);
      return null;
    },
    'presets:copy-address': async ({ accountId, id }) => {
      const address = await listsOf(accountId).address(id);
      await desktop.copySecret(new Blob([address]), registry.settings().clipboardClearSeconds);
      return null;
    },
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

const label = 'Proxydeck backup';

/** Requests about the user's records; the window never names a path. */
export function recordHandlers(parts: HandlerParts): HandlersOf<'records'> {
  const { session, desktop, emit } = parts;
  return {
    'records:back-up': async ({ accountId }, call) => {
      const { account, workers } = session(accountId);
      const day = localDay(Date.now());
      const path = await desktop.chooseSaveFile({
        name: `${asFileName(account.name)}-${day}.${backupExtension}`,
        label,
        extension: backupExtension,
        replacesBesides: () => [],
      });
      if (path === null) return null;
      await workers.call('records:write', path, call);
      return { fileName: basename(path) };
    },
    'records:restore': async ({ accountId }, call) => {
      const path = (await desktop.chooseOpenFile?.({ label, extension: backupExtension })) ?? null;
      if (path === null) return null;
      const { turnedOff } = await session(accountId).workers.call('records:replace', path, call);
      emit('store:changed', { accountId });
      return { fileName: basename(path), turnedOff };
    },
  };
}

/** Edits run one at a time and are announced. */
export function annotationHandlers(parts: HandlerParts): HandlersOf<'tags' | 'notes' | 'edits'> {
  const { session, emit } = parts;
  /** In order, for undo. */
  const queues = new Map<string, Queue>();
  const edit =
    <K extends EditName>(name: K) =>
    (args: CacheCalls[K]['args']): Promise<Edit> => {
      const { accountId } = args;
      return queueOf(
        queues,
        accountId,
      )(async () => {
        const edited = await session(accountId).workers.call(name, args);
        if (edited.id !== null) emit('store:changed', { accountId });
        return edited;
      });
    };
  return {
    'tags:put': edit('tags:put'),
    'tags:remove': edit('tags:remove'),
    'tags:change': edit('tags:change'),
    'notes:put': edit('notes:put'),
    'edits:step': edit('edits:step'),
  };
}
