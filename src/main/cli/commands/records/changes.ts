import { fail } from '../../../../shared/failure.ts';
import { isDate } from '../../../../shared/filter/query-age.ts';
import { changeKinds } from '../../../../shared/records/change.ts';
import { lists } from '../../../../shared/lists.ts';
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
    const where = [options.where ?? '', sinceTerm(options.since), kindTerm(options.kind)];
    return printList(context, 'changes', { ...options, where: where.join(' ').trim() });
  },
});

/** The term for `--since`: a number is a sync, whose own changes are not meant. */
function sinceTerm(since: string | undefined): string {
  if (since === undefined) return '';
  if (/^\d+$/.test(since)) return `sync:>${since}`;
  const date = since.replace(/Z$/, '');
  if (isDate(date)) return `found:">=${date.replace('T', ' ')}"`;
  throw fail(
    'invalid-input',
    `--since takes the number of a sync, or a date such as 2026-11-01, not "${since}".`,
  );
}

function kindTerm(kinds: readonly string[]): string {
  const named = kinds.flatMap((text) => text.split(',')).map((text) => text.trim());
  const unknown = named.find((kind) => !changeKinds.some((known) => known === kind));
  if (unknown !== undefined) {
    throw fail('invalid-input', `--kind takes ${changeKinds.join(', ')}, not "${unknown}".`);
  }
  return named.length === 0 ? '' : `kind:${named.join(',')}`;
}
