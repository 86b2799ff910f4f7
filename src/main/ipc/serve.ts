import { ipcMain } from 'electron';
import { asFailure, type Result } from '../../shared/failure.ts';
import type { RequestName } from '../../shared/ipc.ts';
import { requestSchemas } from '../../shared/ipc-schemas.ts';
import { requestChannel } from '../../shared/channels.ts';
import type { Log } from '../log.ts';
import type { Call, Handlers } from './handlers.ts';
import { createRunningRequests, type RunningRequests } from './running-requests.ts';
import { isTrustedSender } from './trusted-sender.ts';

/**
 * Answers the window's requests. Only the main frame of our own page is heard;
 * arguments are checked before a handler sees them; every outcome is a `Result`.
 *
 * @param parts.isOwnPage whether an address is a page of the app's own bundle
 */
export function serveRequests(parts: {
  handlers: Handlers;
  isOwnPage: (url: string) => boolean;
  log: Log;
}): void {
  const { handlers, isOwnPage, log } = parts;
  const running = createRunningRequests();
  ipcMain.handle(requestChannel, (event, name: unknown, args: unknown, number: unknown) => {
    // Read before anything is awaited: a frame that navigates away would be null then.
    if (!isTrustedSender(event.senderFrame, isOwnPage)) {
      throw new Error('This page may not ask Proxydeck for anything.');
    }
    return answer({ handlers, running, log }, name, args, readNumber(number));
  });
}

async function answer(
  parts: { handlers: Handlers; running: RunningRequests; log: Log },
  name: unknown,
  args: unknown,
  number: number | undefined,
): Promise<Result<unknown>> {
  const { handlers, running, log } = parts;
  if (!isRequestName(name)) return refuse('There is no such request.');
  const parsed = requestSchemas[name].safeParse(args);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    return refuse(`The request "${name}" is not as agreed${where === '' ? '' : ` at ${where}`}.`);
  }
  try {
    if (name === 'requests:cancel') {
      running.cancel(requestSchemas[name].parse(args).request);
      return { ok: true, value: null };
    }
    // Schema and handler of one name belong together by `Requests`; the compiler can't follow it through the union.
    const handle = handlers[name] as (args: unknown, call: Call) => unknown;
    const value = await running.run(number, (signal) => handle(parsed.data, { signal }));
    return { ok: true, value };
  } catch (error) {
    const failure = asFailure(error);
    if (failure.code !== 'cancelled') log.error(`${name}: ${failure.code}`, error);
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
  return typeof name === 'string' && Object.hasOwn(requestSchemas, name);
}
