import { mkdirSync, readFileSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { app, BrowserWindow, dialog, Menu, net, powerMonitor } from 'electron';
import { version } from '../../package.json';
import { createApp, type App } from './app.ts';
import { defaultDataDir } from './data-dir.ts';
import { isOwnPage, readDevServer } from './electron/app-file.ts';
import { registerAppScheme, serveAppProtocol } from './electron/app-protocol.ts';
import { answerArguments, findRefusedSwitch, ownArguments } from './electron/arguments.ts';
import { systemClipboard } from './electron/clipboard.ts';
import { createDesktop } from './electron/desktop.ts';
import { endOnFatalErrors } from './electron/fatal-error.ts';
import { menuTemplate } from './electron/menu.ts';
import { guardSession } from './electron/session.ts';
import { openWindow } from './electron/window.ts';
import { createSecretClipboard } from './exports/secret-clipboard.ts';
import { createFileLog } from './file-log.ts';
import { createEmitter } from './ipc/events.ts';
import { serveRequests } from './ipc/serve.ts';
import { createOsKeychain } from './accounts/keychain.ts';
import { canUpdate, createUpdates } from './updates.ts';

const workerFile = new URL('./worker.js', import.meta.url);

// The window and the command line share their data; Electron's own default would roam on Windows.
const dataDir = resolve(app.commandLine.getSwitchValue('user-data-dir') || defaultDataDir());
const log = createFileLog(join(dataDir, 'logs', 'main.log'));
const installation = {
  isPackaged: app.isPackaged,
  platform: process.platform,
  resourcesPath: process.resourcesPath,
};
/** Closes everything that is open; does nothing before the app is open. */
let close = (): Promise<unknown> => Promise.resolve();
const end = endOnFatalErrors({
  log,
  explain() {
    dialog.showErrorBox(
      'Proxydeck must close',
      `An unexpected error occurred. Your data is saved. Start Proxydeck again. Details are in ${join(dataDir, 'logs')}.`,
    );
  },
  close: () => close(),
  exit: (code) => {
    app.exit(code);
  },
});
try {
  begin();
} catch (error) {
  end(error);
}

function begin(): void {
  const words = ownArguments(process.argv, {
    isPackaged: app.isPackaged,
    isAppFolder: (argument) => resolve(argument) === resolve(app.getAppPath()),
  });
  const answer = answerArguments(words, version);
  if (answer !== undefined) {
    writeSync(answer.exitCode === 0 ? 1 : 2, `${answer.text}\n`);
    app.exit(answer.exitCode);
    return;
  }
  const refused =
    app.isPackaged && !isInspectable()
      ? findRefusedSwitch((name) => app.commandLine.hasSwitch(name))
      : undefined;
  if (refused !== undefined) {
    writeSync(2, `Proxydeck does not start with --${refused}, which could expose its window.\n`);
    app.exit(2);
    return;
  }
  // Chromium's profile has a folder of its own, so that the rest is the app's data alone.
  const profile = join(dataDir, 'chromium');
  mkdirSync(profile, { recursive: true, mode: 0o700 });
  app.setPath('userData', dataDir);
  app.setPath('sessionData', profile);
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  if (app.isPackaged) {
    // The taskbar then groups the window with a pinned shortcut.
    if (process.platform === 'win32') app.setAppUserModelId('app.proxydeck.Proxydeck');
    // The page needs no network, but an app that updates itself must reach its feed.
    if (!canUpdate(installation)) {
      app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
    }
  }
  registerAppScheme();
  // Not awaited at the top level: the app becomes ready only after this module has run.
  app.whenReady().then(start).catch(end);
}

/** Whether this package was built for tests that attach to it; its archive says so. */
function isInspectable(): boolean {
  const manifest: unknown = JSON.parse(
    readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'),
  );
  return typeof manifest === 'object' && manifest !== null && 'isInspectable' in manifest;
}

function start(): void {
  const devServerUrl = readDevServer({
    address: process.env['ELECTRON_RENDERER_URL'],
    isPackaged: app.isPackaged,
    isDevRun: app.commandLine.hasSwitch('dev-server'),
  });
  const secrets = createSecretClipboard({
    clipboard: systemClipboard,
    platform: process.platform,
    log,
  });
  const emit = createEmitter(() =>
    BrowserWindow.getAllWindows().map((window) => window.webContents),
  );
  const updates = createUpdates({ installation, log });
  let proxydeck: App;
  try {
    proxydeck = createApp({
      dataDir,
      keychain: createOsKeychain(),
      desktop: createDesktop(secrets, updates),
      emit,
      log,
      workerFile,
      isOnline: () => net.isOnline(),
    });
  } catch (error) {
    log.error('start', error);
    dialog.showErrorBox('Proxydeck cannot start', error instanceof Error ? error.message : '');
    app.exit(1);
    return;
  }
  const { accounts, draggedFiles, handlers, schedule } = proxydeck;
  let closing: Promise<unknown> | undefined;
  let isClosed = false;
  close = () =>
    (closing ??= Promise.allSettled([proxydeck.close(), secrets.clear()]).then(() => {
      draggedFiles.removeAll();
      isClosed = true;
    }));

  void accounts.finishRemovals();
  draggedFiles.removeAll();
  guardSession(devServerUrl);
  serveAppProtocol(join(import.meta.dirname, '../renderer'));
  serveRequests({ handlers, isOwnPage: (url) => isOwnPage(url, devServerUrl), log });
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate(process.platform, (command) => {
        emit('menu:command', command);
      }),
    ),
  );

  /** The system does not wait here, and the app may not be able to quit normally. */
  const onSessionEnd = (): void => {
    secrets.clearAtOnce();
    draggedFiles.removeAll();
  };
  const open = (): BrowserWindow => {
    const window = openWindow(devServerUrl, log);
    // On Windows, windows get this event; on Linux and macOS, the power monitor does.
    window.on('session-end', onSessionEnd);
    return window;
  };
  const showWindow = (): void => {
    if (closing !== undefined) return;
    const window = BrowserWindow.getAllWindows()[0] ?? open();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  open();
  schedule.start();
  powerMonitor.on('suspend', () => {
    schedule.suspend();
  });
  powerMonitor.on('resume', () => {
    schedule.resume();
  });
  powerMonitor.on('shutdown', onSessionEnd);
  app.on('child-process-gone', (_event, { type, reason }) => {
    log.info('process gone', { type, reason });
  });
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('will-quit', (event) => {
    if (isClosed) return;
    // The app ends when everything is closed, no matter how often it is asked to quit.
    event.preventDefault();
    void close().then(() => {
      app.quit();
    });
  });
}
