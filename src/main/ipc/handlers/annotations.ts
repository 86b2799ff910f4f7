import { queueOf, type Queue } from '../../../shared/queue.ts';
import type { Edit } from '../../../shared/tag.ts';
import type { CacheCalls, EditName } from '../../threads/functions.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about tags and notes. Edits of an account run one at a time; each is announced to every window. */
export function annotationHandlers(parts: HandlerParts): HandlersOf<'tags' | 'notes' | 'edits'> {
  const { session, emit } = parts;
  /** Edits wait for earlier ones, so that they are undone in the order in which they were made. */
  const queues = new Map<string, Queue>();
  const edit =
    <K extends EditName>(name: K) =>
    (args: CacheCalls[K]['args']): Promise<Edit> => {
      const { accountId } = args;
      return queueOf(
        queues,
        accountId,
      )(async () => {
        const edited = await session(accountId).workers.call(name, args);
        if (edited.id !== null) emit('store:changed', { accountId });
        return edited;
      });
    };
  return {
    'tags:put': edit('tags:put'),
    'tags:remove': edit('tags:remove'),
    'tags:change': edit('tags:change'),
    'notes:put': edit('notes:put'),
    'edits:step': edit('edits:step'),
  };
}
