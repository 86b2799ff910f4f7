import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  session,
  type IpcMainInvokeEvent,
} from 'electron';
import { version } from '../../package.json';
import type { App } from './app.ts';
import type { BackgroundStatus } from './background.ts';
import { cancelChannel, eventChannel, requestChannel } from '../shared/request-text.ts';
import { asFailure } from '../shared/failure.ts';
import type { Events, MenuCommand } from '../shared/ipc.ts';
import { commandNames } from './cli/load-commands.ts';
import { defaultDataDir, prepareDataDir } from './data-dir.ts';
import { type Desktop, type Emit, systemClock } from './ports.ts';
import { isOwnPage, readDevServer } from './electron/app-file.ts';
import { registerAppScheme, serveAppProtocol, guardSession } from './electron/app-protocol.ts';
import { answerArguments, findRefusedSwitch, ownArguments } from './electron/arguments.ts';
import { createClosing } from './electron/closing.ts';
import { createDesktop, createSystemClipboard } from './electron/desktop.ts';
import { confirmBackground, confirmQuit, confirmAct, showAbout, showLicenses } from './electron/dialogs.ts';
import { createEnding, endOnFatalErrors, createQuitting } from './electron/ending.ts';
import { hasIconHost } from './electron/icon-host.ts';
import { backgroundSwitch, createLoginStart } from './electron/login-start.ts';
import { menuTemplate } from './electron/menu.ts';
import { openWindow } from './electron/window.ts';
import { keepBackground, takeBackground } from './electron/restart-state.ts';
import { createSecretClipboard } from './electron/secret-clipboard.ts';
import { trayActions } from './electron/tray-actions.ts';
import type { Tray } from './electron/tray.ts';
import { createFileLog } from './file-log.ts';
import { createUserGate, type UserGate } from './ipc/user-gate.ts';
import { createOsKeychain } from './accounts/keychain.ts';
import { createUpdates, hostRules } from './updates.ts';

const workerFile = new URL('./worker.js', import.meta.url);

// Shared with the command line; Electron's default would roam on Windows.
const dataDir = resolve(app.commandLine.getSwitchValue('user-data-dir') || defaultDataDir());
const log = createFileLog(join(dataDir, 'logs', 'main.log'));
const installation = {
  isPackaged: app.isPackaged,
  platform: process.platform,
  resourcesPath: process.resourcesPath,
};
const keychain = createOsKeychain();
let close = (): Promise<unknown> => Promise.resolve();
/** Removes what must not outlive this run, without waiting. */
let clearTraces = (): void => undefined;
const ending = createEnding({
  log,
  close: () => close(),
  isHeldUp: () => keychain.isWaiting(),
  exit: (code) => {
    app.exit(code);
  },
  kill() {
    clearTraces();
    // Other exits wait for every thread.
    process.kill(process.pid, 'SIGKILL');
  },
  relaunch: () => {
    // Somebody wants to see it.
    app.relaunch({ args: process.argv.slice(1).filter((argument) => argument !== `--${backgroundSwitch}`) });
  },
});
const onFatalError = endOnFatalErrors({
  log,
  explain() {
    dialog.showErrorBox(
      'Proxydeck must close',
      `An unexpected error occurred. Your data is saved. Start Proxydeck again. Details are in ${join(dataDir, 'logs')}.`,
    );
  },
  end: () => {
    ending.begin(1);
  },
});
try {
  begin();
} catch (error) {
  onFatalError(error);
}

