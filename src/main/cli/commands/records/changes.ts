import { changeKinds } from '../../../../shared/records/change.ts';
import { lists } from '../../../../shared/lists.ts';
import { changesFilter } from '../../../store/parse-request.ts';
import { defineCommand } from '../../context.ts';
import { refuseWords } from '../../output.ts';
import { listOptions, listUsage, printList } from './lists.ts';

/** `changes`: what syncs changed; needs no network and no key. */
export const changesCommand = defineCommand({
  usage: `changes [--since SYNC|DATE] [--kind ${changeKinds.join('|')}] ${listUsage}`,
  summary:
    'List what syncs added, changed, removed and replaced: after a sync, by its number, or since a date in UTC.',
  example: `changes ${lists.changes.exampleCommand}`,
  options: { ...listOptions, since: 'text', kind: 'repeat' },
  endsAtOnce: true,
  async run(context, words, options) {
    refuseWords(words);
    const kinds = options.kind.flatMap((text) => text.split(',')).map((text) => text.trim());
    const where = changesFilter({ where: options.where, since: options.since, kinds });
    return printList(context, 'changes', { ...options, where });
  },
});
