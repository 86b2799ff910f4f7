/** The window without Electron: `createApp` in this process, the built page in Chromium, and the app's own preload between them. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import type { App, AppParts, createApp as CreateApp } from '../../src/main/app.ts';
import { readAppFile } from '../../src/main/electron/app-file.ts';
import type { createDoor as CreateDoor } from '../../src/main/ipc/door.ts';
import type { Desktop } from '../../src/main/ports.ts';
import { cancelChannel, eventChannel, requestChannel } from '../../src/shared/request-text.ts';
import { builtWorker } from './built-worker.ts';
import { createMemoryKeychain } from './memory-keychain.ts';

const out = resolve(import.meta.dirname, '../../out');

/** How late answers and events come at most: a test that fails then does not wait for what it needs. */
const maxLateMs = Number(process.env['PROXYDECK_LATE_MS'] ?? 0);
const beLate = async (): Promise<void> => {
  if (maxLateMs > 0) await sleep(Math.random() * maxLateMs);
};

/** Opens the app as it was built, and its door for requests, without a page. */
export async function openBuiltApp(parts: Omit<AppParts, 'workerFile'>, isOwnPage: (url: string) => boolean) {
  const load = (name: string): Promise<unknown> => import(pathToFileURL(join(out, 'main', name)).href);
  // The build made them of these two files.
  const { createApp } = (await load('app.js')) as { createApp: typeof CreateApp };
  const { createDoor } = (await load('door.js')) as { createDoor: typeof CreateDoor };
  const app = createApp({ ...parts, workerFile: builtWorker });
  const gate = { check: () => Promise.resolve() };
  return { app, door: createDoor({ handlers: app.handlers, session: app.session, gate, log: parts.log, isOwnPage }) };
}

