import type { ExportOutcome, ExportRequest } from '../../shared/export.ts';
import { ask, listen } from '../bridge.ts';

/** A file that is being saved: how far it is, and the way to stop it. */
export class FileSaving {
  /** Rows written so far; null: none is being written. */
  writtenCount = $state<number | null>(null);
  #accountId = '';

  /** Saves a file; null: the person closed the save dialog. Failures are thrown, `cancelled` among them. */
  async save(request: ExportRequest): Promise<ExportOutcome | null> {
    this.#accountId = request.accountId;
    const stopListening = listen('exports:progress', ({ accountId, writtenCount }) => {
      if (accountId === request.accountId) this.writtenCount = writtenCount;
    });
    try {
      return await ask('exports:save', request);
    } finally {
      stopListening();
      this.writtenCount = null;
    }
  }

  async cancel(): Promise<void> {
    await ask('exports:cancel', { accountId: this.#accountId });
  }
}
