import { basename } from 'node:path';
import { writeFiles } from '../../exports/files/write.ts';
import { asFileName } from '../../files.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about reports for sellers. */
export function reportHandlers({ session, desktop }: HandlerParts): HandlersOf<'reports'> {
  return {
    'reports:get': async ({ accountId, of }, call) => {
      const { title, text } = await session(accountId).workers.call('reports:write', of, call);
      return { title, text };
    },
    'reports:save': async ({ accountId, of, format }, call) => {
      const { title, text, csv } = await session(accountId).workers.call('reports:write', of, call);
      const path = await desktop.chooseSaveFile({
        name: `${asFileName(title)}.${format}`,
        label: format === 'csv' ? 'CSV' : 'Text',
        extension: format,
        replacesBesides: () => [],
      });
      if (path === null) return null;
      await writeFiles([{ path, lines: [format === 'csv' ? csv : text] }], call?.signal);
      return { fileName: basename(path) };
    },
  };
}

export function testHandlers(parts: HandlerParts): HandlersOf<'tests'> {
  const { session, testRuns, testSchedule, log, emit } = parts;
  // The window follows the run by its events; a run that could not be saved goes to the log.
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
      return session(accountId).store.testRuns.get(testRunId) ?? null;
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
