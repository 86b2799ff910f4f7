import { EventEmitter } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

const { promise: ready, resolve: setReady } = Promise.withResolvers<undefined>();
const paths = new Map<string, string>();
const cleanUps: (() => Promise<unknown>)[] = [];
let isReady = false;
let isQuitting = false;
let isExiting = false;

/** Called once the main module has run. */
export function markReady(): void {
  isReady = true;
  setReady(undefined);
  app.emit('ready');
}

/** What must be closed before the process ends. */
export function onExit(cleanUp: () => Promise<unknown>): void {
  cleanUps.push(cleanUp);
}

const switchValue = (name: string): string | undefined =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);

/** An event of Electron that a listener may prevent. */
export class CancelableEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

class App extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = {
    getSwitchValue: (name: string): string => switchValue(name) ?? '',
    hasSwitch: (name: string): boolean => switchValue(name) !== undefined || process.argv.includes(`--${name}`),
    // Chromium is another program here, and has begun without them.
    appendSwitch: (): void => undefined,
  };

  whenReady(): Promise<void> {
    return ready;
  }
  isReady(): boolean {
    return isReady;
  }
  getPath(name: string): string {
    const path = paths.get(name) ?? (name === 'userData' ? switchValue('user-data-dir') : undefined);
    if (path !== undefined) return path;
    if (name === 'userData') return join(homedir(), '.config', 'Proxydeck');
    // Chromium's profile, unless a folder is set for it.
    if (name === 'sessionData') return this.getPath('userData');
    throw new Error(`Failed to get '${name}' path`);
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (!existsSync(path)) throw new Error(`Failed to set path: ${path} does not exist`);
    if (isReady && name === 'sessionData') throw new Error('The session has begun already');
    paths.set(name, path);
  }
  getAppPath(): string {
    return process.argv[1] ?? '';
  }
  /** Refused while another living process holds the lock of the same user data. */
  requestSingleInstanceLock(): boolean {
    mkdirSync(this.getPath('userData'), { recursive: true, mode: 0o700 });
    const file = join(this.getPath('userData'), 'stand-in-lock');
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        const lock = openSync(file, 'wx');
        writeSync(lock, String(process.pid));
        closeSync(lock);
        onExit(() => rm(file, { force: true }));
        return true;
      } catch {
        if (isAlive(Number(readFileSync(file, 'utf8')))) return false;
        rmSync(file, { force: true });
      }
    }
    return false;
  }
  quit(): void {
    if (isQuitting || isExiting) return;
    isQuitting = true;
    const event = new CancelableEvent();
    this.emit('before-quit', event);
    if (!event.defaultPrevented) this.emit('will-quit', event);
    if (!event.defaultPrevented) this.exit(0);
    // As in Electron, promises that settle at once still find it quitting, and their `quit` is ignored.
    setImmediate(() => {
      isQuitting = false;
    });
  }
  /** A second start must be the test's own: this one has no program to start. */
  relaunch(): void {
    throw new Error('The stand-in cannot start itself again.');
  }
  /** As in Electron, no event is sent of what closes because of it. */
  exit(code: number): void {
    if (isExiting) return;
    isExiting = true;
    this.emit('quit');
    void Promise.allSettled(cleanUps.map((cleanUp) => cleanUp())).then(() => process.exit(code));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export const app = new App();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // A handler of the app's own replaces Electron's.
    if (process.listenerCount(signal) === 1) app.quit();
  });
}
