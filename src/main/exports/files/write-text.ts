import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportChoices } from '../../../shared/exports/export.ts';
import { fail } from '../../../shared/failure.ts';
import type { Store } from '../../store/index.ts';
import { chunkLines } from './chunk-lines.ts';
import { prepareExport, requireOneText, type PreparedExport } from '../prepare.ts';

/** An export as one text, with its counts. */
interface ExportText extends ReturnType<PreparedExport['count']> {
  /** UTF-8. A worker transfers it without copying. */
  readonly text: Blob;
}

/**
 * Writes an export as one text, in memory. The event loop runs between chunks.
 *
 * @throws FailureError those of `prepareExport` and `requireOneText`; `canceled`
 */
export async function writeText(
  store: Store,
  choices: ExportChoices,
  watch: {
    readonly signal?: AbortSignal | undefined;
    /** Called after every chunk with the number of rows written so far. */
    readonly onProgress?: ((writtenCount: number) => void) | undefined;
  } = {},
): Promise<ExportText> {
  requireOneText(choices);
  const prepared = prepareExport(store, choices);
  const chunks: Blob[] = [];
  for (const chunk of chunkLines(prepared.lines)) {
    // Copied, because this buffer is reused for the next chunk but one.
    chunks.push(new Blob([new Uint8Array(chunk)]));
    watch.onProgress?.(prepared.writtenCount());
    await nextTurn();
    if (watch.signal?.aborted === true) {
      throw fail('canceled', 'Copying was canceled. The clipboard is unchanged.');
    }
  }
  return { text: new Blob(chunks), ...prepared.count() };
}
