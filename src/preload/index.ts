import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '../shared/ipc.ts';
import { cancelChannel, eventChannel, requestChannel, writeRequest } from '../shared/request-text.ts';

/** JSON would drop what cannot be cloned, such as a function. */
function clone<Value>(value: Value): Value {
  try {
    return structuredClone(value);
  } catch (error) {
    // A `DOMException` crosses the bridge without its message.
    throw new Error(String(error), { cause: error });
  }
}

/** They share one of Electron's, which takes ten for a leak. */
const listeners = new Set<(sent: unknown, payload: unknown) => void>();
ipcRenderer.on(eventChannel, (_event, sent: unknown, payload: unknown) => {
  for (const receive of [...listeners]) receive(sent, payload);
});

/** The page's only connection to the main process. */
const bridge: Bridge = {
  async request(name, args, number) {
    const text = writeRequest(name, clone(args), number);
    // `invoke` returns `any`; the main process answers with the request's Result.
    return (await ipcRenderer.invoke(requestChannel, text)) as never;
  },
  // The page can pass anything; only a number leaves it.
  cancel: (number: unknown) => void ipcRenderer.invoke(cancelChannel, Number(number)),
  on(name, listener) {
    const receive = (sent: unknown, payload: unknown): void => {
      // The name decides the payload; only the main process sends.
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
