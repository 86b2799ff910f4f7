import { resolve } from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { defineCommand, exitCodes } from '../command.ts';
import { refuseWords } from '../output.ts';

export const backupCommand = defineCommand({
  usage: 'backup FILE',
  summary:
    'Save your own records of an account (tags, notes, views, presets, tests, changes) into a file, without secrets.',
  example: 'backup northwind.proxydeck-backup',
  options: {},
  async run({ session, output }, [file, ...rest]) {
    refuseWords(rest);
    const path = resolve(needFile(file));
    const { store, account } = session();
    await store.backUpTo(path);
    output.json({ file: path });
    output.line(`Saved the records of "${account.name}".`);
    return exitCodes.done;
  },
});

export const restoreCommand = defineCommand({
  usage: 'restore FILE',
  summary: 'Replace your own records of an account by those of a backup.',
  example: 'restore northwind.proxydeck-backup',
  options: {},
  async run({ session, output }, [file, ...rest]) {
    refuseWords(rest);
    const path = resolve(needFile(file));
    const { store, account } = session();
    const { before, turnedOff } = await store.whenFree(() => store.restoreFrom(path));
    output.json({ file: path, before, turnedOff });
    output.line(`Replaced the records of "${account.name}". Those from before can be restored from ${before}`);
    if (turnedOff.length > 0) {
      output.line(`Turned off, because the account did not have it: ${turnedOff.join('; ')}.`);
    }
    return exitCodes.done;
  },
});

function needFile(file: string | undefined): string {
  if (file !== undefined) return file;
  throw fail('invalid-input', 'The name of the file is missing.');
}
