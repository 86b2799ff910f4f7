import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, session, shell } from 'electron';
import { isOwnPage, pageUrl } from './app-file.ts';
import type { Log } from './ports.ts';

/** The page's own background, so that nothing flashes before it is drawn. */
const background = { light: '#fcfcfb', dark: '#131517' } as const;

/**
 * Opens the window: sandboxed, isolated, without Node; it can neither navigate
 * away nor open other windows, and every permission is denied.
 *
 * @param devServerUrl the page of the development server instead of the built one
 */
export function openWindow(devServerUrl: string | undefined, log: Log): BrowserWindow {
  const window = new BrowserWindow({
    // Size, place and whether it is maximized outlive the window, on displays that are there.
    name: 'main',
    windowStatePersistence: true,
    width: 1600,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    title: 'Proxydeck',
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  });
  const url = devServerUrl ?? pageUrl;
  window.webContents.on('will-navigate', (event) => {
    if (!isOwnPage(event.url, devServerUrl)) event.preventDefault();
  });
  window.webContents.setWindowOpenHandler(({ url: target }) => {
    if (isHelpLink(target)) void shell.openExternal(target);
    return { action: 'deny' };
  });
  window.loadURL(url).catch((error: unknown) => {
    // A window that is closed while it loads is no fault.
    if (!window.isDestroyed()) log.error('page', error);
  });
  return window;
}

/** Denies every permission but writing plain text to the clipboard, once for the app. */
export function denyPermissions(): void {
  const isGranted = (permission: string): boolean => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(isGranted(permission));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission) =>
    isGranted(permission),
  );
}

/** Links that may open in the person's browser; none yet but the project's own licence text. */
function isHelpLink(target: string): boolean {
  return target === 'https://opensource.org/license/mit';
}
