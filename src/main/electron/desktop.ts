import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path';
import electron, { app, BrowserWindow, clipboard, dialog, nativeTheme, Notification, shell } from 'electron';
import type { Desktop, LoginStart, SaveSuggestion } from '../ports.ts';
import type { SecretClipboard, SystemClipboard } from './secret-clipboard.ts';
import type { Updates } from '../updates.ts';

/** Others are counted. */
const maxNames = 5;

export function createDesktop(parts: {
  readonly secrets: SecretClipboard;
  readonly updates: Updates;
  readonly loginStart: LoginStart | undefined;
  readonly showWindow: () => Promise<void>;
  readonly restart: () => void;
}): Desktop {
  const { secrets, updates, loginStart, showWindow, restart } = parts;
  /** Unreferenced notifications may be collected. */
  const shown = new Set<Notification>();
  // Alt shows it on Linux and Windows.
  app.on('browser-window-created', (_event, window) => {
    window.setAutoHideMenuBar(true);
    window.setMenuBarVisibility(false);
  });
  return {
    canUpdate: updates.isPossible,
    endsWithWindow: process.platform !== 'darwin',
    loginStart,
    async chooseSaveFile(suggestion) {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) return null;
      for (;;) {
        const path = await showSaveDialog(window, suggestion);
        if (path === null) return null;
        const names = suggestion.replacesBesides(path).filter((name) => name !== basename(path));
        if (names.length === 0 || (await confirmReplacing(window, names, dirname(path)))) return path;
      }
    },
    async chooseOpenFile({ label, extension }) {
      const [window] = BrowserWindow.getAllWindows();
      if (window === undefined) return null;
      const { canceled, filePaths } = await dialog.showOpenDialog(window, {
        filters: [
          { name: label, extensions: [extension] },
          { name: 'All files', extensions: ['*'] },
        ],
        properties: ['openFile', 'dontAddToRecent'],
      });
      return canceled ? null : (filePaths[0] ?? null);
    },
    copySecret: (text, clearAfterSeconds) => secrets.copy(text, clearAfterSeconds),
    showFile(path) {
      shell.showItemInFolder(path);
    },
    copyText: async (text) => {
      await clipboard.writeText(text);
    },
    notify({ title, body }, onOpen) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      shown.add(notification);
      const forget = (): void => {
        shown.delete(notification);
      };
      notification.on('click', () => {
        forget();
        void showWindow().then(onOpen);
      });
      notification.on('close', forget);
      notification.on('failed', forget);
      notification.show();
    },
    restart,
    isFocused: () => BrowserWindow.getFocusedWindow() !== null,
    applySettings: ({ theme, installUpdates }) => {
      nativeTheme.themeSource = theme;
      updates.follow(installUpdates === true);
    },
  };
}

async function showSaveDialog(
  window: Electron.BrowserWindow,
  { name, label, extension }: SaveSuggestion,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: name,
    filters: [
      { name: label, extensions: [extension] },
      { name: 'All files', extensions: ['*'] },
    ],
    // Linux must confirm; Windows' recent files stay clean.
    properties: ['showOverwriteConfirmation', 'createDirectory', 'dontAddToRecent'],
  });
  return canceled || filePath === '' ? null : filePath;
}

async function confirmReplacing(
  window: Electron.BrowserWindow,
  names: readonly string[],
  folder: string,
): Promise<boolean> {
  const others = names.length - maxNames;
  const listed = names.slice(0, maxNames).concat(others > 0 ? [`and ${String(others)} more`] : []);
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: names.length === 1 ? 'Replace this file?' : `Replace ${String(names.length)} files?`,
    detail: `This export consists of several files. In ${folder} it can replace:\n\n${listed.join('\n')}`,
    buttons: ['Replace', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/** Before Electron 45 there are no formats: a hash recognizes secrets. */
export function createSystemClipboard(): SystemClipboard {
  // An older Electron refuses the import.
  const Item = Reflect.get(electron, 'ClipboardItem') as typeof electron.ClipboardItem | undefined;
  const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
  let writtenHash = '';
  return {
    async write(formats) {
      if (Item) return clipboard.write([new Item({ ...formats })]);
      const text = await new Blob([formats['text/plain'] ?? '']).text();
      writtenHash = hash(text);
      await clipboard.writeText(text);
    },
    has: async (format) => (Item ? clipboard.has(format) : hash(await clipboard.readText()) === writtenHash),
    clear: () => {
      clipboard.clear();
    },
  };
}
