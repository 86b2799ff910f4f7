import type { Edit } from '../../shared/tag.ts';
import type { Emit } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
import { runsInline, type EditName, type Jobs } from '../workers/jobs.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about tags and notes. Edits of an account run one at a time; each is announced to every window. */
export function annotationHandlers(parts: {
  session: (accountId: string) => Session;
  emit: Emit;
}): HandlersOf<'tags' | 'notes' | 'edits'> {
  const { session, emit } = parts;
  const turns = new Map<string, Promise<unknown>>();
  /** Waits for earlier edits, so that they are undone in the order in which they were made. */
  const inTurn = <T>(accountId: string, work: () => Promise<T>): Promise<T> => {
    const turn = (turns.get(accountId) ?? Promise.resolve()).then(work, work);
    turns.set(accountId, turn);
    return turn;
  };
  const announce = (accountId: string, edit: Edit): Edit => {
    if (edit.id !== null) emit('store:changed', { accountId, resources: ['tags'] });
    return edit;
  };
  const edit = <K extends EditName>(
    name: K,
    args: Jobs[K]['args'],
    isShort: () => boolean,
  ): Promise<Edit> => {
    const { accountId } = args;
    return inTurn(accountId, async () => {
      const { jobs } = session(accountId);
      return announce(accountId, await jobs.run(name, args, { runsInline: isShort() }));
    });
  };
  const isNextShort = (accountId: string, direction: 'undo' | 'redo') => (): boolean =>
    session(accountId).store.edits.isNextShort(direction);
  return {
    'tags:put': ({ accountId, ...tag }) =>
      inTurn(accountId, async () => {
        const { store } = session(accountId);
        return announce(accountId, await store.whenFree(() => store.tags.put(tag)));
      }),
    'tags:remove': (args) => edit('tags:remove', args, () => false),
    'tags:change': (args) => edit('tags:change', args, () => runsInline(args.rows)),
    'notes:put': (args) => edit('notes:put', args, () => runsInline(args.rows)),
    'edits:undo': (args) => edit('edits:undo', args, isNextShort(args.accountId, 'undo')),
    'edits:redo': (args) => edit('edits:redo', args, isNextShort(args.accountId, 'redo')),
  };
}
