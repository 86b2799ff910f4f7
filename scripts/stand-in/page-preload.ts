/** Names on the page's global object; random, so that no page script can rely on them. */
export const bindingName = `binding_${crypto.randomUUID().replaceAll('-', '')}`;
/** Said over the binding by a page that wants to open a window. */
export const openWindowChannel = 'stand-in:open-window';
/** Said over the binding when the user presses something in the page. */
export const inputChannel = 'stand-in:input';
export const dispatchName = `dispatch_${crypto.randomUUID().replaceAll('-', '')}`;

/**
 * Runs in the page before its own scripts: gives the preload its `require('electron')`.
 * As over Electron's bridge, everything that passes is a copy, and what can't be
 * cloned is refused. It must stand alone: only its text is carried to the page.
 */
export function installPreload(parts: {
  preload: string;
  bindingName: string;
  dispatchName: string;
  openWindowChannel: string;
  inputChannel: string;
}): void {
  // A preload runs in the main frame only.
  if (window.top !== window) return;
  type Call = (channel: string, args: unknown[]) => Promise<unknown>;
  const binding = Reflect.get(window, parts.bindingName) as Call;
  // The page must not find what only the preload may call.
  Reflect.deleteProperty(window, parts.bindingName);
  // Electron asks before a window is there. Requests of one that is there already pass by
  // `route` now and then, when a test is attached to the same Chromium.
  window.open = (url) => {
    void binding(parts.openWindowChannel, [new URL(url ?? '', location.href).href]);
    return null;
  };
  const inputs = { pointerdown: 'mouseDown', pointerup: 'mouseUp', keydown: 'rawKeyDown' };
  for (const [name, type] of Object.entries(inputs)) {
    addEventListener(
      name,
      (event) => {
        if (event.isTrusted) void binding(parts.inputChannel, [type]);
      },
      { capture: true },
    );
  }
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  Object.defineProperty(window, parts.dispatchName, {
    enumerable: false,
    value: (channel: string, ...args: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    },
  });
  const ipcRenderer = {
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      try {
        return await binding(channel, structuredClone(args));
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        throw new Error(`Error invoking remote method '${channel}': ${message}`, { cause: error });
      }
    },
    on(channel: string, listener: (...args: unknown[]) => void): void {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
    },
    off(channel: string, listener: (...args: unknown[]) => void): void {
      listeners.get(channel)?.delete(listener);
    },
  };
  /** Functions pass as functions that copy what goes through; all else is cloned. */
  const cross = (value: unknown): unknown => {
    if (typeof value === 'function') {
      return (...args: unknown[]): unknown => {
        // eslint-disable-next-line @typescript-eslint/no-unsafe-call -- any function of the preload's
        const result: unknown = value(...args.map(cross));
        return result instanceof Promise ? result.then(cross) : cross(result);
      };
    }
    return structuredClone(value);
  };
  const contextBridge = {
    executeInMainWorld({ func }: { func: () => unknown }): unknown {
      return func();
    },
    exposeInMainWorld(name: string, api: Record<string, unknown>): void {
      const copy = Object.fromEntries(Object.entries(api).map(([key, value]) => [key, cross(value)]));
      Object.defineProperty(window, name, { value: Object.freeze(copy), enumerable: true });
    },
  };
  const require = (name: string): unknown => {
    if (name === 'electron') return { contextBridge, ipcRenderer };
    throw new Error(`module not found: ${name}`);
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the preload arrives as text
  const run = new Function('require', 'module', 'exports', parts.preload) as (...args: unknown[]) => void;
  const module = { exports: {} };
  run(require, module, module.exports);
}
