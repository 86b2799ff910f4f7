import { basename } from 'node:path';
import { asFailure } from '../../shared/failure.ts';
import type { RefreshedPreset } from '../../shared/export-preset.ts';
import type { Store } from '../store/contract.ts';
import {
  listPresets,
  requireChoices,
  setTarget,
  type KeptPreset,
  type PresetTarget,
} from './presets.ts';
import type { ExportCounts, SaveJob } from './save.ts';

/** Writes one export to a file. */
export type Save = (job: Pick<SaveJob, 'choices' | 'path' | 'signal'>) => Promise<ExportCounts>;

/**
 * Writes a preset to its file, and records the file and the outcome.
 *
 * @throws FailureError those of `saveExport`, recorded as well
 */
export async function savePreset(
  store: Store,
  preset: KeptPreset,
  target: Pick<PresetTarget, 'path' | 'isRefreshed'>,
  save: Save,
): Promise<ExportCounts> {
  const { path } = target;
  const before = preset.target?.path === path ? preset.target.writtenAt : null;
  try {
    const counts = await save({ choices: requireChoices(preset), path });
    const writtenAt = new Date().toISOString();
    setTarget(store, preset.id, { ...target, problem: null, writtenAt });
    return counts;
  } catch (error) {
    // A file becomes the preset's only once it has been written.
    const { code, message } = asFailure(error);
    if (preset.target !== null && code !== 'cancelled') {
      setTarget(store, preset.id, { ...target, problem: message, writtenAt: before });
    }
    throw error;
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
  for (const preset of listPresets(store)) {
    const { name, target } = preset;
    if (signal.aborted) break;
    if (target?.isRefreshed !== true) continue;
    const fileName = basename(target.path);
    try {
      const { writtenCount, leftOut } = await savePreset(store, preset, target, (job) =>
        save({ ...job, signal }),
      );
      const leftOutCount = leftOut.reduce((sum, { count }) => sum + count, 0);
      refreshed.push({ name, fileName, writtenCount, leftOutCount, problem: null });
    } catch (error) {
      const problem = asFailure(error).message;
      refreshed.push({ name, fileName, writtenCount: 0, leftOutCount: 0, problem });
    }
  }
  return refreshed;
}
