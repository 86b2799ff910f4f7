import { asFailure, fail, FailureError, type Result } from '../../shared/failure.ts';
import type { SyncOutcome } from '../../shared/sync.ts';
import type { ApiClient, ReceivedBody } from '../api/http/client.ts';
import { readAnswer } from '../api/http/read-answer.ts';
import type { ApiRequest } from '../api/http/send.ts';
import type { Store } from '../store/contract.ts';
import type { SyncRunner } from '../sync/engine.ts';
import { runSync } from '../sync/run.ts';
import { transfer, type Call, type Functions, type Remote } from './connect.ts';
import { runInWorker } from './worker.ts';

interface SyncCalls {
  readonly run: Call<
    Pick<Parameters<SyncRunner>[0], 'acceptEmpty' | 'isFull' | 'only'>,
    SyncOutcome
  >;
}

/** What a sync worker calls in the main thread, which has the keys and the sockets. */
export interface ClientCalls {
  readonly receive: Call<ApiRequest, ClientState & { readonly result: Result<ReceivedBody> }>;
}

/** The state of the client after a request. */
interface ClientState {
  readonly requestCount: number;
  readonly requestsAtOnce: number;
}

/** Creates a runner that does each sync in a worker of its own, on the built worker `file`. */
export function createWorkerRunner(file: URL): SyncRunner {
  return ({ client, privateKey, databaseFile, acceptEmpty, isFull, only, signal, onProgress }) => {
    const start = { role: 'sync', databaseFile, privateKey } as const;
    return runInWorker<SyncCalls, 'run', ClientCalls>(
      file,
      start,
      'run',
      { acceptEmpty, isFull, only },
      {
        own: serveClient(client),
        signal,
        onProgress: ({ resource, done, total }) => {
          if (resource) onProgress(resource, done, total);
        },
      },
    );
  };
}

const serveClient = (client: ApiClient): Functions<ClientCalls> => ({
  async receive(request, { signal }) {
    const result = await receive(client, request, signal);
    const state = { requestCount: client.requestCount(), requestsAtOnce: client.requestsAtOnce() };
    if (!result.ok) return { ...state, result };
    const { body, rows } = result.value;
    const parts = rows ? [body, rows.starts, rows.ends, rows.digests] : [body];
    // Each part has memory of its own, see `own`.
    const buffers = parts.map(({ buffer }) => buffer as ArrayBuffer);
    return transfer({ ...state, result }, buffers);
  },
});

async function receive(
  client: ApiClient,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<Result<ReceivedBody>> {
  try {
    const { body, rows } = await client.receive(request, { signal });
    const value = { body: own(body), rows: rows && { ...rows, digests: own(rows.digests) } };
    return { ok: true, value };
  } catch (error) {
    return { ok: false, failure: asFailure(error) };
  }
}

/** Small buffers share their memory with others, which must not be transferred with them. */
function own(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
}

/** The functions of the role `sync`. */
export const syncOf = (cache: () => Store, main: Remote<ClientCalls>): Functions<SyncCalls> => ({
  run: ({ acceptEmpty, isFull, only }, { signal, report }) =>
    runSync({
      client: createRemoteClient(main),
      store: cache(),
      signal,
      acceptEmpty,
      isFull,
      only,
      onProgress: (resource, done, total) => {
        report({ resource, done, total });
      },
    }),
});

/** A client in a worker: the main thread sends its requests and transfers the bodies. */
function createRemoteClient(main: Remote<ClientCalls>): ApiClient {
  let state: ClientState = { requestCount: 0, requestsAtOnce: 1 };
  const receive: ApiClient['receive'] = async (request, { signal } = {}) => {
    if (signal?.aborted === true) {
      throw fail('canceled', 'Canceled. Data received so far is cached.');
    }
    const reply = await main.call('receive', request, { signal });
    state = reply;
    if (reply.result.ok) return reply.result.value;
    throw new FailureError(reply.result.failure);
  };
  return {
    receive,
    send: async (request, options) => readAnswer((await receive(request, options)).body),
    requestCount: () => state.requestCount,
    requestsAtOnce: () => state.requestsAtOnce,
    close: () => Promise.resolve(),
  };
}
