import { editService } from '../../sync/edit-service.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests that change services. */
export const serviceHandlers = ({ session, serviceEdits, emit }: HandlerParts): HandlersOf<'services'> => ({
  'services:edit': ({ accountId, id, changes }) =>
    serviceEdits.send(accountId, id, async () => {
      const { store, client } = session(accountId);
      try {
        return await editService({ client: await client(), store }, id, changes);
      } finally {
        // The service was fetched again, even if the outcome is unknown.
        emit('store:changed', { accountId });
      }
    }),
  'services:edit-outcome': async ({ accountId, id }) => (await serviceEdits.find(accountId, id)) ?? null,
});
