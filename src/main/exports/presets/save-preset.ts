import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asFailure } from '../../../shared/failure.ts';
import type { RefreshedPreset } from '../../../shared/exports/export-preset.ts';
import type { Store } from '../../store/index.ts';
import { listPresets, requireChoices, type StoredPreset } from './presets.ts';
import type { ExportTarget } from '../../store/user/export-targets.ts';
import type { ExportCounts, SaveJob } from '../files/save.ts';
import { identifyFile, isUnchanged } from '../files/write.ts';

/** Writes one export to a file. */
export type Save = (
  job: Pick<SaveJob, 'choices' | 'path' | 'ownFiles' | 'signal'>,
) => Promise<ExportCounts>;

/**
 * Writes a preset to its file, and records the file and the outcome, unless the preset is removed
 * or gets another file meanwhile.
 *
 * @param target.isRefreshed undefined: as it is
 * @throws FailureError those of `saveExport`; recorded as well if the file is the preset's already
 */
export async function savePreset(
  store: Store,
  preset: StoredPreset,
  { path, isRefreshed }: { readonly path: string; readonly isRefreshed?: boolean | undefined },
  save: Save,
): Promise<ExportCounts> {
  const record = (describe: (current: ExportTarget | null) => ExportTarget | null): Promise<void> =>
    store.whenFree(() => {
      const current = readPreset(store, preset.id);
      if (!current || current.target?.path !== preset.target?.path) return;
      const target = describe(current.target);
      if (target) store.exportTargets.put(preset.id, target);
    });
  try {
    const counts = await save({ choices: requireChoices(preset), path });
    const files = counts.fileNames.map((name) => identifyFile(join(dirname(path), name)));
    const written = (await Promise.all(files)).filter((file) => file !== undefined);
    const outcome = { problem: null, writtenAt: new Date().toISOString(), written };
    await record((current) => ({
      path,
      isRefreshed: isRefreshed ?? current?.isRefreshed ?? false,
      ...outcome,
    }));
    return counts;
  } catch (error) {
    const { code, message: problem } = asFailure(error);
    // A file becomes the preset's only once it has been written.
    if (code !== 'canceled') {
      await record((current) => (current?.path === path ? { ...current, problem } : null));
    }
    throw error;
  }
}

const readPreset = (store: Store, wanted: number): StoredPreset | undefined =>
  listPresets(store).find(({ id }) => id === wanted);

/** Removes files of the last export that the new one did not write. Those that others changed stay. */
async function removeStaleFiles(
  { path, written }: ExportTarget,
  newNames: readonly string[],
): Promise<void> {
  for (const file of written.filter(({ name }) => !newNames.includes(name))) {
    const stale = join(dirname(path), file.name);
    if (await isUnchanged(stale, file)) await rm(stale).catch(() => undefined);
  }
}

/**
 * Writes the files of all presets that refresh after a sync, one after the other. A preset
 * that fails keeps its old file and does not stop the others.
 */
export async function refreshPresets(
  store: Store,
  save: Save,
  signal: AbortSignal,
): Promise<RefreshedPreset[]> {
  const refreshed: RefreshedPreset[] = [];
  for (const { id } of listPresets(store)) {
    if (signal.aborted) break;
    // Read now: it may have changed while the others were written.
    const preset = readPreset(store, id);
    const target = preset?.target;
    if (!preset || target?.isRefreshed !== true) continue;
    const { name } = preset;
    const { path, written: ownFiles } = target;
    const fileName = basename(path);
    try {
      // Nobody is there to ask, so files that are not the preset's stay.
      const { writtenCount, skipped, fileNames } = await savePreset(
        store,
        preset,
        { path },
        (job) => save({ ...job, ownFiles, signal }),
      );
      await removeStaleFiles(target, fileNames);
      const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
      refreshed.push({ name, fileName, writtenCount, skippedCount, problem: null });
    } catch (error) {
      const problem = asFailure(error).message;
      refreshed.push({ name, fileName, writtenCount: 0, skippedCount: 0, problem });
    }
  }
  return refreshed;
}
