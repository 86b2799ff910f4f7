import type { MessagePort } from 'node:worker_threads';
import { FailureError } from '../../shared/failure.ts';
import type { ApiClient, ReceivedBody } from '../api/client.ts';
import { readAnswer } from '../api/read-answer.ts';
import type { ThreadMessage, ThreadReply } from './thread-messages.ts';

/**
 * A client for a sync thread: the main thread sends its requests and hands the
 * bodies over. Keys, sockets and retries stay there.
 */
export function createThreadClient(port: MessagePort): ApiClient {
  const waiting = new Map<number, (reply: ThreadReply) => void>();
  let calls = 0;
  let requestCount = 0;
  let requestsAtOnce = 1;
  const post = (message: ThreadMessage): void => {
    port.postMessage(message);
  };
  port.on('message', (reply: ThreadReply) => {
    ({ requestCount, requestsAtOnce } = reply);
    waiting.get(reply.call)?.(reply);
    waiting.delete(reply.call);
  });
  const receive: ApiClient['receive'] = (request, options = {}) => {
    const call = (calls += 1);
    const { promise, resolve, reject } = Promise.withResolvers<ReceivedBody>();
    const abort = (): void => {
      post({ kind: 'abort', call });
    };
    options.signal?.addEventListener('abort', abort, { once: true });
    waiting.set(call, ({ result }) => {
      options.signal?.removeEventListener('abort', abort);
      if (result.ok) resolve(result.received);
      else reject(new FailureError(result.failure));
    });
    post({ kind: 'receive', call, request });
    return promise;
  };
  return {
    receive,
    send: async (request, options) => readAnswer((await receive(request, options)).body),
    requestCount: () => requestCount,
    requestsAtOnce: () => requestsAtOnce,
    close: () => Promise.resolve(),
  };
}
