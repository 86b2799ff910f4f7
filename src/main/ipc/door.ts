import { asFailure } from '../../shared/failure.ts';
import { requests, type RequestName } from '../../shared/ipc.ts';
import { stringifyJson } from '../../shared/json.ts';
import { presetTooLarge, readRequest, tooManyIds } from '../../shared/request-text.ts';
import type { Log } from '../ports.ts';
import { isRead } from '../threads/functions.ts';
import type { Call, Handlers, Read } from './handlers/handlers.ts';
import type { UserGate } from './user-gate.ts';

/** The frame that sent a request, as Electron's `WebFrameMain` describes it; null: it has navigated away or was closed. */
export type SenderFrame = { readonly url: string; readonly parent: unknown } | null;

/**
 * The one door for requests of the window. Each passes, in this order: who may ask, how long it may be, its schema, the
 * gate for acts of the user, and its handler or a thread that reads. Every outcome is a `Result` as JSON text (docs/decisions/0016).
 *
 * @param parts.isOwnPage whether an address is a page of the app's own bundle
 */
export function createDoor(parts: {
  readonly handlers: Handlers;
  readonly read: Read;
  readonly gate: Pick<UserGate, 'check'>;
  readonly log: Log;
  readonly isOwnPage: (url: string) => boolean;
}) {
  const { handlers, read, gate, log, isOwnPage } = parts;
  /** Requests that can be canceled, by the window's number. */
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
      // A reloaded page starts counting at one again.
      if (running.get(number) === controller) running.delete(number);
    }
  };
  const findAnswer = async (name: unknown, args: unknown, number: unknown): Promise<string> => {
    if (!isRequestName(name)) return refuse('This request does not exist.');
    const parsed = requests[name].safeParse(args);
    if (!parsed.success) return refuse(describeIssue(name, parsed.error.issues[0]));
    await gate.check(name, parsed.data);
    const text = await withCancel(number, async (signal) => {
      // Schema and reply of one name belong together by `Requests`; the compiler can't follow it through the union.
      if (isRead(name)) return read(name, parsed.data as never, { signal });
      const handle = handlers[name] as (args: unknown, call: Call) => unknown;
      return stringifyJson(await handle(parsed.data, { signal }));
    });
    return `{"ok":true,"value":${text}}`;
  };
  return {
    /** Answers the text that `writeRequest` wrote in the preload. Throws for a foreign page. */
    async answer(sender: SenderFrame, sent: unknown): Promise<string> {
      checkSender(sender);
      const request = readRequest(sent);
      if (typeof request === 'string') return refuse(request);
      const { name, args, number } = request;
      try {
        return await findAnswer(name, args, number);
      } catch (error) {
        const failure = asFailure(error);
        // A window asks for an account that was removed a few times more; a line for each would take long.
        if (failure.code !== 'canceled' && failure.code !== 'unknown-account') {
          log.error(`${isRequestName(name) ? name : 'unknown request'}: ${failure.code}`, error);
        }
        return stringifyJson({ ok: false, failure });
      }
    },
    /** Cancels a running request by its number; does nothing for another one. Throws for a foreign page. */
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
  // A window with many selected rows sends these; every other issue is a mistake of ours.
  if (issue?.message === tooManyIds || issue?.message === presetTooLarge) return issue.message;
  const where = issue?.path.join('.') ?? '';
  return `The request "${name}" has invalid arguments${where === '' ? '' : ` at ${where}`}.`;
}

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requests, name);
}
