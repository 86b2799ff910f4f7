import { fail } from '../../shared/failure.ts';
import type { SyncOutcome } from '../../shared/sync.ts';
import type { ApiClient } from '../api/http/client.ts';
import { readAnswer } from '../api/http/read-answer.ts';
import type { ApiRequest } from '../api/http/send.ts';
import type { ReceivedPage } from '../api/page-rows.ts';
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
  readonly receive: Call<ApiRequest, Uint8Array>;
  readonly receivePage: Call<ApiRequest, ReceivedPage>;
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
    const body = own(await client.receive(request, { signal }));
    return transfer(body, [body.buffer as ArrayBuffer]);
  },
  async receivePage(request, { signal }) {
    const { body, cut } = await client.receivePage(request, { signal });
    const page = { body: own(body), cut };
    const parts = cut ? [page.body, cut.starts, cut.ends, cut.digests] : [page.body];
    // Each part has memory of its own, see `own`.
    return transfer(
      page,
      parts.map(({ buffer }) => buffer as ArrayBuffer),
    );
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
  const call: typeof main.call = async (name, request, options) => {
    if (options?.signal?.aborted === true) {
      throw fail('canceled', 'Canceled. Data received so far is cached.');
    }
    return main.call(name, request, options);
  };
  return {
    receive: (request, options) => call('receive', request, options),
    receivePage: (request, options) => call('receivePage', request, options),
    send: async (request, options) => readAnswer(await call('receive', request, options)),
    requestCount: () => 0,
    close: () => Promise.resolve(),
  };
}
