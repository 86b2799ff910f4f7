import { assertNever } from '../../shared/failure.ts';
import type { TestRunSummary } from '../../shared/test-run.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import type { Tone } from '../table/columns/grid-column.ts';

/** How a run stands, in words, with the tone of its dot. */
export function describeRun(run: TestRunSummary): { readonly text: string; readonly tone: Tone } {
  switch (run.state) {
    case 'running': {
      return { text: batchesDone(run), tone: 'warn' };
    }
    case 'finished':
      return run.batchesFailed === 0
        ? { text: 'Finished', tone: 'ok' }
        : {
            text: `Finished, ${countOf(run.batchesFailed, 'batch', 'batches')} failed`,
            tone: 'warn',
          };
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

/** What went wrong in a run: how much of it, and what the last failed batch said; null: nothing did. */
export function describeProblem(run: TestRunSummary): string | null {
  if (run.problem === null || run.batchesFailed === 0) return run.problem;
  const failed = `${countOf(run.batchesFailed, 'batch', 'batches')} of ${formatCount(run.batchCount)}`;
  return `${failed} failed and ${run.batchesFailed === 1 ? 'has' : 'have'} no results. ${run.problem}`;
}

const batchesDone = (run: TestRunSummary): string =>
  `${formatCount(run.batchesDone)} of ${countOf(run.batchCount, 'batch', 'batches')}`;
