import { asFailure } from '../../shared/failure.ts';
import { requests, type RequestName, type Requests } from '../../shared/ipc.ts';
import { stringifyJson } from '../../shared/json.ts';
import { presetTooLarge, readRequest, tooManyIds } from '../../shared/request-text.ts';
import type { Log } from '../ports.ts';
import { isRead, type ReadName } from '../threads/functions.ts';
import type { ThreadPool } from '../threads/thread-pool.ts';
import type { Call, Handlers } from './handlers/handlers.ts';
import type { UserGate } from './user-gate.ts';

/** Null: navigated away or closed. */
type SenderFrame = { readonly url: string; readonly parent: unknown } | null;

/**
 * Answers requests of the window: checks sender, length, schema and user gate, then calls a handler or thread. Outcomes
 * are `Result`s as JSON (docs/decisions/0016).
 *
 * @param parts.isOwnPage whether an address is of the app's bundle
 */
export function createDoor(parts: {
  readonly handlers: Handlers;
  readonly session: (accountId: string) => { readonly workers: Pick<ThreadPool, 'call'> };
  readonly gate: Pick<UserGate, 'check'>;
  readonly log: Log;
  readonly isOwnPage: (url: string) => boolean;
}) {
  const { handlers, session, gate, log, isOwnPage } = parts;
  /** By the window's number. */
  const running = new Map<number, AbortController>();

  const checkSender = (frame: SenderFrame): void => {
    if (frame !== null && frame.parent === null && isOwnPage(frame.url)) return;
    throw new Error('Requests from this page are not answered.');
  };
  const withCancel = async <T>(
    number: unknown,
    work: (signal: AbortSignal | undefined) => T | Promise<T>,
  ): Promise<T> => {
    if (typeof number !== 'number') return work(undefined);
    const controller = new AbortController();
    running.set(number, controller);
    try {
      return await work(controller.signal);
    } finally {
      // A reloaded page counts from one again.
      if (running.get(number) === controller) running.delete(number);
    }
  };
  const readText = async <K extends ReadName>(
    name: K,
    args: Requests[K]['args'],
    signal: AbortSignal | undefined,
  ): Promise<string> => session(args.accountId).workers.call(name, args, { signal });
  const findAnswer = async (name: unknown, args: unknown, number: unknown): Promise<string> => {
    if (!isRequestName(name)) return refuse('This request does not exist.');
    const parsed = requests[name].safeParse(args);
    if (!parsed.success) return refuse(describeIssue(name, parsed.error.issues[0]));
    if (!isRead(name)) await gate.check(name, parsed.data);
    const text = await withCancel(number, async (signal) => {
      // `Requests` joins schema and reply of a name; the compiler can't follow it through the union.
      if (isRead(name)) return readText(name, parsed.data as never, signal);
      const handle = handlers[name] as (args: unknown, call: Call) => unknown;
      return stringifyJson(await handle(parsed.data, { signal }));
    });
    return `{"ok":true,"value":${text}}`;
  };
  return {
    /** Takes the text of `writeRequest`. Throws for a foreign page. */
    async answer(sender: SenderFrame, sent: unknown): Promise<string> {
      checkSender(sender);
      const request = readRequest(sent);
      if (typeof request === 'string') return refuse(request);
      const { name, args, number } = request;
      try {
        return await findAnswer(name, args, number);
      } catch (error) {
        const failure = asFailure(error);
        // A window may ask for a removed account often.
        if (failure.code !== 'canceled' && failure.code !== 'unknown-account') {
          log.error(`${isRequestName(name) ? name : 'unknown request'}: ${failure.code}`, error);
        }
        return stringifyJson({ ok: false, failure });
      }
    },
    /** Throws for a foreign page. */
    cancel(sender: SenderFrame, number: unknown): void {
      checkSender(sender);
      if (typeof number === 'number') running.get(number)?.abort();
    },
  };
}

const refuse = (message: string): string => stringifyJson({ ok: false, failure: { code: 'invalid-input', message } });

function describeIssue(
  name: RequestName,
  issue: { readonly message: string; readonly path: readonly PropertyKey[] } | undefined,
): string {
  // Large selections send these; other issues are our mistakes.
  if (issue?.message === tooManyIds || issue?.message === presetTooLarge) return issue.message;
  const where = issue?.path.join('.') ?? '';
  return `The request "${name}" has invalid arguments${where === '' ? '' : ` at ${where}`}.`;
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}
