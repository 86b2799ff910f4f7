import { FailureError, asFailure, type Failure } from '../shared/failure.ts';
import type { Bridge, RequestName, Requests } from '../shared/ipc.ts';

declare global {
  interface Window {
    readonly bridge: Bridge;
  }
}

/**
 * Asks the main process.
 *
 * @throws FailureError with whatever failure the answer holds
 */
export async function ask<K extends RequestName>(
  name: K,
  args: Requests[K]['args'],
): Promise<Requests[K]['reply']> {
  const result = await window.bridge.request(name, args);
  if (result.ok) return result.value;
  throw new FailureError(result.failure);
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
