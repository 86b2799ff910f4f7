import type { Call, Handlers } from '../../src/main/ipc/handlers/handlers.ts';
import { isRead } from '../../src/main/threads/functions.ts';
import type { Reply, Requests } from '../../src/shared/ipc.ts';
import { parseJson } from '../../src/shared/json.ts';

/** Asks a handler like a window, which reads the JSON of a worker. Failures are thrown. */
export async function askHandlers<K extends keyof Handlers, const Args extends Requests[K]['args']>(
  handlers: Handlers,
  name: K,
  args: Args,
  call?: Call,
): Promise<Reply<K, Args>> {
  const handle: (args: Requests[K]['args'], call?: Call) => unknown = handlers[name];
  const reply = await handle(args, call);
  // The reply is that of these arguments; the compiler can't follow it through the union.
  return (isRead(name) ? parseJson(String(reply)) : reply) as never;
}