function begin(): void {
  const words = ownArguments(process.argv, {
    isPackaged: app.isPackaged,
    isAppFolder: (argument) => resolve(argument) === resolve(app.getAppPath()),
  });
  const answer = answerArguments(words, version, commandNames);
  if (answer !== undefined) {
    writeSync(answer.exitCode === 0 ? 1 : 2, `${answer.text}\n`);
    app.exit(answer.exitCode);
    return;
  }
  const refused =
    app.isPackaged && !isInspectable() ? findRefusedSwitch((name) => app.commandLine.hasSwitch(name)) : undefined;
  if (refused !== undefined) {
    writeSync(2, `Proxydeck does not start with --${refused}, which could expose its window.\n`);
    app.exit(2);
    return;
  }
  try {
    prepareDataDir(dataDir);
    app.setPath('userData', dataDir);
    // Fails, for instance, in a folder that root has once used.
    putProfile(join(dataDir, 'chromium'));
  } catch (error) {
    refuseDataDir(error);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return;
  }
  if (app.isPackaged) {
    // Groups the window with a pinned shortcut.
    if (process.platform === 'win32') app.setAppUserModelId('app.proxydeck.Proxydeck');
    app.commandLine.appendSwitch('host-resolver-rules', hostRules(installation));
  }
  // Chromium's password store would ask for a keyring before there is a key.
  if (process.platform === 'linux') app.commandLine.appendSwitch('password-store', 'basic');
  registerAppScheme();
  // The app is ready only after this module.
  app.whenReady().then(start).catch(onFatalError);
}

/** Chromium's profile has a folder of its own in the data folder. */
function putProfile(folder: string): void {
  const crashes = join(folder, 'Crashpad');
  mkdirSync(crashes, { recursive: true, mode: 0o700 });
  app.setPath('sessionData', folder);
  app.setPath('crashDumps', crashes);
}

function refuseDataDir(error: unknown): void {
  // Chromium needs a profile to show anything.
  const folder = mkdtempSync(join(tmpdir(), 'proxydeck-'));
  app.setPath('userData', folder);
  putProfile(folder);
  void app.whenReady().then(() => {
    dialog.showErrorBox('Proxydeck cannot start', asFailure(error).message);
    rmSync(folder, { recursive: true, force: true });
    app.exit(1);
  });
}

