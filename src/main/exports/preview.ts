import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExportChoices, ExportPreview } from '../../shared/exports/export.ts';
import { fail } from '../../shared/failure.ts';
import type { Store } from '../store/index.ts';
import { sumSkipped } from './row-policy.ts';
import { partUsers, prepareExport } from './prepare.ts';

const previewLineCount = 24;
/** A few milliseconds. */
const linesPerTurn = 2000;

/**
 * The first lines of the first file, and the counts of the whole export; the event loop runs in between.
 *
 * @throws FailureError of `prepareExport`; `canceled`
 */
export async function previewExport(
  store: Store,
  choices: ExportChoices,
  revealSecrets: boolean,
  signal?: AbortSignal,
): Promise<ExportPreview> {
  const lines: string[] = [];
  let lineCount = 0;
  let fileCount = 0;
  let shownCount = 0;
  const counts: ReturnType<ReturnType<typeof prepareExport>['count']>[] = [];
  for (const part of partUsers(choices)) {
    const prepared = prepareExport(store, part, { isMasked: !revealSecrets });
    const most = previewLineCount + (prepared.format.frame?.head.length ?? 0);
    for (const file of prepared.files) {
      fileCount += 1;
      for (const line of file) {
        if (line !== null) {
          if (fileCount === 1 && lines.length < most) lines.push(line);
          lineCount += 1;
          if (lineCount % linesPerTurn > 0) continue;
        }
        await nextTurn();
        if (signal?.aborted === true) throw fail('canceled', 'The preview was canceled.');
      }
      if (fileCount === 1) {
        const { proxiesPerFile = Infinity } = part.options ?? {};
        shownCount = Math.min(prepared.writtenCount(), previewLineCount, proxiesPerFile);
      }
    }
    counts.push(prepared.count());
  }
  return {
    lines: shownCount === 0 ? [] : lines,
    shownCount,
    fileCount,
    writtenCount: counts.reduce((sum, { writtenCount }) => sum + writtenCount, 0),
    skipped: sumSkipped(counts.map(({ skipped }) => skipped)),
  };
}
