import type { Log } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
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
    'tests:start': async ({ accountId, proxies, urls, proxyUserId = null }, call) => {
      const { store, client, workers, syncTarget } = session(accountId);
      const { started, finished } = await testRuns.start({
        accountId,
        store,
        databaseFile: syncTarget.databaseFile,
        client: await client(),
        readBatches: () => workers.call('tests:prepare', { proxies, proxyUserId }, call),
        urls,
        proxyUserId,
        proxies,
      });
      // The window follows the run by its events; a run that could not be saved goes to the log.
      finished.catch((error: unknown) => {
        log.error('test run', error);
      });
      return started;
    },
    'tests:cancel': async ({ accountId, testRunId }) => {
      await testRuns.cancel(accountId, testRunId);
      return null;
    },
  };
}
