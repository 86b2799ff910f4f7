import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../shared/failure.ts';
import { identifyFile, type WrittenFile } from '../exports/files/write.ts';

/** A safe file name on every system: no `..`, hidden file, Windows stream, nor a final dot or space. */
const plainName = /^[\p{L}\p{N}_]([\p{L}\p{N}\p{M} ._()+,@-]{0,98}[\p{L}\p{N}\p{M}_()+-])?$/u;
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
const longestPath = 500;
const maxFolders = 8;

export type ExportFolder = ReturnType<typeof openExportFolder>;

/**
 * Opens the user's folder.
 *
 * @throws FailureError `invalid-input` if it is not a folder
 */
export function openExportFolder(named: string) {
  const root = realFolder(named);
  /** Only these may be replaced. */
  const written = new Map<string, WrittenFile>();
  return {
    /**
     * The path of a file in the folder.
     *
     * @param path relative, with `/` or `\`
     * @throws FailureError `invalid-input` for a path elsewhere, `file-failed` for a file of others
     */
    async resolve(path: string): Promise<{ path: string; ownFiles: readonly WrittenFile[] }> {
      const names = path.length > longestPath ? [] : path.split(/[/\\]/);
      if (names.length === 0 || names.length > maxFolders) throw refused('is too long');
      for (const name of names) {
        if (!plainName.test(name) || deviceName.test(name)) throw refused('is not a plain name');
      }
      let folder = root;
      for (const name of names.slice(0, -1)) {
        folder = join(folder, name);
        // A link may change its target later.
        if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
          throw refused(`names "${name}", which is not a folder`);
        }
      }
      const file = join(folder, names.at(-1) ?? '');
      const own = written.get(file);
      if (own === undefined && (await identifyFile(file)) !== undefined) {
        throw fail(
          'file-failed',
          'Something with this name exists in the export folder. Nothing was written. Choose another name.',
        );
      }
      return { path: file, ownFiles: own === undefined ? [] : [own] };
    },
    /** Lets the next export replace a file. */
    async note(path: string): Promise<void> {
      const file = await identifyFile(path);
      if (file !== undefined) written.set(path, file);
    },
  };
}

function realFolder(named: string): string {
  try {
    const folder = realpathSync(named);
    if (lstatSync(folder).isDirectory()) return folder;
  } catch {
    // It does not exist, or cannot be read.
  }
  throw fail('invalid-input', `--folder takes a folder that exists, not "${named}".`);
}

const refused = (reason: string): Error =>
  fail(
    'invalid-input',
    `The path ${reason}. Nothing was written. Use a name below the export folder, such as proxies.txt or lists/proxies.txt.`,
  );
