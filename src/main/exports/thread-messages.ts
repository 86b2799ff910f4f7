import type { Failure } from '../../shared/failure.ts';
import type { ExportChoices } from './prepare.ts';
import type { ExportCounts } from './save.ts';

/** What an export thread is started with. */
export interface ExportThreadStart {
  readonly databaseFile: string;
  /** Unlocks the offline copy. */
  readonly privateKey: string;
  readonly choices: ExportChoices;
  readonly path: string;
}

/** The one thing that the main thread says: stop. */
export type ExportThreadOrder = 'cancel';

/** What an export thread says. */
export type ExportThreadMessage =
  | { readonly kind: 'progress'; readonly writtenCount: number }
  | { readonly kind: 'done'; readonly counts: ExportCounts }
  | { readonly kind: 'failed'; readonly failure: Failure };
