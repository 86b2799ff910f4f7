import { fork, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { _electron, chromium, type Page } from '@playwright/test';
import { findElectron } from '../../scripts/electron.mjs';

/** What `evaluate` may touch in the main process; the same on Electron and the stand-in. */
export type ElectronModule = Pick<
  typeof Electron.Main,
  'app' | 'BrowserWindow' | 'clipboard' | 'dialog' | 'Menu' | 'net' | 'Notification' | 'powerMonitor'
>;

/** The running app: everything a spec needs, on Electron and on the stand-in alike. */
export interface RunningApp {
  readonly kind: 'electron' | 'stand-in';
  readonly page: Page;
  readonly pid: number;
  /** The exit code, or the signal, that ended the app. */
  readonly ended: Promise<number | string>;
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

/** The folder of the app: the project's, or the content of a packed archive. */
const root = process.env['PROXYDECK_APP_FOLDER'] ?? resolve(import.meta.dirname, '../..');

/** Far more than the app itself takes before it gives up waiting for what it closes. */
const quitDeadlineMs = 40_000;

/** Starts the built app in `out/` with its data in a folder of its own. */
export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  return isElectronHere() ? launchElectron(options) : launchStandIn(options);
}

/** Whether the specs run on real Electron; `E2E_TARGET=stand-in` says no. */
export function isElectronHere(): boolean {
  if (process.env['E2E_TARGET'] === 'stand-in') return false;
  return process.env['PROXYDECK_PACKAGED_APP'] !== undefined || findElectron() !== undefined;
}

async function launchElectron(options: LaunchOptions): Promise<RunningApp> {
  const packaged = process.env['PROXYDECK_PACKAGED_APP'];
  const app = await _electron.launch({
    // Without a path Playwright finds Electron itself and prepares it for tests, which no packaged app allows.
    ...(packaged === undefined ? {} : { executablePath: packaged }),
    args: [...(packaged === undefined ? [...preloads(), root] : []), `--user-data-dir=${options.userDataDir}`],
    env: environment(options),
    chromiumSandbox: process.env['PROXYDECK_TEST_SANDBOX'] === '1',
  });
  const launched = app.process();
  const ended = endOf(launched);
  const page = await app.firstWindow();
  const emulateSize = page.setViewportSize.bind(page);
  page.setViewportSize = async (size) => {
    // Only the window's own size makes room for what is emulated.
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
    }, size);
    await emulateSize(size);
  };
  return {
    kind: 'electron',
    page,
    // The process that Playwright knows is a shell on Windows.
    pid: await app.evaluate(() => process.pid),
    ended,
    // What comes back is what `run` gave.
    evaluate: (run, argument) => app.evaluate(evaluateWithAdditions, { source: run.toString(), argument }) as never,
    async close() {
      const deadline = setTimeout(() => launched.kill('SIGKILL'), quitDeadlineMs);
      await app.evaluate(quitWithoutAsking).catch(() => {
        // It has ended already.
      });
      await app.close();
      clearTimeout(deadline);
      if (launched.signalCode === 'SIGKILL') throw new Error('The app does not end when it quits.');
    },
  };
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
  ...preloads(),
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  root,
];

/** The switches that add what this version of Electron lacks; see the file that they name. */
export function preloads(): readonly string[] {
  const dist = dirname(findElectron() ?? '');
  const major = Number.parseInt(readFileSync(join(dist, 'version'), 'utf8'), 10);
  return major < 45 ? ['-r', join(import.meta.dirname, 'clipboard-of-electron-45.ts')] : [];
}

/** Runs the text of a function in the main process, with the module `electron` that the app imports. */
function evaluateWithAdditions(
  electron: unknown,
  { source, argument }: { readonly source: string; readonly argument: unknown },
): unknown {
  // Playwright carries functions as text itself; no other process reaches this one.
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
  const run = new Function(`return (${source})`)() as (module: unknown, argument: unknown) => unknown;
  return run(Reflect.get(globalThis, 'electronWithAdditions') ?? electron, argument);
}

async function launchStandIn(options: LaunchOptions): Promise<RunningApp> {
  const port = await findFreePort();
  const child = fork(
    join(import.meta.dirname, '../../scripts/stand-in/run.ts'),
    [root, `--user-data-dir=${options.userDataDir}`],
    { env: { ...environment(options), PROXYDECK_STAND_IN_CDP_PORT: String(port) }, execArgv: [] },
  );
  const ended = endOf(child);
  const page = await attach(port, child);
  return {
    kind: 'stand-in',
    page,
    pid: child.pid ?? 0,
    ended,
    evaluate: (run, argument) =>
      // What comes back is what `run` gave, carried as plain data.
      evaluateIn(child, run.toString(), argument) as never,
    async close() {
      child.kill('SIGTERM');
      const deadline = setTimeout(() => child.kill('SIGKILL'), quitDeadlineMs);
      await ended;
      clearTimeout(deadline);
      if (child.signalCode === 'SIGKILL') throw new Error('The app does not end when it quits.');
    },
  };
}

async function attach(port: number, child: ChildProcess): Promise<Page> {
  const deadlineMs = performance.now() + 30_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The app ended with ${String(child.exitCode)}.`);
    try {
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${String(port)}`);
      for (let tries = 0; tries < 200; tries += 1) {
        const page = browser
          .contexts()[0]
          ?.pages()
          .find((candidate) => candidate.url() !== 'about:blank');
        if (page) return page;
        await new Promise((done) => setTimeout(done, 50));
      }
      throw new Error('The window does not open.');
    } catch (error) {
      if (performance.now() > deadlineMs) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

let evaluationCount = 0;

function evaluateIn(child: ChildProcess, source: string, argument: unknown): Promise<unknown> {
  evaluationCount += 1;
  const id = evaluationCount;
  return new Promise((done, failed) => {
    const listen = (message: { id: number; value?: unknown; error?: string }): void => {
      if (message.id !== id) return;
      child.off('message', listen);
      if (message.error === undefined) done(message.value);
      else failed(new Error(message.error));
    };
    child.on('message', listen);
    child.send({ id, source, argument });
  });
}

function environment({ env }: LaunchOptions): Record<string, string> {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    // Editors set this one in their terminals, and Electron would start as plain Node.
    value === undefined || name === 'ELECTRON_RUN_AS_NODE' ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(inherited), ...env };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // A TCP server that listens has an address of this form.
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
