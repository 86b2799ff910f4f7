import type { ExportOutcome, ExportRequest } from '../../shared/exports/export.ts';
import { ask, listen } from '../bridge.ts';

/** An export that is being saved or copied: its progress and how to stop it. */
export class FileSaving {
  /** Rows written so far; null: nothing is being written, or it has just begun. */
  writtenCount = $state<number | null>(null);
  #controller = new AbortController();

  /** Saves a file; with a preset, the file belongs to it. Null: the save dialog was canceled. Throws failures, also `canceled`. */
  async save(request: ExportRequest, presetId?: number): Promise<ExportOutcome | null> {
    const { accountId } = request;
    return this.watch(accountId, (signal) =>
      presetId === undefined
        ? ask('exports:save', request, signal)
        : ask('presets:save', { accountId, id: presetId, asksFile: true }, signal),
    );
  }

  /** Counts the rows that are written during some work. Throws its failures. */
  async watch<T>(accountId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#controller = new AbortController();
    const stopListening = listen('exports:progress', ({ done, ...of }) => {
      if (of.accountId === accountId) this.writtenCount = done;
    });
    try {
      return await work(this.#controller.signal);
    } finally {
      stopListening();
      this.writtenCount = null;
    }
  }

  cancel(): void {
    this.#controller.abort();
  }
}
