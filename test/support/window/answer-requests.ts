import { asFailure } from '../../../src/shared/failure.ts';
import type { RuleChoices } from '../../../src/shared/gateway/gateway.ts';

/** What a request may carry that a test answers by. */
export interface RequestArgs {
  readonly id?: string;
  readonly isBefore?: boolean;
  readonly where?: string;
  readonly limit?: number;
  readonly rule?: Partial<RuleChoices>;
  readonly text?: string;
  readonly caret?: number;
}

/**
 * Has the requests of the page answered by a function, as the main process answers them.
 *
 * @param answer returns the reply, or undefined for an empty list; throws a `FailureError` for a failure
 * @param cancel is called when the page gives a request up
 */
export function answerRequests(
  answer: (name: string, args: RequestArgs) => unknown,
  cancel: () => void = () => undefined,
): void {
  const request = async (name: string, args: RequestArgs = {}): Promise<string> => {
    try {
      const { value = [] } = { value: await answer(name, args) };
      return JSON.stringify({ ok: true, value });
    } catch (error) {
      return JSON.stringify({ ok: false, failure: asFailure(error) });
    }
  };
  Object.assign(window, { bridge: { on: () => () => undefined, cancel, request } });
}
