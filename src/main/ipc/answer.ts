import { tooManyIds } from '../../shared/bounded-json.ts';
import { asFailure, type Result } from '../../shared/failure.ts';
import { requests, type RequestName } from '../../shared/ipc.ts';
import { stringifyJson } from '../../shared/json.ts';
import type { Log } from '../ports.ts';
import type { Call, Handlers } from './handlers.ts';
import type { RunningRequests } from './running-requests.ts';

/** The parts that answer a request. */
export interface AnswerParts {
  readonly handlers: Handlers;
  readonly running: RunningRequests;
  readonly log: Log;
}

/**
 * Answers one request of the window. Its arguments are checked before a handler sees them,
 * and every outcome is a `Result` as JSON text (docs/decisions/0014).
 *
 * @param number the window's number of the request, to cancel it by
 */
export async function answerRequest(
  parts: AnswerParts,
  name: unknown,
  args: unknown,
  number: unknown,
): Promise<string> {
  const result = await findAnswer(parts, name, args, readNumber(number));
  try {
    return stringifyJson(result);
  } catch (error) {
    // The value is nested too deeply.
    parts.log.error(`${String(name)}: reply`, error);
    return stringifyJson({ ok: false, failure: asFailure(error) });
  }
}

async function findAnswer(
  { handlers, running, log }: AnswerParts,
  name: unknown,
  args: unknown,
  number: number | undefined,
): Promise<Result<unknown>> {
  if (!isRequestName(name)) return refuse('This request does not exist.');
  const parsed = requests[name].safeParse(args);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // Only a window with too many selected rows sends these.
    if (issue?.message === tooManyIds) return refuse(tooManyIds);
    const where = issue?.path.join('.') ?? '';
    return refuse(
      `The request "${name}" has invalid arguments${where === '' ? '' : ` at ${where}`}.`,
    );
  }
  try {
    if (name === 'requests:cancel') {
      running.cancel(requests[name].parse(args).request);
      return { ok: true, value: null };
    }
    // Schema and handler of one name belong together by `Requests`; the compiler can't follow it through the union.
    const handle = handlers[name] as (args: unknown, call: Call) => unknown;
    const value = await running.run(number, (signal) => handle(parsed.data, { signal }));
    return { ok: true, value };
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code !== 'canceled') log.error(`${name}: ${failure.code}`, error);
    return { ok: false, failure };
  }
}

const refuse = (message: string): Result<never> => ({
  ok: false,
  failure: { code: 'invalid-input', message },
});

const readNumber = (number: unknown): number | undefined =>
  Number.isSafeInteger(number) ? Number(number) : undefined;

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}
