import { watchDetail } from '../kit/async/watch-detail.svelte.ts';
import { getAccount } from './context.ts';

/** `watchDetail` for the open account, again after each change of the cache; failures become toasts. */
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
