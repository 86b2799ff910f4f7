import { asFailure, type Failure } from '../../../shared/failure.ts';

/**
 * Loads a value, again when dependencies change; the old one stays meanwhile. Call it in set-up.
 *
 * @param load null: nothing to load; state that it reads before its first `await` is a dependency
 * @param onFailure not called for `not-found`, which the list shows
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
