import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '../shared/ipc.ts';
import { eventChannel, requestChannel } from '../shared/channels.ts';

/** The only connection between the page and the main process: two functions, no Electron API. */
const bridge: Bridge = {
  // `invoke` returns `any`; the main process answers each request with its own Result.
  request: (name, args, number) => ipcRenderer.invoke(requestChannel, name, args, number) as never,
  on(name, listener) {
    const receive = (_event: unknown, sent: unknown, payload: unknown): void => {
      // The event's name decides its payload, and only the main process sends on this channel.
      if (sent === name) listener(payload as never);
    };
    ipcRenderer.on(eventChannel, receive);
    return () => void ipcRenderer.off(eventChannel, receive);
  },
};

contextBridge.exposeInMainWorld('bridge', bridge);
