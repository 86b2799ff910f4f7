import { join } from 'node:path';
import { app, BrowserWindow, dialog, Menu, nativeImage, nativeTheme, screen, shell } from 'electron';
import icon from '../../../resources/icons/128x128.png?inline';
import { systemClock, type Log } from '../ports.ts';
import { isOwnPage, pageUrl } from './app-file.ts';
import { editMenu } from './menu.ts';
import { createPageRecovery, type PageAnswer, type PageProblem } from './page-recovery.ts';
import { placeOnDisplays, readWindowState, writeWindowState } from './window-state.ts';

/** As the page's, against a flash. */
const background = { light: '#fcfcfb', dark: '#131517' } as const;

/** Without mere pointer moves. */
const presses: ReadonlySet<string> = new Set([
  'mouseDown',
  'mouseUp',
  'rawKeyDown',
  'keyDown',
  'touchStart',
  'gestureTap',
]);

/** At most the display's. */
const usualSize = { width: 1600, height: 900 } as const;

/**
 * Opens a sandboxed window without Node, navigation, other windows or frames; WebRTC never bypasses a proxy.
 *
 * @param parts.devServerUrl replaces the built page
 * @param parts.onAct on each press
 * @param parts.isQuitting no page is restored then
 * @param parts.stateFile of size and position
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
    // macOS and Windows take the program's.
    ...(process.platform === 'linux' && { icon: nativeImage.createFromDataURL(icon) }),
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      spellcheck: false,
      // Exports use the app's dialog.
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
      // The right click was an act already.
      callback: onAct,
    });
  });
  recoverPage(window, isQuitting, log);
  void window.loadURL(devServerUrl ?? pageUrl).catch(() => undefined);
  return window;
}

const stateDelayMs = 500;

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
  // Overloads do not take a list of names.
  window.on('resize', saveSoon);
  window.on('move', saveSoon);
  window.on('maximize', saveSoon);
  window.on('unmaximize', saveSoon);
  window.on('close', save);
}

/** The first button is the default. */
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
      // Within the event a reload does nothing.
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
    // The development server's may be cached.
    if (status >= 400) recovery.notLoaded(String(status));
  });
}

/** Chromium: replaced, or ended with the window. */
const abortedCode = -3;

/** Only the project's license text. */
function isHelpLink(target: string): boolean {
  return target === 'https://opensource.org/license/mit';
}
