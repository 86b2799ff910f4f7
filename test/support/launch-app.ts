import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { findElectron } from '../../scripts/electron.mjs';
import { lacks } from './needs.ts';

/** What `evaluate` may touch in the main process. */
export type ElectronModule = Pick<
  typeof Electron.Main,
  'app' | 'BrowserWindow' | 'clipboard' | 'dialog' | 'Menu' | 'net' | 'Notification' | 'powerMonitor'
>;

/** The running app, as a spec uses it. */
export interface RunningApp {
  /** That of the first window. */
  readonly page: Page;
  readonly pid: number;
  /** The exit code, or the signal, that ended the app. */
  readonly ended: Promise<number | string>;
  /** The page of the window that is open now, or of the next one that opens. */
  currentPage(): Promise<Page>;
  /** Runs a function in the main process; it is carried as text, so it may use its two arguments only. */
  evaluate<Argument, Value>(
    run: (electron: ElectronModule, argument: Argument) => Value | Promise<Value>,
    argument: Argument,
  ): Promise<Value>;
  /** Quits the app as its menu would. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  readonly userDataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** What is missing for a window of Electron; undefined: nothing. */
export function lacksElectron(): string | undefined {
  if (process.env['PROXYDECK_PACKAGED_APP'] === undefined && findElectron() === undefined) return 'needs Electron';
  return process.env['DISPLAY'] ? undefined : lacks('xvfb', 'xauth');
}

const root = resolve(import.meta.dirname, '../..');

/** Far more than the app itself takes before it gives up waiting for what it closes. */
const quitDeadlineMs = 40_000;

/** Starts the built app in `out/` on Electron, or a packaged one, with its data in a folder of its own. */
export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  const packaged = process.env['PROXYDECK_PACKAGED_APP'];
  const app = await _electron.launch({
    // Without a path Playwright finds Electron itself and prepares it for tests, which no packaged app allows.
    ...(packaged === undefined ? {} : { executablePath: packaged }),
    args: [...(packaged === undefined ? [root] : []), `--user-data-dir=${options.userDataDir}`],
    env: environment(options.env),
    chromiumSandbox: process.env['PROXYDECK_TEST_SANDBOX'] === '1',
  });
  const launched = app.process();
  const ended = endOf(launched);
  const page = await firstPage(app);
  return {
    page,
    // The process that Playwright knows is a shell on Windows.
    pid: await app.evaluate(() => process.pid),
    ended,
    currentPage: async () => app.windows().find((one) => !one.isClosed()) ?? app.waitForEvent('window'),
    // Playwright's own type of the function takes no type parameters.
    evaluate: (run, argument) => app.evaluate(run as never, argument) as never,
    async close() {
      const deadline = setTimeout(() => launched.kill('SIGKILL'), quitDeadlineMs);
      await app.evaluate(quitWithoutAsking).catch(() => {
        // It has ended already.
      });
      await app.close();
      clearTimeout(deadline);
      if (launched.signalCode === 'SIGKILL')
        throw new Error(`The app does not end when it quits. Its log:\n${readLog(options.userDataDir)}`);
    },
  };
}

async function firstPage(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow();
  const emulateSize = page.setViewportSize.bind(page);
  page.setViewportSize = async (size) => {
    // Only the window's own size makes room for what is emulated.
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);
    await emulateSize(size);
  };
  return page;
}

/** Opens an empty page of Electron, for tests in which the app runs elsewhere; its data goes into a folder. */
export async function openElectronPage(folder: string): Promise<Page> {
  const app = await _electron.launch({
    args: [join(import.meta.dirname, 'empty-window.mjs'), `--user-data-dir=${folder}`],
    env: environment({}),
  });
  return firstPage(app);
}

const endOf = (child: ChildProcess): Promise<number | string> =>
  new Promise((done) => {
    child.once('exit', (code, signal) => {
      done(code ?? String(signal));
    });
  });

/** Answers the question about work in progress, because nobody is there. */
function quitWithoutAsking({ dialog }: ElectronModule): void {
  const answer = (_window: unknown, { buttons }: Electron.MessageBoxOptions): unknown =>
    Promise.resolve({ response: buttons?.indexOf('Quit now') });
  dialog.showMessageBox = answer as typeof dialog.showMessageBox;
}

/** The program and the arguments that start the app on real Electron, for a spec that starts it itself. */
export const electronCommand = (): readonly string[] => [
  findElectron() ?? '',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  root,
];

function environment(env: LaunchOptions['env']): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    // Editors set this one in their terminals, and Electron would start as plain Node.
    value === undefined || name === 'ELECTRON_RUN_AS_NODE' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(inherited), ...env };
}

/** The end of what the app logged. */
const readLog = (userDataDir: string): string => {
  const file = join(userDataDir, 'logs', 'main.log');
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-2000) : '';
};
