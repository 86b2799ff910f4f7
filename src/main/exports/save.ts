import type { LeftOut } from '../../shared/export.ts';
import type { Store } from '../store/contract.ts';
import { prepareExport, type ExportChoices } from './prepare.ts';
import { writeLines } from './write.ts';

/** What an export wrote and left out. */
export interface ExportCounts {
  readonly writtenCount: number;
  readonly leftOut: readonly LeftOut[];
}

/** An export to a file. */
export interface SaveJob {
  readonly choices: ExportChoices;
  readonly path: string;
  readonly signal?: AbortSignal | undefined;
  /** Told with every chunk how many rows there are so far. */
  readonly onProgress?: ((writtenCount: number) => void) | undefined;
}

/**
 * Writes an export to a file, whole or not at all.
 *
 * @throws FailureError as of `prepareExport` and `writeLines`
 */
export async function saveExport(
  store: Store,
  { choices, path, signal, onProgress }: SaveJob,
): Promise<ExportCounts> {
  const prepared = prepareExport(store, choices);
  await writeLines(path, prepared.lines, signal, () => onProgress?.(prepared.writtenCount()));
  return prepared.count();
}