/** A server of the built page, with the headers that the page has in the app. */
export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the built page on a free port of this machine. */
export async function servePage(): Promise<PageServer> {
  const server = createServer((request, response) => {
    void readAppFile(join(out, 'renderer'), `app://proxydeck${request.url ?? ''}`).then((file) => {
      if (file) response.writeHead(200, file.headers).end(file.body);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** The desktop of a test: what the user would answer in its dialogs, and what the app did with it. */
export class TestDesktop implements Desktop {
  /** The answer of the dialogs for a file; null: closed without a choice. */
  saveTo: string | null = null;
  openFrom: string | null = null;
  /** The text that the main process put on the clipboard last. */
  copied = '';
  isInFront = true;
  /** Whether the system has a network. */
  isOnline = true;
  restarts = 0;
  readonly endsWithWindow = true;
  startsAtLogin = false;
  readonly loginStart = {
    isOn: () => this.startsAtLogin,
    set: (isOn: boolean): void => {
      this.startsAtLogin = isOn;
    },
  };
  readonly shownFiles: string[] = [];
  readonly notifications: { readonly title: string; readonly body: string; readonly open: () => void }[] = [];

  chooseSaveFile(): Promise<string | null> {
    return Promise.resolve(this.saveTo);
  }
  chooseOpenFile(): Promise<string | null> {
    return Promise.resolve(this.openFrom);
  }
  async copySecret(text: Blob): Promise<void> {
    this.copied = await text.text();
  }
  copyText(text: string): Promise<void> {
    this.copied = text;
    return Promise.resolve();
  }
  showFile(path: string): void {
    this.shownFiles.push(path);
  }
  notify(text: { readonly title: string; readonly body: string }, open: () => void): void {
    this.notifications.push({ ...text, open });
  }
  restart(): void {
    this.restarts += 1;
  }
  isFocused(): boolean {
    return this.isInFront;
  }
  applySettings(): void {
    // The frame of a window belongs to Electron.
  }
}

/** Parts of the app that a test may replace. */
export type WindowParts = Partial<Pick<AppParts, 'clock' | 'keychain'>>;

export interface WindowOptions extends WindowParts {
  readonly dataDir: string;
  readonly origin: string;
  /** Empty; its context is closed with the window. */
  readonly page: Page;
}

/** An open window, and the app behind it. */
export interface OpenWindow {
  readonly page: Page;
  readonly app: App;
  readonly desktop: TestDesktop;
  readonly dataDir: string;
  /** The events and errors that the app logged. */
  readonly logged: readonly string[];
  /** Resolves once every request of the page has its answer and the page has painted it. */
  idle(): Promise<void>;
  /** Closes the window and the app; does nothing the second time. */
  close(): Promise<void>;
}

/** Opens the built page of an app whose files are in `dataDir`; no other app has them open. */
export async function openWindow(options: WindowOptions): Promise<OpenWindow> {
  const { page, dataDir, origin, keychain = createMemoryKeychain(), clock } = options;
  const desktop = new TestDesktop();
  const logged: string[] = [];
  /** The page gets events in their order; it misses those that come while it is loaded, as in the app. */
  let events = Promise.resolve();
  const parts = {
    dataDir,
    keychain,
    desktop,
    emit(name, payload) {
      const late = beLate();
      events = events.then(async () => {
        await late;
        await page.evaluate(receiveInPage, { channel: eventChannel, name, payload }).catch(() => undefined);
      });
    },
    log: {
      info: (event) => void logged.push(event),
      error(event, error) {
        logged.push(`${event}: ${error instanceof Error ? String(error.stack) : String(error)}`);
      },
    },
    clock,
    isOnline: () => desktop.isOnline,
  } satisfies Omit<AppParts, 'workerFile'>;
  const { app, door } = await openBuiltApp(parts, (url) => url.startsWith(`${origin}/`));
  let closing: Promise<void> | undefined;
  let runningCount = 0;
  let startedCount = 0;
  await page.exposeBinding('proxydeckInvoke', async ({ frame }, channel: unknown, sent: unknown) => {
    const sender = { url: frame.url(), parent: frame.parentFrame() };
    if (channel === cancelChannel) {
      door.cancel(sender, sent);
      return undefined;
    }
    if (channel !== requestChannel) throw new Error(`Unknown channel ${String(channel)}.`);
    startedCount += 1;
    runningCount += 1;
    try {
      const answer = await door.answer(sender, sent);
      await beLate();
      return answer;
    } finally {
      runningCount -= 1;
    }
  });
  await page.addInitScript({ content: preloadInPage() });
  await page.goto(`${origin}/index.html`, { waitUntil: 'commit' });
  app.startSchedules();
  void app.startGateways();
  return {
    page,
    app,
    desktop,
    dataDir,
    logged,
    async idle() {
      for (;;) {
        const before = startedCount;
        await events;
        await page.evaluate(paintTwice);
        if (runningCount === 0 && startedCount === before) return;
      }
    },
    close: () =>
      (closing ??= page
        .context()
        .close()
        .then(() => app.close())),
  };
}

/** The built preload, with the three things of Electron that it uses. */
const preloadInPage = (): string => `(() => {
  if (window !== top) return;
  const receivers = [];
  const ipcRenderer = {
    invoke: (channel, sent) => window.proxydeckInvoke(channel, sent),
    on: (channel, receive) => receivers.push({ channel, receive }),
  };
  const contextBridge = {
    exposeInMainWorld: (name, value) => { window[name] = value; },
    executeInMainWorld: ({ func }) => func(),
  };
  window.proxydeckReceive = (channel, name, payload) => {
    for (const receiver of receivers) if (receiver.channel === channel) receiver.receive({}, name, payload);
  };
  const require = () => ({ contextBridge, ipcRenderer });
  ${readFileSync(join(out, 'preload/index.cjs'), 'utf8')}
})();`;

/** Runs in the page. */
function receiveInPage({ channel, name, payload }: { channel: string; name: string; payload: unknown }): void {
  // The script of the preload above defines it.
  const receive = Reflect.get(globalThis, 'proxydeckReceive') as (...sent: readonly unknown[]) => void;
  receive(channel, name, payload);
}

/** Runs in the page. */
const paintTwice = (): Promise<void> =>
  new Promise((done) => {
    requestAnimationFrame(() => {
      requestAnimationFrame(() => {
        done();
      });
    });
  });
