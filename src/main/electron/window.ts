import { join } from 'node:path';
import { app, BrowserWindow, dialog, Menu, nativeImage, nativeTheme, screen, shell } from 'electron';
import icon from '../../../resources/icons/128x128.png?inline';
import { systemClock, type Log } from '../ports.ts';
import { isOwnPage, pageUrl } from './app-file.ts';
import { editMenu } from './menu.ts';
import { createPageRecovery, type PageAnswer, type PageProblem } from './page-recovery.ts';
import { placeOnDisplays, readWindowState, writeWindowState } from './window-state.ts';

/** The page's own background, so that the window does not flash before the page is drawn. */
const background = { light: '#fcfcfb', dark: '#131517' } as const;

/** The events of a key or a button; not those of a pointer that only moves. */
const presses: ReadonlySet<string> = new Set([
  'mouseDown',
  'mouseUp',
  'rawKeyDown',
  'keyDown',
  'touchStart',
  'gestureTap',
]);

/** The size of the first start; a smaller display gets a smaller window. */
const usualSize = { width: 1600, height: 900 } as const;

/**
 * Opens the window: sandboxed, isolated, without Node. It can neither navigate away nor open
 * other windows, frames or views, and WebRTC sends nothing past a proxy.
 *
 * @param parts.devServerUrl the page of the development server instead of the built one
 * @param parts.onAct is called when the user presses a key or a button in the window
 * @param parts.isQuitting whether the app ends; a page that fails is not restored then
 * @param parts.stateFile where size, position and maximized state are saved
 */
export function openWindow(parts: {
  devServerUrl: string | undefined;
  stateFile: string;
  onAct: () => void;
  isQuitting: () => boolean;
  log: Log;
}): BrowserWindow {
  const { devServerUrl, stateFile, onAct, isQuitting, log } = parts;
  const state = readWindowState(stateFile);
  const workAreas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const window = new BrowserWindow({
    ...usualSize,
    ...(state && placeOnDisplays(state.bounds, workAreas)),
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
      // The page opens no file dialog of its own; exports go through the app's.
      disableBlinkFeatures: 'FileSystemAccessLocal',
      devTools: !app.isPackaged,
    },
  });
  if (state?.isMaximized === true) window.maximize();
  keepState(window, stateFile, log);
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
  // No page keeps the window open.
  webContents.on('will-prevent-unload', (event) => {
    event.preventDefault();
  });
  webContents.setWindowOpenHandler(({ url: target }) => {
    if (isHelpLink(target)) void shell.openExternal(target);
    return { action: 'deny' };
  });
  webContents.on('input-event', (_event, { type }) => {
    if (presses.has(type)) onAct();
  });
  webContents.on('context-menu', (_event, params) => {
    const template = editMenu(params);
    if (template.length === 0) return;
    Menu.buildFromTemplate(template).popup({
      window,
      ...(params.frame && { frame: params.frame }),
      sourceType: params.menuSourceType,
      // Closed by a choice or without one; the right click itself was an act already.
      callback: onAct,
    });
  });
  recoverPage(window, isQuitting, log);
  void window.loadURL(devServerUrl ?? pageUrl).catch(() => undefined);
  return window;
}

/** While the window is moved or resized, its place is saved at most this often. */
const stateDelayMs = 500;

/** Saves where the window is when it was moved, resized or closed. */
function keepState(window: BrowserWindow, file: string, log: Log): void {
  let timer: NodeJS.Timeout | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (window.isDestroyed()) return;
    const state = { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() };
    writeWindowState(file, state, log);
  };
  const saveSoon = (): void => {
    timer ??= setTimeout(save, stateDelayMs);
  };
  // Each event has an overload of its own, so a list of names cannot be passed.
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('close', save);
}

/** The questions about a page that does not work; their first button is the default. */
const questions: {
  readonly [P in PageProblem]: {
    readonly message: string;
    readonly buttons: Readonly<Partial<Record<string, PageAnswer>>>;
    readonly cancel: PageAnswer;
  };
} = {
  gone: {
    message: 'The window stopped working again',
    buttons: { Reload: 'reload', Quit: 'quit' },
    cancel: 'reload',
  },
  unresponsive: {
    message: 'The window does not respond',
    buttons: { Wait: 'wait', Reload: 'reload', Quit: 'quit' },
    cancel: 'wait',
  },
  'not-loaded': {
    message: 'The window could not be loaded',
    buttons: { Reload: 'reload', Quit: 'quit' },
    cancel: 'quit',
  },
};

function recoverPage(window: BrowserWindow, isQuitting: () => boolean, log: Log): void {
  const { webContents } = window;
  const recovery = createPageRecovery({
    log,
    reload() {
      // Inside the event that a process is gone, a reload does nothing.
      setImmediate(() => {
        if (!window.isDestroyed()) webContents.reload();
      });
    },
    endProcess() {
      webContents.forcefullyCrashRenderer();
    },
    async ask(problem, signal) {
      const { message, buttons, cancel } = questions[problem];
      const labels = Object.keys(buttons);
      const answers = Object.values(buttons);
      const { response } = await dialog.showMessageBox(window, {
        type: 'error',
        message,
        detail: 'Your data is safe. Syncs and exports continue. Reload the window, or quit and start Proxydeck again.',
        buttons: labels,
        defaultId: 0,
        cancelId: answers.indexOf(cancel),
        signal,
      });
      return answers[response] ?? cancel;
    },
    quit() {
      app.quit();
    },
    isQuitting,
    monotonicMs: () => systemClock.monotonicMs(),
  });
  webContents.on('render-process-gone', (_event, { reason }) => {
    recovery.gone(reason);
  });
  window.on('unresponsive', () => {
    recovery.unresponsive();
  });
  window.on('responsive', () => {
    recovery.responsive();
  });
  webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
    if (isMainFrame && code !== abortedCode) recovery.notLoaded(description);
  });
  webContents.on('did-navigate', (_event, _url, status) => {
    // Our own pages have status 200, a development server's may come from its cache.
    if (status >= 400) recovery.notLoaded(String(status));
  });
}

/** Chromium's code of a load that another one replaced, or that ended with the window. */
const abortedCode = -3;

/** Links that may open in the user's browser: only the project's license text. */
function isHelpLink(target: string): boolean {
  return target === 'https://opensource.org/license/mit';
}
