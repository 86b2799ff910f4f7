import { asFailure, type Failure } from '../../../shared/failure.ts';

/**
 * Loads a value and loads it again when its dependencies change. The last value stays until
 * the next one is there; a result that arrives too late is dropped.
 *
 * Call it while a component is set up.
 *
 * @param load starts the work, which its signal aborts when it is too late; null: there is nothing
 *   to load. Every state that it reads before its first `await` is a dependency
 * @param onFailure is called with each failure except `not-found`: the list shows that a row was removed
 */
export function watchDetail<T>(
  load: (signal: AbortSignal) => Promise<T> | null,
  onFailure: (failure: Failure) => void,
): { readonly value: T | null } {
  let value = $state.raw<T | null>(null);
  $effect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const loading = load(signal);
    if (loading === null) {
      value = null;
      return;
    }
    loading.then(
      (loaded) => {
        if (!signal.aborted) value = loaded;
      },
      (error: unknown) => {
        if (signal.aborted) return;
        value = null;
        const failure = asFailure(error);
        if (failure.code !== 'not-found') onFailure(failure);
      },
    );
    return () => {
      controller.abort();
    };
  });
  return {
    get value() {
      return value;
    },
  };
}
