import { fail } from '../../shared/failure.ts';
import type { SyncOutcome } from '../../shared/sync.ts';
import type { ApiClient, ReceivedBody } from '../api/http/client.ts';
import { readAnswer } from '../api/http/read-answer.ts';
import type { ApiRequest } from '../api/http/send.ts';
import type { Store } from '../store/index.ts';
import type { SyncRunner } from '../sync/engine.ts';
import { runSync } from '../sync/run.ts';
import {
  errorOfStack,
  stackOf,
  transfer,
  type Call,
  type Functions,
  type Remote,
} from './connect.ts';
import { startWorker } from './worker.ts';

interface SyncCalls {
  readonly run: Call<
    Pick<Parameters<SyncRunner>[0], 'acceptEmpty' | 'only' | 'keepChanges' | 'privateKey'>,
    {
      readonly outcome: SyncOutcome;
      /** Stacks of errors that are not failures. */
      readonly stacks: readonly string[];
    }
  >;
}

/** What a sync worker calls in the main thread, which has the keys and the sockets. */
export interface ClientCalls {
  readonly receive: Call<ApiRequest, ReceivedBody>;
}

/** Creates a runner that does each sync in a worker of its own, on the built worker `file`. */
export function createWorkerRunner(file: URL): SyncRunner {
  return async ({ client, privateKey, databaseFile, signal, onProgress, onError, ...options }) => {
    const { acceptEmpty, only, keepChanges } = options;
    const requestsBefore = client.requestCount();
    const start = { role: 'sync', databaseFile } as const;
    const worker = startWorker<SyncCalls, ClientCalls>(file, start, serveClient(client));
    try {
      const { outcome, stacks } = await worker.call(
        'run',
        { acceptEmpty, only, keepChanges, privateKey },
        {
          signal,
          onProgress: ({ resource, done, total }) => {
            if (resource) onProgress(resource, done, total);
          },
        },
      );
      for (const stack of stacks) onError?.(errorOfStack(stack));
      return { ...outcome, requests: client.requestCount() - requestsBefore };
    } finally {
      await worker.close();
    }
  };
}

const serveClient = (client: ApiClient): Functions<ClientCalls> => ({
  async receive(request, { signal }) {
    const received = await client.receive(request, { signal });
    const body = own(received.body);
    const rows = received.rows && { ...received.rows, digests: own(received.rows.digests) };
    const parts = rows ? [body, rows.starts, rows.ends, rows.digests] : [body];
    // Each part has memory of its own, see `own`.
    const buffers = parts.map(({ buffer }) => buffer as ArrayBuffer);
    return transfer({ body, rows }, buffers);
  },
});

/** Small buffers share their memory with others, which must not be transferred with them. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The functions of the role `sync`. */
export const syncOf = (cache: () => Store, main: Remote<ClientCalls>): Functions<SyncCalls> => ({
  async run({ acceptEmpty, only, keepChanges, privateKey }, { signal, report }) {
    const stacks: string[] = [];
    const store = cache();
    store.unlock(privateKey);
    const outcome = await runSync({
      client: createRemoteClient(main),
      store,
      signal,
      acceptEmpty,
      only,
      keepChanges,
      onProgress: (resource, done, total) => {
        report({ resource, done, total });
      },
      onError: (error) => stacks.push(stackOf(error)),
    });
    return { outcome, stacks };
  },
});

/** A client in a worker: the main thread sends and counts its requests, and transfers the bodies. */
function createRemoteClient(main: Remote<ClientCalls>): ApiClient {
  const receive: ApiClient['receive'] = async (request, { signal } = {}) => {
    if (signal?.aborted === true) {
      throw fail('canceled', 'Canceled. Data received so far is cached.');
    }
    return main.call('receive', request, { signal });
  };
  return {
    receive,
    send: async (request, options) => readAnswer((await receive(request, options)).body),
    requestCount: () => 0,
    close: () => Promise.resolve(),
  };
}
