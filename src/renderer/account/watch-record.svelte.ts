import { watchDetail } from '../kit/async/watch-detail.svelte.ts';
import { getAccount } from './context.ts';

/**
 * Loads records of the open account and loads them again after each change of the cache;
 * failures become toasts. Call it while a component is set up, as `watchDetail`.
 */
export function watchRecord<T>(load: (signal: AbortSignal) => Promise<T> | null): {
  readonly value: T | null;
} {
  const account = getAccount();
  return watchDetail((signal) => {
    // Read for the dependency alone.
    void account.storeChanges;
    return load(signal);
  }, account.app.toasts.notifyFailure);
}
