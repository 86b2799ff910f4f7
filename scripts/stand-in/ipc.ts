type Listener = (event: unknown, ...args: unknown[]) => unknown;
const handlers = new Map<string, Listener>();

export const ipcMain = {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    }
    handlers.set(channel, listener);
  },
};

/** What a page's frame looks like to a handler. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: SenderFrame | null;
}

/** Calls the handler of a channel; what it gives must be clonable, as over Electron's IPC. */
export async function invoke(senderFrame: SenderFrame, channel: string, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return structuredClone(await handler({ senderFrame }, ...args));
}
