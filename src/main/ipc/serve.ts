import { ipcMain } from 'electron';
import { asFailure, type Result } from '../../shared/failure.ts';
import type { RequestName } from '../../shared/ipc.ts';
import { requestSchemas } from '../../shared/ipc-schemas.ts';
import { requestChannel } from '../../shared/channels.ts';
import type { Log } from '../log.ts';
import type { Handlers } from './handlers.ts';
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
  ipcMain.handle(requestChannel, (event, name: unknown, args: unknown) => {
    // Read before anything is awaited: a frame that navigates away would be null then.
    if (!isTrustedSender(event.senderFrame, isOwnPage)) {
      throw new Error('This page may not ask Proxydeck for anything.');
    }
    return answer(handlers, name, args, log);
  });
}

async function answer(
  handlers: Handlers,
  name: unknown,
  args: unknown,
  log: Log,
): Promise<Result<unknown>> {
  if (!isRequestName(name)) return refuse('There is no such request.');
  const parsed = requestSchemas[name].safeParse(args);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    return refuse(`The request "${name}" is not as agreed${where === '' ? '' : ` at ${where}`}.`);
  }
  try {
    // Schema and handler of one name belong together by `Requests`; the compiler can't follow it through the union.
    const handle = handlers[name] as (args: unknown) => unknown;
    return { ok: true, value: await handle(parsed.data) };
  } catch (error) {
    const failure = asFailure(error);
    log.error(`${name}: ${failure.code}`, error);
    return { ok: false, failure };
  }
}

const refuse = (message: string): Result<never> => ({
  ok: false,
  failure: { code: 'invalid-input', message },
});

function isRequestName(name: unknown): name is RequestName {
  return typeof name === 'string' && Object.hasOwn(requestSchemas, name);
}
