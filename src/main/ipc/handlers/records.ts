import { basename } from 'node:path';
import { localDay } from '../../../shared/figures/days.ts';
import { asFileName } from '../../file-names.ts';
import { backupExtension } from '../../store/user/backup.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

const label = 'Proxydeck backup';

/** Requests about the user's own records. The window never names a path. */
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
      await session(accountId).workers.call('records:replace', path, call);
      emit('store:changed', { accountId });
      return { fileName: basename(path) };
    },
  };
}
