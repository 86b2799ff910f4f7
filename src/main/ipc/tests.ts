import type { Log } from '../ports.ts';
import { readSelection } from '../store/parse-request.ts';
import type { Session } from '../sessions.ts';
import type { TestRuns } from '../testing/runs.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about test runs. */
export function testHandlers(parts: {
  session: (accountId: string) => Session;
  testRuns: TestRuns;
  log: Log;
}): HandlersOf<'tests'> {
  const { session, testRuns, log } = parts;
  return {
    'tests:start': async ({ accountId, proxies, urls, proxyUserId }) => {
      const { store, client, syncTarget } = session(accountId);
      const { started, finished } = testRuns.start({
        accountId,
        store,
        databaseFile: syncTarget.databaseFile,
        client: await client(),
        selection: readSelection(proxies),
        urls,
        proxyUserId: proxyUserId ?? null,
      });
      // The window follows the run by its events; what could not even be kept goes to the log.
      finished.catch((error: unknown) => {
        log.error('test run', error);
      });
      return started;
    },
    'tests:cancel': async ({ accountId, testRunId }) => {
      await testRuns.cancel(accountId, testRunId);
      return null;
    },
    'tests:list': ({ accountId }) => session(accountId).store.testRuns.list(),
    'tests:failed': ({ accountId, testRunId }) =>
      session(accountId).store.testRuns.failedProxies(testRunId),
    'tests:results': ({ accountId, testRunId, only, offset, limit }) =>
      session(accountId).store.testRuns.results(testRunId, { only, offset, limit }),
  };
}
