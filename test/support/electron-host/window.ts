import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Page, Request } from 'playwright';
import { app } from './app.ts';
import { openPage, setWebRtcPolicy } from './chromium.ts';
import { isCanceled } from './desktop.ts';
import { invoke, type SenderFrame } from './ipc.ts';
import { bindingName, dispatchName, installPreload, openWindowChannel } from './page-preload.ts';
import { answerAppRequest, toChromium, toElectron } from './protocol.ts';

interface WindowOptions {
  width: number;
  height: number;
  name?: string;
  windowStatePersistence?: boolean;
  backgroundColor: string;
  webPreferences: {
    preload: string;
    sandbox: boolean;
    contextIsolation: boolean;
    nodeIntegration: boolean;
  };
}
type OpenHandler = (details: { url: string }) => { action: 'deny' | 'allow' };

const windows = new Set<BrowserWindow>();

class WebContents extends EventEmitter {
  openHandler: OpenHandler = () => ({ action: 'allow' });
  page: Page | undefined;
  dragged: readonly string[] = [];

  isDestroyed(): boolean {
    return this.page?.isClosed() ?? false;
  }
  /** Nothing can be dragged; a test sees what would be. */
  startDrag(item: { file: string; files?: string[]; icon: { isEmpty: () => boolean } }): void {
    if (item.icon.isEmpty()) throw new Error('Must specify non-empty icon');
    this.dragged = item.files ?? [item.file];
  }
  /** Chromium gets the policy as a switch, when it starts. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    setWebRtcPolicy(policy);
  }
  /** Ends the process of the page, as a crash does. */
  forcefullyCrashRenderer(): void {
    void crash(this.page);
  }
  async executeJavaScript(code: string): Promise<unknown> {
    return await this.page?.evaluate(code);
  }
  reload = (): void => undefined;
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  send(channel: string, ...args: unknown[]): void {
    const cloned = structuredClone(args);
    void this.page
      ?.evaluate(
        ([name, sent]) => {
          const dispatch: unknown = Reflect.get(globalThis, name);
          if (typeof dispatch === 'function') Reflect.apply(dispatch, undefined, sent);
        },
        [dispatchName, [channel, ...cloned]] as const,
      )
      // A page that navigates or closes hears nothing, as in Electron.
      .catch(() => undefined);
  }
}

async function crash(page: Page | undefined): Promise<void> {
  const protocol = await page?.context().newCDPSession(page);
  // The page that crashes does not answer.
  await protocol?.send('Page.crash').catch(() => undefined);
}

/** A window is a page of one Chromium. */
export class BrowserWindow extends EventEmitter {
  static getAllWindows(): BrowserWindow[] {
    return [...windows];
  }
  static getFocusedWindow(): BrowserWindow | null {
    return [...windows][0] ?? null;
  }
  readonly webContents = new WebContents();
  #page: Promise<Page>;
  readonly #preload: string;
  #url = '';
  readonly #stateFile: string | null;

  constructor(options: WindowOptions) {
    super();
    const { sandbox, contextIsolation, nodeIntegration, preload } = options.webPreferences;
    if (!sandbox || !contextIsolation || nodeIntegration) {
      throw new Error('The stand-in plays only a sandboxed, isolated window without Node.');
    }
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    windows.add(this);
    const { name = '', windowStatePersistence = false } = options;
    this.#stateFile =
      windowStatePersistence && name !== ''
        ? join(app.getPath('userData'), `stand-in-window-${name}.json`)
        : null;
    this.#preload = readFileSync(preload, 'utf8');
    this.#page = this.#open(this.#restoreSize() ?? options);
    this.webContents.reload = () => {
      void this.#reload();
    };
  }

  /** A page that has crashed stays so in Playwright; another one takes its place. */
  async #reload(): Promise<void> {
    const before = await this.#page;
    const size = before.viewportSize() ?? { width: 1280, height: 800 };
    this.#page = this.#open(size);
    await this.loadURL(this.#url);
    await before.close();
  }

  /** Electron keeps more than the size, and moves a window onto a display that is there. */
  #restoreSize(): { width: number; height: number } | undefined {
    if (this.#stateFile === null || !existsSync(this.#stateFile)) return undefined;
    // Written by setSize below.
    return JSON.parse(readFileSync(this.#stateFile, 'utf8')) as { width: number; height: number };
  }
  setSize(width: number, height: number): void {
    if (this.#stateFile !== null) writeFileSync(this.#stateFile, JSON.stringify({ width, height }));
    void this.#page
      .then((page) => page.setViewportSize({ width, height }))
      // A window that closes meanwhile can't be measured.
      .catch(() => undefined);
  }
  getSize(): [width: number, height: number] {
    const size = this.webContents.page?.viewportSize();
    return [size?.width ?? 0, size?.height ?? 0];
  }

  async #open(size: { width: number; height: number }): Promise<Page> {
    // What the app sets right after it made the window comes before Chromium starts.
    await new Promise(setImmediate);
    const page = await openPage(size);
    this.webContents.page = page;
    await page.exposeBinding(bindingName, ({ frame }, channel: string, args: unknown[]) => {
      if (channel !== openWindowChannel) return invoke(describeFrame(frame), channel, args);
      const { action } = this.webContents.openHandler({ url: toElectron(String(args[0])) });
      if (action === 'allow') throw new Error('The stand-in opens no windows for a page.');
      return undefined;
    });
    const names = { bindingName, dispatchName, openWindowChannel };
    await page.addInitScript(installPreload, { preload: this.#preload, ...names });
    await page.context().route('**/*', async (route) => {
      const request = route.request();
      const owner = pageOf(request);
      if (owner !== page) {
        // Another window's own request, or a popup: that one asks first, as in Electron.
        if (owner !== undefined && (await owner.opener()) === null) return route.fallback();
        const { action } = this.webContents.openHandler({ url: toElectron(request.url()) });
        return action === 'deny' ? route.abort('aborted') : route.continue();
      }
      const url = toElectron(request.url());
      const isTopNavigation = request.isNavigationRequest() && request.frame() === page.mainFrame();
      if (isTopNavigation && page.url() !== 'about:blank') {
        const event = { url, isPrevented: false, preventDefault: () => (event.isPrevented = true) };
        this.webContents.emit('will-navigate', event);
        if (event.isPrevented) return route.abort('aborted');
      }
      if (isCanceled(url)) return route.abort('blockedbyclient');
      const answer = await answerAppRequest(request.url(), request.method());
      if (!answer) return route.continue();
      return route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(await answer.arrayBuffer()),
      });
    });
    page.on('popup', (popup) => void popup.close());
    page.on('crash', () => {
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    page.on('close', () => {
      if (this.webContents.page !== page) return;
      windows.delete(this);
      if (windows.size === 0) app.emit('window-all-closed');
    });
    return page;
  }

  async loadURL(url: string): Promise<void> {
    this.#url = url;
    const page = await this.#page;
    await page.goto(toChromium(url));
  }
  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }
  show(): void {
    // Nothing is ever hidden.
  }
  isMinimized(): boolean {
    return false;
  }
  restore(): void {
    // Nothing is ever minimized.
  }
  focus(): void {
    void this.#page.then((page) => page.bringToFront());
  }
}

/** The page of a request; undefined for the first request of a popup, whose frame does not exist yet. */
function pageOf(request: Request): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

function describeFrame(frame: Frame): SenderFrame {
  const parent = frame.parentFrame();
  return { url: toElectron(frame.url()), parent: parent && describeFrame(parent) };
}
