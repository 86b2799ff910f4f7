import { basename } from 'node:path';
import { asFileName } from '../../file-names.ts';
import { writeFiles } from '../../exports/files/write.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about tables as they are shown. */
export function tableHandlers({ desktop }: HandlerParts): HandlersOf<'tables'> {
  return {
    'tables:save': async ({ name, text }, call) => {
      const path = await desktop.chooseSaveFile({
        name: `${asFileName(name)}.csv`,
        label: 'CSV',
        extension: 'csv',
        replacesBesides: () => [],
      });
      if (path === null) return null;
      await writeFiles([{ path, lines: [text] }], call?.signal);
      return { fileName: basename(path) };
    },
  };
}
