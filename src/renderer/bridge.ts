import { asFailure, FailureError, type Result } from '../shared/failure.ts';
import type { Bridge, Reply, RequestName, Requests } from '../shared/ipc.ts';
import { parseJson } from '../shared/json.ts';

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

let requestCount = 0;

/**
 * Sends a request to the main process.
 *
 * @param signal aborts it, except a write to the service; if aborted already, nothing is sent
 * @throws FailureError of the response; `canceled` after an abort
 */
export async function ask<K extends RequestName, const Args extends Requests[K]['args']>(
  name: K,
  args: Args,
  signal?: AbortSignal,
): Promise<Reply<K, Args>> {
  if (signal?.aborted) throw new FailureError(asFailure(signal.reason));
  const number = (requestCount += 1);
  const cancel = (): void => {
    window.bridge.cancel(number);
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const text = await window.bridge.request(name, args, signal && number);
    // The main process wrote the text from the result of this request.
    const result = parseJson(text) as unknown as Result<Reply<K, Args>>;
    if (result.ok) return result.value;
    throw new FailureError(result.failure);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Listens to an event of the main process; returns a function that stops it. */
export const listen: Bridge['on'] = (name, listener) => window.bridge.on(name, listener);
