import type { ExportOutcome, ExportRequest } from '../../shared/export.ts';
import { ask, listen } from '../bridge.ts';

/** An export that is being saved or copied: how far it is, and the way to stop it. */
export class FileSaving {
  /** Rows written so far; null: nothing is being written, or not for long. */
  writtenCount = $state<number | null>(null);
  #controller = new AbortController();

  /** Saves a file, and with a preset remembers it as that one's; null: the person closed the save dialog. Failures are thrown, `canceled` among them. */
  async save(request: ExportRequest, presetId?: number): Promise<ExportOutcome | null> {
    const { accountId } = request;
    return this.watch(accountId, (signal) =>
      presetId === undefined
        ? ask('exports:save', request, signal)
        : ask('presets:save', { accountId, id: presetId, asksFile: true }, signal),
    );
  }

  /** Counts the rows that are written while some work goes on. Its failures are thrown. */
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
