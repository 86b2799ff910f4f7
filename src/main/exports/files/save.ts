import { basename } from 'node:path';
import type { Skipped } from '../../../shared/exports/export.ts';
import type { Store } from '../../store/index.ts';
import { sumSkipped } from '../skipped.ts';
import { createFileNames } from './name-files.ts';
import { partUsers, prepareExport, type ExportChoices, type PreparedExport } from '../prepare.ts';
import { writeFiles, type FileOfLines, type WrittenFile } from './write.ts';

/** What an export wrote and skipped. */
export interface ExportCounts {
  readonly writtenCount: number;
  readonly skipped: readonly Skipped[];
  /** Names of the files without their folder. */
  readonly fileNames: readonly string[];
}

/** An export to a file. */
export interface SaveJob {
  readonly choices: ExportChoices;
  readonly path: string;
  /** The only existing files that may be replaced; undefined: any. */
  readonly ownFiles?: readonly WrittenFile[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every chunk with the number of rows written so far. */
  readonly onProgress?: ((writtenCount: number) => void) | undefined;
}

/**
 * Writes an export to a file, or to several if the choices ask for that: one per user, or
 * one per so many proxies. All files are written, or none.
 *
 * @throws FailureError those of `prepareExport` and `writeFiles`
 */
export async function saveExport(
  store: Store,
  { choices, path, ownFiles, signal, onProgress }: SaveJob,
): Promise<ExportCounts> {
  const parts = partUsers(choices);
  const nameFile = createFileNames(path);
  const prepared: PreparedExport[] = [];
  const countWritten = (): number => prepared.reduce((sum, one) => sum + one.writtenCount(), 0);

  function* files(): Generator<FileOfLines> {
    for (const part of parts) {
      const one = prepareExport(store, part);
      prepared.push(one);
      let number = 0;
      for (const lines of one.files) {
        number += 1;
        const mark = {
          user: parts.length > 1 ? part.proxyUserId : null,
          number: choices.options?.proxiesPerFile === undefined ? null : number,
        };
        yield { path: nameFile(mark), lines };
      }
    }
  }

  const report = (): void => onProgress?.(countWritten());
  const paths = await writeFiles(files(), signal, report, ownFiles);
  return {
    writtenCount: countWritten(),
    skipped: sumSkipped(prepared.map((one) => one.count().skipped)),
    fileNames: paths.map((written) => basename(written)),
  };
}