/** Whether this package was built for tests, as its archive says. */
function isInspectable(): boolean {
  const manifest: unknown = JSON.parse(readFileSync(join(app.getAppPath(), 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'isInspectable' in manifest;
}

/** Only Linux has desktops without icons of programs. */
const hasIcons = (): Promise<boolean> =>
  process.platform === 'linux' ? hasIconHost(process.env) : Promise.resolve(true);
/** At a login, the panel may start after the app: within a minute, ever less often. */
const panelWaitsMs = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** The icon may change after these. */
const trayEvents: ReadonlySet<keyof Events> = new Set([
  'accounts:changed',
  'exports:refreshed',
  'gateway:changed',
  'gateway:ended',
  'sync:plan',
  'sync:state',
  'tests:progress',
  'tests:schedules',
]);

/** Chromium starts its processes while the app is loaded. */
async function start(): Promise<void> {
  const devServerUrl = readDevServer({
    address: process.env['ELECTRON_RENDERER_URL'],
    isPackaged: app.isPackaged,
    isDevRun: app.commandLine.hasSwitch('dev-server'),
  });
  const secrets = createSecretClipboard({
    clipboard: createSystemClipboard(),
    platform: process.platform,
    log,
  });
  const sendToWindows: Emit = (name, payload) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      if (!webContents.isDestroyed()) webContents.send(eventChannel, name, payload);
    }
  };
  let proxydeck: App | undefined;
  let tray: Tray | undefined;
  /** Icons made before their panel never appear. Resolves with whether it is shown. */
  const showTray = async (): Promise<boolean> => {
    if (!proxydeck || !(await hasIcons())) return false;
    const { createTray } = await import('./electron/tray.ts');
    const { background } = proxydeck;
    const openProblem = async ({ accountId, target }: NonNullable<BackgroundStatus['problem']>): Promise<void> => {
      await showLoadedWindow();
      emit('notification:open', { accountId, target });
    };
    const quit = (): void => {
      app.quit();
    };
    tray ??= createTray({
      status: () => background.status(),
      readyVersion: () => updates.ready(),
      actions: trayActions({ app: proxydeck, log, showWindow, openProblem, restart: restartToUpdate, quit }),
      log,
    });
    return true;
  };
  const currentWindow = (): Electron.BrowserWindow | undefined => BrowserWindow.getAllWindows()[0];
  clearTraces = () => {
    secrets.clearAtOnce();
  };
  const quitting = createQuitting({
    runningWork: () => proxydeck?.runningWork() ?? [],
    async ask(work) {
      const answer = await confirmQuit(currentWindow(), work);
      if (answer === 'stay') ending.startAgain(false);
      return answer;
    },
    quit: () => {
      app.quit();
    },
  });
  const gate = createUserGate({
    monotonicMs: () => systemClock.monotonicMs(),
    ask: (question) => confirmAct(currentWindow(), question),
  });
  const closing = createClosing({
    work: () => proxydeck?.background.work() ?? [],
    setting: () => proxydeck?.settings().whenClosed ?? 'ask',
    save(whenClosed) {
      try {
        proxydeck?.saveSettings({ whenClosed });
      } catch (error) {
        // The user is asked again.
        log.error('setting', error);
      }
    },
    hasIcon: showTray,
    ask: (work, isShown) => confirmBackground(currentWindow(), work, isShown),
    close: () => currentWindow()?.close(),
    minimize: () => currentWindow()?.minimize(),
    quit: () => {
      app.quit();
    },
  });
  // The system does not wait here.
  const endSession = (): void => {
    quitting.endOfSession();
    clearTraces();
  };
  const updates = createUpdates({
    installation,
    log,
    onReady() {
      updateMenu();
      tray?.update();
    },
  });
  /** Comes back as it was, with or without a window. */
  const restartToUpdate = (): void => {
    quitting.quitBy(() => {
      if (closing.isInBackground) keepBackground(dataDir);
      updates.install();
    });
  };
  const open = (): BrowserWindow => {
    closing.setInBackground(false);
    const window = openWindow({
      devServerUrl,
      stateFile: join(dataDir, 'window.json'),
      onAct: () => {
        gate.sawAct();
      },
      isQuitting: () => quitting.isDecided,
      log,
    });
    // On macOS the app stays when its window is closed.
    window.on('close', (event) => {
      if (process.platform === 'darwin' || quitting.isDecided) return;
      if (closing.endsApp(event)) quitting.check(event);
    });
    // On Windows, windows get this event; elsewhere the power monitor does.
    window.on('session-end', endSession);
    return window;
  };
  /** Resolves when events can be sent. */
  const showLoadedWindow = async (): Promise<void> => {
    const isNew = BrowserWindow.getAllWindows().length === 0;
    showWindow();
    const [window] = BrowserWindow.getAllWindows();
    if (isNew && window) await once(window.webContents, 'did-finish-load');
  };
  const showWindow = (): void => {
    if (ending.hasBegun) {
      ending.startAgain();
      return;
    }
    const window = currentWindow() ?? open();
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };
  const sendCommand = (command: MenuCommand): void => {
    gate.sawAct();
    const [window] = BrowserWindow.getAllWindows();
    if (window) {
      sendToWindows('menu:command', command);
      return;
    }
    // On macOS the menu remains when the window is closed.
    open().webContents.once('did-finish-load', () => {
      sendToWindows('menu:command', command);
    });
  };
  const updateMenu = (): void => {
    const template = menuTemplate({
      platform: process.platform,
      hasAccount: (proxydeck?.accounts.list() ?? []).length > 0,
      hasDeveloperTools: !app.isPackaged,
      send: sendCommand,
      showAbout: () => void showAbout(currentWindow()),
      showLicenses: () => void showLicenses(),
      readyVersion: updates.ready(),
      restart: restartToUpdate,
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  };
  const desktop = createDesktop({
    secrets,
    updates,
    loginStart: createLoginStart({
      isPackaged: app.isPackaged,
      platform: process.platform,
      environment: process.env,
      program: process.execPath,
      items: app,
    }),
    showWindow: () => showLoadedWindow(),
    restart() {
      ending.startAgain();
      app.quit();
    },
  });
  const emit: Emit = (name, payload) => {
    sendToWindows(name, payload);
    if (name === 'accounts:changed') updateMenu();
    if (trayEvents.has(name)) tray?.update();
  };
  guardSession(devServerUrl);
  serveAppProtocol(join(import.meta.dirname, '../renderer'));
  updateMenu();
  if (isBackgroundStart()) closing.setInBackground(true);
  else open();
  const opening = openApp(desktop, emit);
  serveRequests(opening, gate, (url) => isOwnPage(url, devServerUrl));
  close = async () => {
    session.defaultSession.flushStorageData();
    tray?.close();
    // Also an app that is still being opened.
    await Promise.allSettled([opening.then((opened) => opened.close()), secrets.clear()]);
  };
  powerMonitor.on('suspend', () => {
    proxydeck?.schedule.suspend();
  });
  powerMonitor.on('resume', () => {
    proxydeck?.schedule.resume();
    proxydeck?.testSchedule.resume();
  });
  // Not the first listener: on Linux, Electron does not see that one.
  powerMonitor.on('shutdown', endSession);
  app.on('child-process-gone', (_event, { type, reason }) => {
    log.info('process gone', { type, reason });
  });
  app.on('second-instance', showWindow);
  app.on('activate', showWindow);
  // Electron's handlers would quit with a question.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A logout ends Chromium's processes; restarting them would count as a broken graphics driver.
      app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
      quitting.quitNow();
    });
  }
  app.on('before-quit', (event) => {
    quitting.check(event);
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !closing.isInBackground) app.quit();
    else proxydeck?.releaseReaders();
  });
  app.on('will-quit', (event) => {
    // Electron ignores a second `quit` here, so the app ends itself.
    event.preventDefault();
    ending.begin(0);
  });
  try {
    proxydeck = await opening;
  } catch (error) {
    refuseStart(error);
    return;
  }
  updateMenu();
  run(proxydeck);
  const isShown = await untilTrue(showTray, panelWaitsMs);
  // Nobody would find it without a window.
  if (!isShown && closing.isInBackground && !quitting.isDecided) open().minimize();
}

