import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { extname, join } from 'node:path';

/** The dialogs of the system: nothing can be clicked, so they answer by themselves and say so. */
export const dialog = {
  showSaveDialog({
    defaultPath = 'file',
  }: {
    defaultPath?: string;
  }): Promise<{ canceled: boolean; filePath: string }> {
    const folder = existsSync(join(homedir(), 'Downloads'))
      ? join(homedir(), 'Downloads')
      : homedir();
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
  readText: (): Promise<string> => new Blob([copied?.items['text/plain'] ?? '']).text(),
  clear(): void {
    copied = undefined;
  },
};

/** Images as what they were made from; nothing is drawn. */
export const nativeImage = {
  createFromDataURL: (url: string): { isEmpty: () => boolean } => ({ isEmpty: () => url === '' }),
};
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' };
export const shell = { openExternal: (): Promise<void> => Promise.resolve() };
export const session = {
  defaultSession: {
    setPermissionRequestHandler: (): void => undefined,
    setPermissionCheckHandler: (): void => undefined,
  },
};

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
