import type { Failure } from '../../../shared/failure.ts';
import { attempt } from '../../bridge.ts';

/**
 * The details of whatever is looked at: asked for when it changes, kept on
 * screen until the next are here, an answer that comes too late dropped.
 *
 * Call it while a component is set up.
 *
 * @param wanted the work to do, null when nothing is looked at; what it reads is watched.
 *   Its signal takes it back when something else is looked at
 */
export function watchDetail<T>(
  wanted: () => ((signal: AbortSignal) => Promise<T>) | null,
  onFailure: (failure: Failure) => void,
): { readonly value: T | null } {
  let value = $state.raw<T | null>(null);
  $effect(() => {
    const work = wanted();
    if (work === null) {
      value = null;
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    void attempt(
      () => work(signal),
      (failure) => {
        if (signal.aborted) return;
        value = null;
        // The row may have gone with a sync; the list says so by itself.
        if (failure.code !== 'not-found') onFailure(failure);
      },
    ).then((answer) => {
      if (!signal.aborted && answer !== undefined) value = answer;
    });
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
