import { asFailure, type Failure } from '../../../shared/failure.ts';

/** Runs some work and returns its result; undefined: it failed and `onFailure` was called. */
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
