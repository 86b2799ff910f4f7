import type { Edit } from '../../shared/tag.ts';
import type { Emit } from '../emit.ts';
import { readSelection } from '../query.ts';
import type { Session } from '../sessions.ts';
import type { Store } from '../store/contract.ts';
import { askReader } from './ask-reader.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about tags and notes; what changes something says so to every window. */
export function annotationHandlers(parts: {
  session: (accountId: string) => Session;
  emit: Emit;
}): HandlersOf<'tags' | 'notes' | 'annotations' | 'edits'> {
  const ask = askReader(parts.session);
  const storeOf = (accountId: string): Store => parts.session(accountId).store;
  const edit = (accountId: string, work: (store: Store) => Edit): Edit => {
    const done = work(storeOf(accountId));
    if (done.id !== null) parts.emit('store:changed', { accountId, resources: ['tags'] });
    return done;
  };
  return {
    'tags:list': ask('tags:list'),
    'tags:put': ({ accountId, ...tag }) => edit(accountId, ({ tags }) => tags.put(tag)),
    'tags:remove': ({ accountId, id }) => edit(accountId, ({ tags }) => tags.remove(id)),
    'tags:change': ({ accountId, list, rows, add, remove }) =>
      edit(accountId, ({ tags }) => tags.change(list, readSelection(rows, list), { add, remove })),
    'notes:put': ({ accountId, list, rows, note, isContinued }) =>
      edit(accountId, ({ notes }) =>
        notes.put(list, readSelection(rows, list), note, { isContinued: isContinued === true }),
      ),
    'annotations:of': ask('annotations:of'),
    'edits:undo': ({ accountId, id }) => edit(accountId, ({ edits }) => edits.undo(id)),
    'edits:redo': ({ accountId }) => edit(accountId, ({ edits }) => edits.redo()),
  };
}
