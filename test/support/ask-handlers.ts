import type { App } from '../../src/main/app.ts';
import type { Call } from '../../src/main/ipc/handlers/handlers.ts';
import { isRead } from '../../src/main/threads/functions.ts';
import type { Reply, RequestName, Requests } from '../../src/shared/ipc.ts';
import { parseJson } from '../../src/shared/json.ts';

/** Asks the app like a window, which reads the JSON of a thread. Failures are thrown. */
export async function askHandlers<K extends RequestName, const Args extends Requests[K]['args']>(
  { handlers, session }: Pick<App, 'handlers' | 'session'>,
  name: K,
  args: Args,
  call?: Call,
): Promise<Reply<K, Args>> {
  const work = async (): Promise<unknown> => {
    // The arguments are those of the name, and reads have an account; the compiler can't follow it through the union.
    if (isRead(name)) {
      const { accountId } = args as { readonly accountId: string };
      return parseJson(await session(accountId).workers.call(name, args as never, call));
    }
    const handle = Reflect.get(handlers, name) as (args: unknown, call?: Call) => unknown;
    return handle(args, call);
  };
  return (await work()) as never;
}
