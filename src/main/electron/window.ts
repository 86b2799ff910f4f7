import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeImage, nativeTheme, shell } from 'electron';
import icon from '../../../resources/icons/128x128.png?inline';
import { systemClock, type Log } from '../ports.ts';
import { isOwnPage, pageUrl } from './app-file.ts';
import { createPageRecovery } from './page-recovery.ts';

/** The page's own background, so that the window does not flash before the page is drawn. */
const background = { light: '#fcfcfb', dark: '#131517' } as const;

/**
 * Opens the window: sandboxed, isolated, without Node. It can neither navigate away nor open
 * other windows, frames or views, and WebRTC sends nothing past a proxy.
 *
 * @param devServerUrl the page of the development server instead of the built one
 */
export function openWindow(devServerUrl: string | undefined, log: Log): BrowserWindow {
  const window = new BrowserWindow({
    // Size, position and maximized state are restored, on displays that are still connected.
    name: 'main',
    windowStatePersistence: true,
    width: 1600,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    title: 'Proxydeck',
    // macOS and Windows take it from the program.
    ...(process.platform === 'linux' && { icon: nativeImage.createFromDataURL(icon) }),
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
  const { webContents } = window;
  webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  const refuseOtherPages = (event: { url: string; preventDefault: () => void }): void => {
    if (!isOwnPage(event.url, devServerUrl)) event.preventDefault();
  };
  webContents.on('will-navigate', refuseOtherPages);
  webContents.on('will-frame-navigate', refuseOtherPages);
  webContents.on('will-redirect', refuseOtherPages);
  webContents.on('will-attach-webview', (event) => {
    event.preventDefault();
  });
  webContents.setWindowOpenHandler(({ url: target }) => {
    if (isHelpLink(target)) void shell.openExternal(target);
    return { action: 'deny' };
  });
  recoverPage(window, log);
  window.loadURL(devServerUrl ?? pageUrl).catch((error: unknown) => {
    // Closing a window while it loads is not an error.
    if (!window.isDestroyed()) log.error('page', error);
  });
  return window;
}

function recoverPage(window: BrowserWindow, log: Log): void {
  const onGone = createPageRecovery({
    log,
    reload() {
      if (!window.isDestroyed()) window.webContents.reload();
    },
    async ask() {
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        message: 'The window stopped working again',
        detail:
          'Your data is safe. Syncs and exports continue. Reload the window, or quit and start Proxydeck again.',
        buttons: ['Reload', 'Quit'],
        defaultId: 0,
        cancelId: 0,
      });
      return response === 0;
    },
    quit() {
      app.quit();
    },
    monotonicMs: () => systemClock.monotonicMs(),
  });
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    onGone(reason);
  });
  window.on('unresponsive', () => {
    log.info('page unresponsive');
  });
}

/** Links that may open in the user's browser: only the project's license text. */
function isHelpLink(target: string): boolean {
  return target === 'https://opensource.org/license/mit';
}
