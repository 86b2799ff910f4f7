import { lists } from '../../../shared/lists.ts';
import { defineCommand } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { listOptions, listUsage, printList } from './records/lists.ts';
import { formatProgress, refuseWords } from '../output.ts';
import { exitCodeOfOutcome } from './sync.ts';

/** `ledger`: the cached residential ledger; the service does not list mobile entries. */
export const ledgerCommand = defineCommand({
  usage: `ledger ${listUsage} [--online]`,
  summary:
    'List the cached residential ledger. --online fetches it again. The service does not list mobile entries; show one with: proxydeck show mobile-ledger ID',
  example: `ledger ${lists.residential_ledger.exampleCommand}`,
  options: { ...listOptions, online: 'flag' },
  async run(context, words, options) {
    refuseWords(words);
    const { app, session, output, signal } = context;
    const opened = session();
    const isCached = opened.store.syncs.resourceStates().residential_ledger.completedAt !== null;
    let code: ExitCode = exitCodes.done;
    if (options.online || !isCached) {
      const outcome = await app.sync(opened, {
        only: ['residential_ledger'],
        signal,
        onProgress: ({ received, expected }) => {
          output.progress(formatProgress('Ledger', received, expected));
        },
      });
      if (outcome.problem) output.message(`proxydeck: ${outcome.problem.message}`);
      code = exitCodeOfOutcome(outcome);
    }
    const isJustReceived = (options.online || !isCached) && code === exitCodes.done;
    const printed = await printList(context, 'residential_ledger', options, isJustReceived);
    return code === exitCodes.done ? printed : code;
  },
});
