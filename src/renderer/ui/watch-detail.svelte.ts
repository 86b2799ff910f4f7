import type { Failure } from '../../shared/failure.ts';
import { attempt } from '../bridge.ts';

/**
 * The details of whatever is looked at: asked for when it changes, kept on
 * screen until the next are here, an answer that comes too late dropped.
 *
 * Call it while a component is set up.
 *
 * @param wanted the work to do, null when nothing is looked at; what it reads is watched
 */
export function watchDetail<T>(
  wanted: () => (() => Promise<T>) | null,
  onFailure: (failure: Failure) => void,
): { readonly value: T | null } {
  let value = $state.raw<T | null>(null);
  $effect(() => {
    const work = wanted();
    if (work === null) {
      value = null;
      return;
    }
    let isCurrent = true;
    void attempt(work, (failure) => {
      if (!isCurrent) return;
      value = null;
      // The row may have gone with a sync; the list says so by itself.
      if (failure.code !== 'not-found') onFailure(failure);
    }).then((answer) => {
      if (isCurrent && answer !== undefined) value = answer;
    });
    return () => {
      isCurrent = false;
    };
  });
  return {
    get value() {
      return value;
    },
  };
}
