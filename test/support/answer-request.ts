import { createDoor } from '../../src/main/ipc/door.ts';
import type { Handlers } from '../../src/main/ipc/handlers/handlers.ts';
import type { Log } from '../../src/main/ports.ts';

const silent: Log = { info: () => undefined, error: () => undefined };

/** Answers the text of a request of our own page, without the gate for acts of the user. */
export const answerRequest = (
  { handlers, log = silent }: { readonly handlers: Handlers; readonly log?: Log },
  sent: unknown,
): Promise<string> =>
  createDoor({
    handlers,
    gate: { check: () => Promise.resolve() },
    log,
    isOwnPage: () => true,
  }).answer({ url: 'app://proxydeck/index.html', parent: null }, sent);
