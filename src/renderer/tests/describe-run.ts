import { assertNever } from '../../shared/failure.ts';
import type { TestRunSummary } from '../../shared/test-run.ts';
import { countOf, formatCount } from '../ui/format-number.ts';
import type { Tone } from '../ui/grid-column.ts';

/** How a run stands, in words, with the tone of its dot. */
export function describeRun(run: TestRunSummary): { readonly text: string; readonly tone: Tone } {
  switch (run.state) {
    case 'running': {
      const text = `${formatCount(run.batchesDone)} of ${countOf(run.batchCount, 'batch', 'batches')}`;
      return { text, tone: 'warn' };
    }
    case 'finished':
      return run.batchesFailed === 0
        ? { text: 'Finished', tone: 'ok' }
        : {
            text: `Finished, ${countOf(run.batchesFailed, 'batch', 'batches')} failed`,
            tone: 'warn',
          };
    case 'cancelled':
      return { text: 'Cancelled', tone: 'none' };
    case 'failed':
      return { text: 'Failed', tone: 'bad' };
    case 'interrupted':
      return { text: 'Interrupted', tone: 'none' };
    default:
      return assertNever(run.state);
  }
}
