import type { RefreshedPreset } from '../../../shared/export-preset.ts';
import type { Emit, Log } from '../../ports.ts';
import { refreshPresets, type Save } from './save-preset.ts';
import type { Store } from '../../store/contract.ts';

/** Writes the files of presets anew after a sync. */
export interface PresetRefresh {
  /** Begins for an account whose copy has changed; another one under way is waited for. */
  begin(accountId: string): void;
  /** Waits for what was begun; says what became of it the last time, once. */
  finish(accountId: string): Promise<readonly RefreshedPreset[]>;
  /** Aborts, and waits. */
  close(): Promise<void>;
}

/**
 * @param parts.source the copy of an account, with a way to write exports from it; asks for
 *   the keys only where there is something to write
 */
export function createPresetRefresh(parts: {
  readonly emit: Emit;
  readonly log: Log;
  readonly source: (accountId: string) => { readonly store: Store; readonly save: Save };
}): PresetRefresh {
  const { emit, log, source } = parts;
  const stop = new AbortController();
  const running = new Map<string, Promise<readonly RefreshedPreset[]>>();
  const refresh = async (accountId: string): Promise<readonly RefreshedPreset[]> => {
    try {
      const { store, save } = source(accountId);
      const presets = await refreshPresets(store, save, stop.signal);
      if (presets.length > 0) emit('exports:refreshed', { accountId, presets });
      return presets;
    } catch (error) {
      log.error('presets not refreshed', error);
      return [];
    }
  };
  return {
    begin(accountId) {
      const before = running.get(accountId) ?? Promise.resolve([]);
      running.set(
        accountId,
        before.then(() => refresh(accountId)),
      );
    },
    async finish(accountId) {
      const presets = (await running.get(accountId)) ?? [];
      running.delete(accountId);
      return presets;
    },
    async close() {
      stop.abort();
      await Promise.all(running.values());
      running.clear();
    },
  };
}
