import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { _electron, chromium, type Page } from '@playwright/test';

/** What `evaluate` may touch in the main process; the same on Electron and the stand-in. */
export type ElectronModule = Pick<
  typeof Electron.Main,
  'app' | 'BrowserWindow' | 'clipboard' | 'dialog' | 'Menu' | 'net'
>;

/** The running app: everything a spec needs, on Electron and on the stand-in alike. */
export interface RunningApp {
  readonly kind: 'electron' | 'stand-in';
  readonly page: Page;
  readonly pid: number;
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

const root = resolve(import.meta.dirname, '../..');

/** Starts the built app in `out/` with its data in a folder of its own. */
export async function launchApp(options: LaunchOptions): Promise<RunningApp> {
  const binary = findElectron();
  const launched = binary === undefined ? launchStandIn(options) : launchElectron(binary, options);
  return launched;
}

/** The path of Electron's binary where it has been fetched; asking the package itself would start a download. */
export function findElectron(): string | undefined {
  if (process.env['E2E_TARGET'] === 'stand-in') return undefined;
  const folder =
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(root, 'node_modules/electron/dist');
  const pathFile = join(root, 'node_modules/electron/path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : 'electron';
  const binary = join(folder, name);
  return existsSync(binary) ? binary : undefined;
}

async function launchElectron(executablePath: string, options: LaunchOptions): Promise<RunningApp> {
  const app = await _electron.launch({
    executablePath,
    args: [root, `--user-data-dir=${options.userDataDir}`],
    env: environment(options),
  });
  return {
    kind: 'electron',
    page: await app.firstWindow(),
    pid: app.process().pid ?? 0,
    // Playwright types the argument as unboxed handles; ours is plain data, which stays as it is.
    evaluate: (run, argument) => app.evaluate(run as never, argument) as never,
    close: () => app.close(),
  };
}

async function launchStandIn(options: LaunchOptions): Promise<RunningApp> {
  const port = await findFreePort();
  const child = fork(
    join(root, 'test/support/electron-host/run.ts'),
    [root, `--user-data-dir=${options.userDataDir}`],
    { env: { ...environment(options), PROXYDECK_STAND_IN_CDP_PORT: String(port) }, execArgv: [] },
  );
  const ended = new Promise((done) => child.once('exit', done));
  const page = await attach(port, child);
  return {
    kind: 'stand-in',
    page,
    pid: child.pid ?? 0,
    evaluate: (run, argument) =>
      // What comes back is what `run` gave, carried as plain data.
      evaluateIn(child, run.toString(), argument) as never,
    async close() {
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(killer);
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
    value === undefined ? [] : [[name, value] as const],
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
