import { queueOf, type Queue } from '../../../shared/queue.ts';
import type { RefreshedPreset } from '../../../shared/exports/export-preset.ts';
import type { Emit, Log } from '../../ports.ts';
import { refreshPresets, type Save } from './presets.ts';
import type { Store } from '../../store/index.ts';

/**
 * Writes the files of presets again after a sync.
 *
 * @param parts.source the cache of an account and a function that writes exports from it; the
 *   keys are needed only if there is something to write
 */
export function createPresetRefresh(parts: {
  readonly emit: Emit;
  readonly log: Log;
  readonly source: (accountId: string) => { readonly store: Store; readonly save: Save };
}) {
  const { emit, log, source } = parts;
  const stop = new AbortController();
  const queues = new Map<string, Queue>();
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
    /** Begins for an account whose cache has changed, after any earlier refresh. */
    begin(accountId: string): void {
      running.set(
        accountId,
        queueOf(queues, accountId)(() => refresh(accountId)),
      );
    },
    /** Waits for the refreshes and returns the last result, once. */
    async finish(accountId: string): Promise<readonly RefreshedPreset[]> {
      const presets = (await running.get(accountId)) ?? [];
      running.delete(accountId);
      return presets;
    },
    /** Aborts the refreshes and waits for them. */
    async close(): Promise<void> {
      stop.abort();
      await Promise.all(running.values());
      running.clear();
    },
  };
}
