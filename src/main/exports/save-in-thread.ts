import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { asFailure, FailureError } from '../../shared/failure.ts';
import type { ExportCounts, SaveJob } from './save.ts';
import type {
  ExportThreadMessage,
  ExportThreadOrder,
  ExportThreadStart,
} from './thread-messages.ts';

/** Lines are garbage as soon as they are written: a small nursery keeps them from piling up. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * Does the same as `saveExport` in a thread of its own, over its own connection.
 *
 * @param threadFile the module thread.ts, as built
 * @param copy the offline copy, and the key that unlocks it
 */
export async function saveInThread(
  threadFile: URL,
  copy: { readonly databaseFile: string; readonly privateKey: string },
  { choices, path, signal, onProgress }: SaveJob,
): Promise<ExportCounts> {
  const workerData: ExportThreadStart = { ...copy, choices, path };
  const worker = new Worker(threadFile, { workerData, name: 'export', resourceLimits });
  const cancel = (): void => {
    worker.postMessage('cancel' satisfies ExportThreadOrder);
  };
  if (signal?.aborted === true) cancel();
  signal?.addEventListener('abort', cancel, { once: true });
  const { promise, resolve, reject } = Promise.withResolvers<ExportCounts>();
  worker.on('message', (message: ExportThreadMessage) => {
    switch (message.kind) {
      case 'progress':
        onProgress?.(message.writtenCount);
        break;
      case 'done':
        resolve(message.counts);
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
