import type { HandlerParts, HandlersOf } from './handlers.ts';

export function testHandlers(parts: HandlerParts): HandlersOf<'tests'> {
  const { session, testRuns, testSchedule, log, emit } = parts;
  // The window follows events; a run that could not be saved is logged.
  const follow = ({ started, finished }: Awaited<ReturnType<typeof testRuns.start>>) => {
    finished.catch((error: unknown) => {
      log.error('test run', error);
    });
    return started;
  };
  return {
    'tests:start': async ({ accountId, proxyUserId = null, name = '', settings = null, ...plan }) =>
      follow(
        await testRuns.start({
          ...session(accountId).tested,
          ...plan,
          name,
          proxyUserId,
          settings,
        }),
      ),
    'tests:schedules': ({ accountId }) => testSchedule.list(accountId),
    'tests:estimate': (args, call) => session(args.accountId).workers.call('tests:estimate', args, call),
    'tests:resume': async ({ accountId, testRunId }) =>
      follow(await testRuns.resume(session(accountId).tested, testRunId)),
    'tests:stop': async ({ accountId, testRunId, canResume }) => {
      await (canResume ? testRuns.pause(accountId, testRunId) : testRuns.cancel(accountId, testRunId));
      return null;
    },
    'tests:rename': async ({ accountId, testRunId, name }) => {
      const { store } = session(accountId);
      await store.whenFree(() => {
        store.testRuns.rename(testRunId, name);
      });
      return null;
    },
    'tests:delete': async ({ accountId, testRunId }) => {
      try {
        await session(accountId).workers.call('tests:delete', testRunId);
      } finally {
        // Also after a part of it.
        emit('store:changed', { accountId });
      }
      return null;
    },
  };
}
