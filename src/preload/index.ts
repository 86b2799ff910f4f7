import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '../shared/ipc.ts';
import { cancelChannel, eventChannel, requestChannel, writeRequest } from '../shared/request-text.ts';

/** JSON would leave out what cannot be cloned, such as a function, instead of refusing it. */
function clone<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch (error) {
    // A `DOMException` crosses the bridge without its message.
    throw new Error(String(error), { cause: error });
  }
}

/** The listeners of the page share one of Electron's, which takes more than ten for a leak. */
const listeners = new Set<(sent: unknown, payload: unknown) => void>();
ipcRenderer.on(eventChannel, (_event, sent: unknown, payload: unknown) => {
  for (const receive of [...listeners]) receive(sent, payload);
});

/** The only connection between the page and the main process: three functions, no Electron API. */
const bridge: Bridge = {
  async request(name, args, number) {
    const text = writeRequest(name, clone(args), number);
    // `invoke` returns `any`; the main process answers each request with its own Result.
    return (await ipcRenderer.invoke(requestChannel, text)) as never;
  },
  // The page can pass anything, whatever the type says; only a number leaves its process.
  cancel: (number: unknown) => void ipcRenderer.invoke(cancelChannel, Number(number)),
  on(name, listener) {
    const receive = (sent: unknown, payload: unknown): void => {
      // The event's name decides its payload, and only the main process sends on this channel.
      if (sent === name) listener(payload as never);
    };
    listeners.add(receive);
    return () => void listeners.delete(receive);
  },
};

contextBridge.exposeInMainWorld('bridge', bridge);

// Printing asks nobody in the main process, so the page cannot.
contextBridge.executeInMainWorld({
  func: () => {
    Object.defineProperty(window, 'print', { value: undefined });
  },
});
