import { fail } from '../../shared/failure.ts';
import type { Edit } from '../../shared/tag.ts';
import type { Emit } from '../emit.ts';
import { isBriefSelection } from '../jobs/is-brief.ts';
import type { JobName, Jobs } from '../jobs/jobs.ts';
import type { JobCopy, JobRuns } from '../jobs/runs.ts';
import type { Session } from '../sessions.ts';
import { askReader } from './ask-reader.ts';
import type { Call, HandlersOf } from './handlers.ts';
import { tellSometimes } from './tell-sometimes.ts';

type EditName = Extract<JobName, `${'tags' | 'notes' | 'edits'}:${string}`>;

/**
 * Requests about tags and notes; what changes something says so to every window. One
 * edit of an account after the other, and a long one says how far it is.
 */
export function annotationHandlers(parts: {
  session: (accountId: string) => Session;
  /** The offline copy, for jobs that need no passwords. */
  jobCopy: (accountId: string) => JobCopy;
  jobRuns: JobRuns;
  emit: Emit;
}): HandlersOf<'tags' | 'notes' | 'annotations' | 'edits'> {
  const { session, jobCopy, jobRuns, emit } = parts;
  const ask = askReader(session);
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(accountId) ?? Promise.resolve()).then(work, work);
    turns.set(accountId, turn);
    return turn;
  };
  const say = (accountId: string, edit: Edit): Edit => {
    if (edit.id !== null) emit('store:changed', { accountId, resources: ['tags'] });
    return edit;
  };
  const edit = <K extends EditName>(
    name: K,
    args: Jobs[K]['args'],
    isBrief: () => boolean,
    call: Call | undefined,
  ): Promise<Edit> => {
    const { accountId } = args;
    return inTurn(accountId, async () => {
      if (call?.signal?.aborted === true) throw fail('cancelled', 'Stopped. Nothing was changed.');
      const done: Edit = await jobRuns.run(jobCopy(accountId), name, args, {
        isBrief: isBrief(),
        signal: call?.signal,
        onProgress: tellSometimes((done, total) => {
          emit('edits:progress', { accountId, done, total: total ?? done });
        }),
      });
      return say(accountId, done);
    });
  };
  const isNextShort = (accountId: string, direction: 'undo' | 'redo') => (): boolean =>
    session(accountId).store.edits.isNextShort(direction);
  return {
    'tags:list': ask('tags:list'),
    'tags:put': ({ accountId, ...tag }) =>
      inTurn(accountId, () =>
        Promise.resolve(say(accountId, session(accountId).store.tags.put(tag))),
      ),
    'tags:remove': (args, call) => edit('tags:remove', args, () => false, call),
    'tags:change': (args, call) =>
      edit('tags:change', args, () => isBriefSelection(args.rows), call),
    'notes:put': (args, call) => edit('notes:put', args, () => isBriefSelection(args.rows), call),
    'annotations:of': ask('annotations:of'),
    'edits:undo': (args, call) =>
      edit('edits:undo', args, isNextShort(args.accountId, 'undo'), call),
    'edits:redo': (args, call) =>
      edit('edits:redo', args, isNextShort(args.accountId, 'redo'), call),
  };
}
