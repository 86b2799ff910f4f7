import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportChoices } from '../../shared/export.ts';
import { fail } from '../../shared/failure.ts';
import type { Store } from '../store/contract.ts';
import { gather } from './gather.ts';
import { prepareExport, requireOneText, type PreparedExport } from './prepare.ts';

/** An export as one text, and what is in it. */
export interface ExportText extends ReturnType<PreparedExport['count']> {
  /** UTF-8. A thread hands it over without copying it. */
  readonly text: Blob;
}

/**
 * Writes an export as one text, in memory. The event loop gets its turn between chunks.
 *
 * @throws FailureError as of `prepareExport` and `requireOneText`; `cancelled`
 */
export async function writeText(
  store: Store,
  choices: ExportChoices,
  watch: {
    readonly signal?: AbortSignal | undefined;
    /** Told with every chunk how many rows there are so far. */
    readonly onProgress?: ((writtenCount: number) => void) | undefined;
  } = {},
): Promise<ExportText> {
  requireOneText(choices);
  const prepared = prepareExport(store, choices);
  const chunks: Blob[] = [];
  for (const chunk of gather(prepared.lines)) {
    // A copy: the next chunk but one is written where this one is.
    chunks.push(new Blob([new Uint8Array(chunk)]));
    watch.onProgress?.(prepared.writtenCount());
    await nextTurn();
    if (watch.signal?.aborted === true) {
      throw fail('cancelled', 'The copy was cancelled. The clipboard is as it was.');
    }
  }
  return { text: new Blob(chunks), ...prepared.count() };
}
