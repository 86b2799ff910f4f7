import { lstat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { asFailure, fail } from '../../../shared/failure.ts';
import type { RefreshedPreset } from '../../../shared/exports/export-preset.ts';
import type { Store } from '../../store/contract.ts';
import {
  listPresets,
  requireChoices,
  setTarget,
  type StoredPreset,
  type PresetTarget,
  type WrittenFile,
} from './presets.ts';
import type { ExportCounts, SaveJob } from '../files/save.ts';

/** Writes one export to a file. */
export type Save = (job: Pick<SaveJob, 'choices' | 'path' | 'signal'>) => Promise<ExportCounts>;

/**
 * Writes a preset to its file, and records the file and the outcome.
 *
 * @throws FailureError those of `saveExport`, recorded as well
 */
export async function savePreset(
  store: Store,
  preset: StoredPreset,
  target: Pick<PresetTarget, 'path' | 'isRefreshed'>,
  save: Save,
): Promise<ExportCounts> {
  const { path } = target;
  const before = preset.target?.path === path ? preset.target.writtenAt : null;
  try {
    const counts = await save({ choices: requireChoices(preset), path });
    const writtenAt = new Date().toISOString();
    const written = await identifyFiles(path, counts.fileNames);
    await store.whenFree(() => {
      setTarget(store, preset.id, { ...target, problem: null, writtenAt, written });
    });
    return counts;
  } catch (error) {
    // A file becomes the preset's only once it has been written.
    const { code, message } = asFailure(error);
    if (preset.target !== null && code !== 'canceled') {
      const written = before === null ? [] : preset.target.written;
      await store.whenFree(() => {
        setTarget(store, preset.id, { ...target, problem: message, writtenAt: before, written });
      });
    }
    throw error;
  }
}

async function identifyFiles(path: string, names: readonly string[]): Promise<WrittenFile[]> {
  const found = names.map(async (name) => {
    const file = await lstat(join(dirname(path), name)).catch(() => undefined);
    return file ? [{ name, size: file.size, modifiedMs: file.mtimeMs }] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Nobody is there to ask, so a file that another program has put in the place of ours stays. */
async function refuseForeignFiles({ path, written = [] }: PresetTarget): Promise<void> {
  const present = await identifyFiles(
    path,
    written.map(({ name }) => name),
  );
  const isOurs = (file: WrittenFile): boolean =>
    written.some(
      ({ name, size, modifiedMs }) =>
        name === file.name && size === file.size && modifiedMs === file.modifiedMs,
    );
  const foreign = present.find((file) => !isOurs(file));
  if (!foreign) return;
  throw fail(
    'file-failed',
    `${foreign.name} was changed by another program since the last export, so it was not replaced. Save the preset once more to replace it.`,
  );
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
  for (const preset of listPresets(store)) {
    const { name, target } = preset;
    if (signal.aborted) break;
    if (target?.isRefreshed !== true) continue;
    const fileName = basename(target.path);
    try {
      const { writtenCount, skipped } = await savePreset(store, preset, target, async (job) => {
        await refuseForeignFiles(target);
        return save({ ...job, signal });
      });
      const skippedCount = skipped.reduce((sum, { count }) => sum + count, 0);
      refreshed.push({ name, fileName, writtenCount, skippedCount, problem: null });
    } catch (error) {
      const problem = asFailure(error).message;
      refreshed.push({ name, fileName, writtenCount: 0, skippedCount: 0, problem });
    }
  }
  return refreshed;
}
