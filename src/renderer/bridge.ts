import { FailureError, asFailure, type Failure, type Result } from '../shared/failure.ts';
import type { Bridge, RequestName, Requests } from '../shared/ipc.ts';
import { parseJson } from '../shared/json.ts';

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

let requestCount = 0;

/**
 * Asks the main process.
 *
 * @param signal takes the request back where it goes to the service, or stops long work; writes to the service are not taken back
 * @throws FailureError with whatever failure the answer holds; `cancelled` after the signal
 */
export async function ask<K extends RequestName>(
  name: K,
  args: Requests[K]['args'],
  signal?: AbortSignal,
): Promise<Requests[K]['reply']> {
  const number = (requestCount += 1);
  const cancel = (): void => {
    void window.bridge.request('requests:cancel', { request: number });
  };
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    const text = await window.bridge.request(name, args, signal && number);
    // The main process wrote the text from the result of this request.
    const result = parseJson(text) as unknown as Result<Requests[K]['reply']>;
    if (result.ok) return result.value;
    throw new FailureError(result.failure);
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Listens to what the main process says unasked; returns the way to stop. */
export const listen: Bridge['on'] = (name, listener) => window.bridge.on(name, listener);

/**
 * Runs a piece of work and hands its failure to `onFailure` instead of throwing.
 * Answers undefined when it failed.
 */
export async function attempt<T>(
  work: () => Promise<T>,
  onFailure: (failure: Failure) => void,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    onFailure(asFailure(error));
    return undefined;
  }
}
