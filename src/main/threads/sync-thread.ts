import type { SyncOutcome } from '../../shared/sync.ts';
import type { Store } from '../store/index.ts';
import type { SyncRunner } from '../sync/engine.ts';
import { runSync } from '../sync/run-sync.ts';
import { errorOfStack, stackOf, type Call, type Functions, startThread } from './rpc.ts';

interface SyncCalls {
  readonly run: Call<
    Pick<Parameters<SyncRunner>[0], 'acceptEmpty' | 'only' | 'keepChanges' | 'service'>,
    {
      readonly outcome: SyncOutcome;
      readonly stacks: readonly string[];
    }
  >;
}

/**
 * Runs each sync in a worker.
 *
 * @param file the built entry.ts
 */
export function createWorkerRunner(file: URL): SyncRunner {
  return async ({ databaseFile, signal, onProgress, onWait, onError, ...options }) => {
    const worker = startThread<SyncCalls>(file, { thread: 'sync', databaseFile });
    try {
      const { outcome, stacks } = await worker.call('run', options, {
        signal,
        onProgress: ({ resource, done, total, waitSeconds }) => {
          if (waitSeconds !== undefined) onWait(waitSeconds);
          else if (resource) onProgress(resource, done, total);
        },
      });
      for (const stack of stacks) onError?.(errorOfStack(stack));
      return outcome;
    } finally {
      await worker.close();
    }
  };
}

export const syncOf = (cache: () => Store): Functions<SyncCalls> => ({
  async run({ service, ...options }, { signal, report }) {
    const stacks: string[] = [];
    const store = cache();
    store.unlock(service.privateKey);
    // Late: the app imports this file, too.
    const { createClient } = await import('../api/http/client.ts');
    const onWait = (leftMs: number): void => {
      report({ done: 0, total: null, waitSeconds: Math.ceil(leftMs / 1000) });
    };
    const client = createClient(service, { onWait });
    try {
      const outcome = await runSync({
        ...options,
        client,
        store,
        signal,
        onProgress: (resource, done, total) => {
          report({ resource, done, total });
        },
        onError: (error) => stacks.push(stackOf(error)),
      });
      return { outcome, stacks };
    } finally {
      await client.close();
    }
  },
});
