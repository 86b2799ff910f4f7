import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';

interface Parent {
  isDestroyed(): boolean;
}

/** The dialogs of the system: nothing can be clicked, so they answer on their own and say so. */
export const dialog = {
  showSaveDialog(
    parent: Parent,
    { defaultPath = 'file' }: { defaultPath?: string },
  ): Promise<{ canceled: boolean; filePath: string }> {
    if (parent.isDestroyed()) throw new Error('Object has been destroyed');
    const folder = existsSync(join(homedir(), 'Downloads')) ? join(homedir(), 'Downloads') : homedir();
    const extension = extname(defaultPath);
    const stem = defaultPath.slice(0, defaultPath.length - extension.length);
    const names = Array.from(
      { length: 1000 },
      (_, index) => `${stem}${index === 0 ? '' : ` (${String(index)})`}${extension}`,
    );
    const filePath = names.map((name) => join(folder, name)).find((path) => !existsSync(path));
    console.log(`[stand-in] no save dialog here; saving to ${String(filePath)}`);
    return Promise.resolve({ canceled: filePath === undefined, filePath: filePath ?? '' });
  },
  showOpenDialog(parent: Parent): Promise<{ canceled: boolean; filePaths: readonly string[] }> {
    if (parent.isDestroyed()) throw new Error('Object has been destroyed');
    console.log('[stand-in] no open dialog here; it is canceled');
    return Promise.resolve({ canceled: true, filePaths: [] });
  },
  showMessageBox(
    parent: Parent,
    { message, cancelId }: { message: string; cancelId: number },
  ): Promise<{ response: number }> {
    if (parent.isDestroyed()) throw new Error('Object has been destroyed');
    console.log(`[stand-in] no message box here; "${message}" is canceled`);
    return Promise.resolve({ response: cancelId });
  },
  showErrorBox(title: string, content: string): void {
    console.error(`${title}: ${content}`);
  },
};

export class ClipboardItem {
  readonly items: Record<string, string | Blob>;
  constructor(items: Record<string, string | Blob>) {
    this.items = items;
  }
  get types(): string[] {
    return Object.keys(this.items);
  }
}

let copied: ClipboardItem | undefined;
/** In memory: the system's clipboard is out of reach. */
export const clipboard = {
  write([item]: ClipboardItem[]): Promise<void> {
    copied = item;
    return Promise.resolve();
  },
  read: (): Promise<ClipboardItem[]> => Promise.resolve(copied ? [copied] : []),
  async readText(): Promise<string> {
    const text = copied?.items['text/plain'] ?? '';
    return typeof text === 'string' ? text : text.text();
  },
  has: (format: string): Promise<boolean> => Promise.resolve(copied?.types.includes(format) ?? false),
  clear(): void {
    copied = undefined;
  },
};

/** Messages of the system, which nothing shows here. */
export class Notification extends EventEmitter {
  static isSupported = (): boolean => false;
  readonly title: string;
  readonly body: string;
  constructor({ title, body }: { readonly title: string; readonly body: string }) {
    super();
    this.title = title;
    this.body = body;
  }
  show(): void {
    this.emit('failed');
  }
}

/** Images as what they were made from; nothing is drawn. */
export const nativeImage = {
  createFromDataURL: (url: string): { isEmpty: () => boolean } => ({ isEmpty: () => url === '' }),
};
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' };
/** One display, larger than every window. */
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 3840, height: 2160 } }],
};
export const shell = {
  openExternal: (): Promise<void> => Promise.resolve(),
  openPath: (): Promise<string> => Promise.resolve(''),
  /** The paths that were to be shown in a file manager. */
  shownPaths: [] as string[],
  showItemInFolder(path: string): void {
    shell.shownPaths.push(path);
  },
};
type RequestListener = (details: { url: string }, callback: (answer: { cancel: boolean }) => void) => void;
let requestListener: RequestListener | undefined;
/** Permissions are recorded nowhere: Chromium denies them in the stand-in on its own. */
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (): void => undefined,
    setPermissionCheckHandler: (): void => undefined,
    setDevicePermissionHandler: (): void => undefined,
    flushStorageData: (): void => undefined,
    setSpellCheckerEnabled: (): void => undefined,
    on: (): void => undefined,
    webRequest: {
      onBeforeRequest(listener: RequestListener): void {
        requestListener = listener;
      },
    },
  },
};

/** Whether the app's listener cancels a request. */
export function isCanceled(url: string): boolean {
  let isCancel = false;
  requestListener?.({ url }, ({ cancel }) => {
    isCancel = cancel;
  });
  return isCancel;
}

interface MenuItem {
  label?: string;
  submenu?: MenuItem[];
  click?: () => void;
}
let menu: MenuItem[] = [];
/** Kept, so that a test can click its items; nothing is drawn. */
export const Menu = {
  buildFromTemplate: (template: MenuItem[]): MenuItem[] => template,
  setApplicationMenu(template: MenuItem[]): void {
    menu = template;
  },
  getApplicationMenu: (): { items: MenuItem[] } => ({ items: menu }),
};
