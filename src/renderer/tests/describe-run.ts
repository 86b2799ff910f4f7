import { assertNever } from '../../shared/failure.ts';
import type { TestRunSummary } from '../../shared/test-run.ts';
import type { ResultFilter } from '../account/test-runs.svelte.ts';
import { countOf, formatCount, formatPercent } from '../format/format-number.ts';
import type { Tone } from '../table/columns/grid-column.ts';

/** The state of a run in words, with the tone of its dot. */
export function describeRun(run: TestRunSummary): { readonly text: string; readonly tone: Tone } {
  switch (run.state) {
    case 'running':
      return { text: batchesDone(run), tone: 'none' };
    case 'finished': {
      const { batchesFailed } = run;
      const text =
        batchesFailed === 0
          ? 'Finished'
          : `Finished, ${countOf(batchesFailed, 'batch', 'batches')} failed`;
      return { text, tone: toneOf(run) };
    }
    case 'canceled':
      return { text: `Canceled after ${batchesDone(run)}`, tone: 'none' };
    case 'failed':
      return { text: 'Failed', tone: 'bad' };
    case 'interrupted':
      return { text: `Interrupted after ${batchesDone(run)}`, tone: 'none' };
    default:
      return assertNever(run.state);
  }
}

/** The results of a run: "226 of 250 passed (90.4%)". */
export function describeResults({ successCount, resultCount }: TestRunSummary): string {
  if (resultCount === 0) return 'No results';
  const share = formatPercent(successCount, resultCount) ?? '';
  return `${formatCount(successCount)} of ${formatCount(resultCount)} passed (${share})`;
}

/** The message that replaces the results of a run if a filter finds none. */
export function describeEmpty(
  { state, resultCount }: TestRunSummary,
  only: ResultFilter,
): { readonly title: string; readonly text: string } {
  if (resultCount > 0) {
    const title = only === 'failed' ? 'No test failed' : 'No test passed';
    return { title, text: 'Show all results to see the others.' };
  }
  return state === 'running'
    ? { title: 'No results yet', text: 'They appear after each batch.' }
    : { title: 'No results', text: 'Nothing was tested in this run.' };
}

/** Whether a run ended without any result, so that nothing was tested. */
export const hasNoResults = ({ state, resultCount }: TestRunSummary): boolean =>
  state !== 'running' && resultCount === 0;

/** Only a run whose every test passed is green. */
function toneOf({ batchesFailed, successCount, resultCount }: TestRunSummary): Tone {
  if (successCount === 0) return 'bad';
  return batchesFailed === 0 && successCount === resultCount ? 'ok' : 'warn';
}

/** How many batches of a run failed, and the problem of the last one; null: none did. */
export function describeProblem(run: TestRunSummary): string | null {
  if (run.problem === null || run.batchesFailed === 0) return run.problem;
  const failed = `${countOf(run.batchesFailed, 'batch', 'batches')} of ${formatCount(run.batchCount)}`;
  return `${failed} failed and ${run.batchesFailed === 1 ? 'has' : 'have'} no results. ${run.problem}`;
}

const batchesDone = (run: TestRunSummary): string =>
  `${formatCount(run.batchesDone)} of ${countOf(run.batchCount, 'batch', 'batches')}`;
