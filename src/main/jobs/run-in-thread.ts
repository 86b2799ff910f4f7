import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { asFailure, FailureError } from '../../shared/failure.ts';
import type { JobName, Jobs, JobWatch } from './jobs.ts';
import type { JobThreadMessage, JobThreadOrder, JobThreadStart } from './messages.ts';

/** Lines are garbage as soon as they are written: a small nursery keeps them from piling up. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * Does a job in a thread of its own, over its own connection; the same promises as of `jobs`.
 *
 * @param threadFile the module thread.ts, as built
 * @param copy the offline copy, and the key that unlocks it where that is needed
 */
export async function runInThread<K extends JobName>(
  threadFile: URL,
  copy: { readonly databaseFile: string; readonly privateKey: string | null },
  name: K,
  args: Jobs[K]['args'],
  { signal, onProgress }: Partial<Pick<JobWatch, 'signal' | 'onProgress'>> = {},
): Promise<Jobs[K]['result']> {
  const workerData: JobThreadStart = { ...copy, name, args };
  const worker = new Worker(threadFile, { workerData, name, resourceLimits });
  const cancel = (): void => {
    worker.postMessage('cancel' satisfies JobThreadOrder);
  };
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const { promise, resolve, reject } = Promise.withResolvers<Jobs[K]['result']>();
  worker.on('message', (message: JobThreadMessage) => {
    switch (message.kind) {
      case 'progress':
        onProgress?.(message.done, message.total);
        break;
      case 'done':
        // The thread answers a name with the result of that name.
        resolve(message.result as Jobs[K]['result']);
        break;
      case 'failed':
        reject(new FailureError(message.failure));
        break;
    }
  });
  worker.once('error', reject);
  // The offline copy is closed only when the thread is gone.
  const [outcome] = await Promise.allSettled([promise, once(worker, 'exit')]);
  signal?.removeEventListener('abort', cancel);
  if (outcome.status === 'fulfilled') return outcome.value;
  throw new FailureError(asFailure(outcome.reason));
}
