import { presetTooLarge, tooManyIds } from '../../shared/bounded-json.ts';
import { asFailure } from '../../shared/failure.ts';
import { requests, type RequestName } from '../../shared/ipc.ts';
import { stringifyJson } from '../../shared/json.ts';
import { readRequest } from '../../shared/request-text.ts';
import type { Log } from '../ports.ts';
import { isRead } from '../threads/functions.ts';
import type { Call, Handlers } from './handlers/handlers.ts';
import type { RunningRequests } from './running-requests.ts';
import type { UserGate } from './user-gate.ts';

/** The parts that answer a request. */
export interface AnswerParts {
  readonly handlers: Handlers;
  readonly running: RunningRequests;
  readonly gate: Pick<UserGate, 'check'>;
  readonly log: Log;
}

/**
 * Answers one request of the window. Its arguments are checked before a handler sees them,
 * and every outcome is a `Result` as JSON text (docs/decisions/0014).
 *
 * @param sent the text that `writeRequest` wrote in the preload
 */
export async function answerRequest(parts: AnswerParts, sent: unknown): Promise<string> {
  const request = readRequest(sent);
  if (typeof request === 'string') return refuse(request);
  const { name, args, number } = request;
  try {
    return await findAnswer(parts, name, args, readNumber(number));
  } catch (error) {
    const failure = asFailure(error);
    // A window asks for an account that was removed a few times more; a line for each would take long.
    if (failure.code !== 'canceled' && failure.code !== 'unknown-account') {
      parts.log.error(`${isRequestName(name) ? name : 'unknown request'}: ${failure.code}`, error);
    }
    return stringifyJson({ ok: false, failure });
  }
}

async function findAnswer(
  { handlers, running, gate }: AnswerParts,
  name: unknown,
  args: unknown,
  number: number | undefined,
): Promise<string> {
  if (!isRequestName(name)) return refuse('This request does not exist.');
  const parsed = requests[name].safeParse(args);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    // A window with many selected rows sends these; every other issue is a mistake of ours.
    if (issue?.message === tooManyIds || issue?.message === presetTooLarge) {
      return refuse(issue.message);
    }
    const where = issue?.path.join('.') ?? '';
    return refuse(
      `The request "${name}" has invalid arguments${where === '' ? '' : ` at ${where}`}.`,
    );
  }
  await gate.check(name, parsed.data);
  // Schema and handler of one name belong together by `Requests`; the compiler can't follow it through the union.
  const handle = handlers[name] as (args: unknown, call: Call) => unknown;
  const value = await running.run(number, (signal) => handle(parsed.data, { signal }));
  // A worker has written these as JSON already.
  const text = isRead(name) ? String(value) : stringifyJson(value);
  return `{"ok":true,"value":${text}}`;
}

const refuse = (message: string): string =>
  stringifyJson({ ok: false, failure: { code: 'invalid-input', message } });

const readNumber = (number: unknown): number | undefined =>
  Number.isSafeInteger(number) ? Number(number) : undefined;

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}
