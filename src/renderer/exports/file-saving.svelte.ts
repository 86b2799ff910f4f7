import type { ExportOutcome, ExportRequest } from '../../shared/export.ts';
import { ask, listen } from '../bridge.ts';

/** A file that is being saved: how far it is, and the way to stop it. */
export class FileSaving {
  /** Rows written so far; null: none is being written. */
  writtenCount = $state<number | null>(null);
  #accountId = '';

  /** Saves a file, and with a preset remembers it as that one's; null: the person closed the save dialog. Failures are thrown, `cancelled` among them. */
  async save(request: ExportRequest, presetId?: number): Promise<ExportOutcome | null> {
    const { accountId } = request;
    this.#accountId = accountId;
    const stopListening = listen('exports:progress', ({ writtenCount, ...of }) => {
      if (of.accountId === accountId) this.writtenCount = writtenCount;
    });
    try {
      return presetId === undefined
        ? await ask('exports:save', request)
        : await ask('presets:save', { accountId, id: presetId, asksFile: true });
    } finally {
      stopListening();
      this.writtenCount = null;
    }
  }

  async cancel(): Promise<void> {
    await ask('exports:cancel', { accountId: this.#accountId });
  }
}
