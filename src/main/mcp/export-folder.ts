import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../../shared/failure.ts';
import { identifyFile, type WrittenFile } from '../exports/files/write.ts';

/**
 * A name of a file or a folder that every system takes as one: no `..`, no hidden file, no stream of Windows, nothing
 * that ends with a dot or a space, which Windows cuts off.
 */
const plainName = /^[\p{L}\p{N}_]([\p{L}\p{N}\p{M} ._()+,@-]{0,98}[\p{L}\p{N}\p{M}_()+-])?$/u;
/** Names that Windows takes for devices, with every extension. */
const deviceName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;
const longestPath = 500;
const maxFolders = 8;

/** The folder below which exports are written. */
export type ExportFolder = ReturnType<typeof openExportFolder>;

/**
 * Opens the folder that the user named.
 *
 * @throws FailureError `invalid-input` if it is not a folder
 */
export function openExportFolder(named: string) {
  const root = realFolder(named);
  /** What this process wrote, which it may replace. */
  const written = new Map<string, WrittenFile>();
  return {
    /**
     * The path of a file below the folder.
     *
     * @param path relative, with `/` or `\` between names
     * @throws FailureError `invalid-input` for a path that leads elsewhere, `file-failed` for a file that exists and that
     *   this process did not write
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
        // A link is refused even if it leads back into the folder: it could lead elsewhere a moment later.
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
    /** Notes a file that was written, so that the next export may replace it. */
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
