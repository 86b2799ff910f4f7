import { countOf } from '../../shared/count-of.ts';
import type { Events } from '../../shared/ipc.ts';
import type { Emit } from '../ports.ts';

type Describe = { readonly [K in keyof Events]?: (payload: Events[K]) => readonly string[] };

/**
 * Writes a line for each notable event.
 *
 * @param write gets lines without a line break
 */
export function createServingLog(accountId: string, write: (line: string) => void): Emit {
  let isSyncing = false;
  const running = new Set<number>();
  const lines: Describe = {
    'sync:state': ({ running: progress, lastProblem, counts }) => {
      const wasSyncing = isSyncing;
      isSyncing = progress !== null;
      if (isSyncing === wasSyncing) return [];
      if (isSyncing) return ['Sync started.'];
      return [lastProblem === null ? `Sync finished: ${many(counts.proxies)}.` : `Sync failed. ${lastProblem.message}`];
    },
    'tests:progress': ({ id, name, state, proxyCount, proxiesDone, proxiesTested, proxiesPassed, problem }) => {
      const run = `Test run ${String(id)}${name === '' ? '' : ` (${name})`}`;
      if (state === 'running') {
        if (running.has(id)) return [];
        running.add(id);
        return [`${run} started: ${many(proxyCount)}.`];
      }
      running.delete(id);
      const why = problem === null ? '' : ` ${problem}`;
      return state === 'finished'
        ? [`${run} finished: ${String(proxiesPassed)} of ${many(proxiesTested)} work.${why}`]
        : [`${run} ${state} after ${String(proxiesDone)} of ${many(proxyCount)}.${why}`];
    },
    'tests:schedules': ({ schedules }) =>
      schedules.flatMap(({ name, problem }) =>
        problem === null ? [] : [`The repeated test ${name} could not start. ${problem}`],
      ),
    'exports:refreshed': ({ presets }) =>
      presets.map(({ name, fileName, writtenCount, problem }) =>
        problem === null
          ? `Preset ${name}: ${many(writtenCount)} written to ${fileName}.`
          : `Preset ${name} was not written. ${problem}`,
      ),
    'gateway:ended': ({ problem }) => [problem ?? 'The gateway ended unexpectedly and was started again.'],
  };
  return (name, payload) => {
    if (payload === null || typeof payload !== 'object' || !('accountId' in payload)) return;
    if (payload.accountId !== accountId) return;
    // The table has a function for the payload of each name.
    const describe = lines[name] as ((sent: unknown) => readonly string[]) | undefined;
    for (const line of describe?.(payload) ?? []) write(line);
  };
}

const many = (count: number): string => countOf(count, 'proxy', 'proxies');
