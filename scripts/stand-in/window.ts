import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Frame, Page, Request } from 'playwright';
import { app, CancelableEvent } from './app.ts';
import { openPage, setWebRtcPolicy } from './chromium.ts';
import { isCanceled } from './desktop.ts';
import { invoke, type SenderFrame } from './ipc.ts';
import { bindingName, dispatchName, inputChannel, installPreload, openWindowChannel } from './page-preload.ts';
import { answerAppRequest, toChromium, toElectron } from './protocol.ts';

interface WindowOptions {
  width: number;
  height: number;
  x?: number;
  y?: number;
  backgroundColor: string;
  webPreferences: {
    preload: string;
    sandbox: boolean;
    contextIsolation: boolean;
    nodeIntegration: boolean;
  };
}
/** Remembered; only the size is seen. */
interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
type OpenHandler = (details: { url: string }) => { action: 'deny' | 'allow' };

const windows = new Set<BrowserWindow>();
// Electron closes them before it asks whether it may quit.
app.on('will-quit', () => {
  for (const window of windows) window.emit('close', new CancelableEvent());
});

class WebContents extends EventEmitter {
  openHandler: OpenHandler = () => ({ action: 'allow' });
  page: Page | undefined;

  isDestroyed(): boolean {
    return this.page?.isClosed() ?? false;
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
  #isTellingOfCrash = false;
  #bounds: Bounds;
  #isMenuBarShown = true;
  autoHideMenuBar = false;

  constructor(options: WindowOptions) {
    super();
    const { sandbox, contextIsolation, nodeIntegration, preload } = options.webPreferences;
    if (!sandbox || !contextIsolation || nodeIntegration) {
      throw new Error('The stand-in plays only a sandboxed, isolated window without Node.');
    }
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    windows.add(this);
    app.emit('browser-window-created', {}, this);
    const { x = 0, y = 0, width, height } = options;
    this.#bounds = { x, y, width, height };
    this.#preload = readFileSync(preload, 'utf8');
    this.#page = this.#open(options);
    this.webContents.reload = () => {
      if (!this.#isTellingOfCrash) void this.#reload();
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

  setBounds(bounds: Bounds): void {
    this.#bounds = bounds;
    const { width, height } = bounds;
    void this.#page
      .then((page) => page.setViewportSize({ width, height }))
      // A window that closes meanwhile can't be measured.
      .catch(() => undefined);
    this.emit('resize');
  }
  getBounds = (): Bounds => this.#bounds;
  getNormalBounds = (): Bounds => this.#bounds;
  isMaximized = (): boolean => false;
  maximize(): void {
    // There is no display to fill.
  }

  async #open(size: { width: number; height: number }): Promise<Page> {
    // What the app sets right after it made the window comes before Chromium starts.
    await new Promise(setImmediate);
    const page = await openPage(size);
    this.webContents.page = page;
    await page.exposeBinding(bindingName, ({ frame }, channel: string, args: unknown[]) => {
      if (channel === inputChannel) {
        this.webContents.emit('input-event', {}, { type: String(args[0]) });
        return undefined;
      }
      if (channel !== openWindowChannel) return invoke(describeFrame(frame), channel, args);
      const { action } = this.webContents.openHandler({ url: toElectron(String(args[0])) });
      if (action === 'allow') throw new Error('The stand-in opens no windows for a page.');
      return undefined;
    });
    const names = { bindingName, dispatchName, openWindowChannel, inputChannel };
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
        const event = {
          url,
          defaultPrevented: false,
          preventDefault: () => (event.defaultPrevented = true),
        };
        this.webContents.emit('will-frame-navigate', event);
        // As in Electron, the second event is only sent if the first one was not prevented.
        if (!event.defaultPrevented) this.webContents.emit('will-navigate', event);
        if (event.defaultPrevented) return route.abort('aborted');
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
      // As in Electron before 45, a reload inside the event does nothing.
      this.#isTellingOfCrash = true;
      this.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
      this.#isTellingOfCrash = false;
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
  isMenuBarVisible = (): boolean => this.#isMenuBarShown;
  setMenuBarVisibility(isShown: boolean): void {
    this.#isMenuBarShown = isShown;
  }
  setAutoHideMenuBar(isHidden: boolean): void {
    this.autoHideMenuBar = isHidden;
  }
  close(): void {
    const event = new CancelableEvent();
    this.emit('close', event);
    if (event.defaultPrevented) return;
    void this.#page.then((page) => page.close());
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
