import { readSelection } from '../query.ts';
import type { Session } from '../sessions.ts';
import type { TestRuns } from '../testing/runs.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about test runs. */
export function testHandlers(parts: {
  session: (accountId: string) => Session;
  testRuns: TestRuns;
}): HandlersOf<'tests'> {
  const { session, testRuns } = parts;
  return {
    'tests:start': async ({ accountId, proxies, urls, proxyUserId }) => {
      const { store, client } = session(accountId);
      const { started } = testRuns.start({
        accountId,
        store,
        client: await client(),
        selection: readSelection(proxies),
        urls,
        proxyUserId: proxyUserId ?? null,
      });
      return started;
    },
    'tests:cancel': async ({ accountId, testRunId }) => {
      await testRuns.cancel(accountId, testRunId);
      return null;
    },
    'tests:list': ({ accountId }) => session(accountId).store.testRuns.list(),
    'tests:results': ({ accountId, testRunId, only, offset, limit }) =>
      session(accountId).store.testRuns.results(testRunId, { only, offset, limit }),
  };
}