/** Resolves with the last answer. */
async function untilTrue(attempt: () => Promise<boolean>, waitsMs: readonly number[]): Promise<boolean> {
  for (const waitMs of waitsMs) {
    if (await attempt()) return true;
    await wait(waitMs);
  }
  return attempt();
}

/** At login, where macOS passes no switch, or after an update of an app without a window. */
const isBackgroundStart = (): boolean =>
  takeBackground(dataDir) ||
  app.commandLine.hasSwitch(backgroundSwitch) ||
  (process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);

function run(opened: App): void {
  const { accounts } = opened;
  void accounts.finishRemovals();
  // Earlier versions wrote dragged exports there.
  rmSync(join(dataDir, 'dragged'), { recursive: true, force: true });
  app.on('browser-window-focus', () => {
    void opened.closeRemoved().catch((error: unknown) => {
      log.error('close of removed accounts', error);
    });
  });
  opened.startSchedules();
  void opened.startGateways();
}

async function openApp(desktop: Desktop, emit: Emit): Promise<App> {
  const { createApp } = await import('./app.ts');
  const isOnline = (): boolean => net.isOnline();
  return createApp({ dataDir, program: 'The window of Proxydeck', keychain, desktop, emit, log, workerFile, isOnline });
}

/** Requests wait until the app is open. */
function serveRequests(opening: Promise<App>, gate: UserGate, isOwn: (url: string) => boolean): void {
  const door = Promise.all([opening, import('./ipc/door.ts')]).then(([{ handlers, session }, { createDoor }]) =>
    createDoor({ handlers, session, gate, log, isOwnPage: isOwn }),
  );
  // `refuseStart` explains why the app could not be opened.
  door.catch(() => undefined);
  // A frame that navigates away becomes null.
  const senderOf = ({ senderFrame: frame }: IpcMainInvokeEvent) => frame && { url: frame.url, parent: frame.parent };
  ipcMain.handle(requestChannel, async (event, sent: unknown) => {
    const sender = senderOf(event);
    return (await door).answer(sender, sent);
  });
  ipcMain.handle(cancelChannel, async (event, number: unknown) => {
    const sender = senderOf(event);
    (await door).cancel(sender, number);
  });
}

function refuseStart(error: unknown): void {
  log.error('start', error);
  dialog.showErrorBox('Proxydeck cannot start', error instanceof Error ? error.message : '');
  app.exit(1);
}
