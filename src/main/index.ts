import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeImage, nativeTheme, net, powerMonitor } from 'electron';
import { createApp, type App } from './app.ts';
import { isOwnPage } from './app-file.ts';
import { registerAppScheme, serveAppProtocol } from './app-protocol.ts';
import { isCommandLine, runCli } from './cli/run.ts';
import { defaultDataDir } from './data-dir.ts';
import type { Desktop } from './desktop.ts';
import { dragIcon } from './drag-icon.ts';
import { systemClipboard } from './exports/clipboard.ts';
import { createSecretClipboard } from './exports/secret-clipboard.ts';
import { createFileLog } from './file-log.ts';
import { createEmitter } from './ipc/events.ts';
import { serveRequests } from './ipc/serve.ts';
import { createOsKeychain } from './keychain.ts';
import { setMenu } from './menu.ts';
import { createUpdates } from './updates.ts';
import { denyPermissions, openWindow } from './window.ts';

const workerFile = new URL('./worker.js', import.meta.url);
const argv = process.argv.slice(app.isPackaged ? 1 : 2);
// Window and command line share their data; Electron's own default would roam on Windows.
app.setPath('userData', app.commandLine.getSwitchValue('user-data-dir') || defaultDataDir());

if (isCommandLine(argv)) void runCommandLine();
else if (app.requestSingleInstanceLock()) runWindow();
else app.quit();

async function runCommandLine(): Promise<void> {
  app.exit(await runCli(argv, process, { workerFile }));
}

function runWindow(): void {
  registerAppScheme();
  // Not awaited at the top level: the app becomes ready only after this module has run.
  void app.whenReady().then(start);
}

function start(): void {
  const devServerUrl = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL'];
  const dataDir = app.getPath('userData');
  const log = createFileLog(join(dataDir, 'logs', 'main.log'));
  const secrets = createSecretClipboard({
    clipboard: systemClipboard,
    platform: process.platform,
    log,
  });
  const contents = (): Electron.WebContents[] =>
    BrowserWindow.getAllWindows().map((window) => window.webContents);
  const emit = createEmitter(contents);
  const updates = createUpdates({
    installation: {
      isPackaged: app.isPackaged,
      platform: process.platform,
      resourcesPath: process.resourcesPath,
    },
    log,
  });
  const desktop: Desktop = {
    canUpdate: updates.isPossible,
    async chooseSaveFile(suggestedName) {
      const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: suggestedName });
      return canceled || filePath === '' ? null : filePath;
    },
    copySecret: (text, clearAfterSeconds) => secrets.copy(text, clearAfterSeconds),
    dragFiles(paths) {
      const [file = ''] = paths;
      BrowserWindow.getFocusedWindow()?.webContents.startDrag({
        file,
        files: [...paths],
        icon: nativeImage.createFromDataURL(dragIcon),
      });
    },
    applySettings: ({ theme, installUpdates }) => {
      nativeTheme.themeSource = theme;
      updates.follow(installUpdates === true);
    },
  };
  let proxydeck: App;
  try {
    proxydeck = createApp({
      dataDir,
      keychain: createOsKeychain(),
      desktop,
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
  void proxydeck.accounts.finishRemovals();
  proxydeck.draggedFiles.removeAll();
  denyPermissions();
  serveAppProtocol(join(import.meta.dirname, '../renderer'));
  serveRequests({
    handlers: proxydeck.handlers,
    isOwnPage: (url) => isOwnPage(url, devServerUrl),
    log,
  });
  setMenu((command) => {
    emit('menu:command', command);
  });
  openWindow(devServerUrl, log);
  const { schedule } = proxydeck;
  schedule.start();
  powerMonitor.on('suspend', () => {
    schedule.suspend();
  });
  powerMonitor.on('resume', () => {
    schedule.resume();
  });

  app.on('second-instance', () => {
    const [window] = BrowserWindow.getAllWindows();
    if (window?.isMinimized()) window.restore();
    window?.focus();
  });
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow(devServerUrl, log);
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let closing: Promise<unknown> | undefined;
  let isClosed = false;
  app.on('will-quit', (event) => {
    if (isClosed) return;
    // Asked again or not, the app ends when everything has been put away.
    event.preventDefault();
    closing ??= Promise.allSettled([proxydeck.close(), secrets.clear()]).then(() => {
      proxydeck.draggedFiles.removeAll();
      isClosed = true;
      app.quit();
    });
  });
}
