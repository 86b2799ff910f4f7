import type { ExportOutcome, ExportRequest } from '../../shared/export.ts';
import { ask, listen } from '../bridge.ts';

/** An export that is being saved or copied: how far it is, and the way to stop it. */
export class FileSaving {
  /** Rows written so far; null: nothing is being written, or not for long. */
  writtenCount = $state<number | null>(null);
  #accountId = '';

  /** Saves a file, and with a preset remembers it as that one's; null: the person closed the save dialog. Failures are thrown, `cancelled` among them. */
  async save(request: ExportRequest, presetId?: number): Promise<ExportOutcome | null> {
    const { accountId } = request;
    return this.watch(accountId, () =>
      presetId === undefined
        ? ask('exports:save', request)
        : ask('presets:save', { accountId, id: presetId, asksFile: true }),
    );
  }

  /** Counts the rows that are written while some work goes on. Its failures are thrown. */
  async watch<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    this.#accountId = accountId;
    const stopListening = listen('exports:progress', ({ writtenCount, ...of }) => {
      if (of.accountId === accountId) this.writtenCount = writtenCount;
    });
    try {
      return await work();
    } finally {
      stopListening();
      this.writtenCount = null;
    }
  }

  async cancel(): Promise<void> {
    await ask('exports:cancel', { accountId: this.#accountId });
  }
}
