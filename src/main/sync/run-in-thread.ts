import { once } from 'node:events';
import { Worker, type Transferable } from 'node:worker_threads';
import { asFailure, FailureError } from '../../shared/failure.ts';
import type { SyncOutcome } from '../../shared/sync.ts';
import type { ApiClient, ReceivedBody } from '../api/client.ts';
import type { SyncRunner } from './engine.ts';
import type { SyncThreadStart, ThreadMessage, ThreadReply } from './thread-messages.ts';

/** Records are garbage as soon as they are written: a small nursery keeps them from piling up. */
const resourceLimits = { maxYoungGenerationSizeMb: 8 };

/**
 * Makes a runner that does a sync in a thread of its own. The requests are sent
 * here, where the keys are; what comes is handed over without being copied.
 *
 * @param threadFile the module thread.ts, as built
 */
export function createThreadRunner(threadFile: URL): SyncRunner {
  return async ({ client, privateKey, databaseFile, signal, acceptEmpty, only, onProgress }) => {
    const workerData: SyncThreadStart = { databaseFile, privateKey, acceptEmpty, only };
    const worker = new Worker(threadFile, { workerData, name: 'sync', resourceLimits });
    const calls = new Map<number, AbortController>();
    const { promise, resolve, reject } = Promise.withResolvers<SyncOutcome>();
    worker.on('message', (message: ThreadMessage) => {
      switch (message.kind) {
        case 'receive': {
          const controller = new AbortController();
          calls.set(message.call, controller);
          const options = { signal: AbortSignal.any([signal, controller.signal]) };
          void answer(client, message, options).then(({ reply, transfer }) => {
            calls.delete(message.call);
            worker.postMessage(reply, transfer);
          });
          break;
        }
        case 'abort':
          calls.get(message.call)?.abort();
          break;
        case 'progress':
          onProgress(message.resource, message.received, message.expected);
          break;
        case 'done':
          resolve(message.outcome);
          break;
        case 'failed':
          reject(new FailureError(message.failure));
          break;
      }
    });
    worker.once('error', reject);
    // The offline copy is closed only when the thread is gone.
    const [outcome] = await Promise.allSettled([promise, once(worker, 'exit')]);
    if (outcome.status === 'fulfilled') return outcome.value;
    throw new FailureError(asFailure(outcome.reason));
  };
}

async function answer(
  client: ApiClient,
  { call, request }: Extract<ThreadMessage, { kind: 'receive' }>,
  options: { readonly signal: AbortSignal },
): Promise<{ reply: ThreadReply; transfer: Transferable[] }> {
  const clientState = (): Pick<ThreadReply, 'requestCount' | 'requestsAtOnce'> => ({
    requestCount: client.requestCount(),
    requestsAtOnce: client.requestsAtOnce(),
  });
  try {
    const received = toOwnMemory(await client.receive(request, options));
    const { body, rows } = received;
    const parts = rows ? [body, rows.starts, rows.ends, rows.digests] : [body];
    return {
      reply: { call, ...clientState(), result: { ok: true, received } },
      // Typed arrays of their own memory, as made below.
      transfer: parts.map(({ buffer }) => buffer as ArrayBuffer),
    };
  } catch (error) {
    const result = { ok: false, failure: asFailure(error) } as const;
    return { reply: { call, ...clientState(), result }, transfer: [] };
  }
}

/** Small buffers share their memory with others, which must not go with them. */
function toOwnMemory({ body, rows }: ReceivedBody): ReceivedBody {
  return { body: own(body), rows: rows && { ...rows, digests: own(rows.digests) } };
}

function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}
