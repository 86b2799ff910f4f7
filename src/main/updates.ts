import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock, type Log } from './ports.ts';

export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  logger: null | object;
  checkForUpdates(): Promise<{
    readonly updateInfo: { readonly version: string };
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
}

export interface Updates {
  readonly isPossible: boolean;
  /** Checks once a day; installs when the app quits. */
  follow(isOn: boolean): void;
  /** The version that waits to be installed. */
  ready(): string | undefined;
  /** Quits, installs the version that is ready, and starts it. */
  install(): void;
}

interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly resourcesPath: string;
}

/** For window and network, before the first check. */
const settleMs = 30_000;
const intervalMs = 24 * 60 * 60 * 1000;

/**
 * Needs a feed and signatures that the system verifies. On Linux package managers own deb and rpm, and an AppImage is
 * unsigned.
 */
export function canUpdate({ isPackaged, platform, resourcesPath }: Installation): boolean {
  // Without a package the folder is Electron's own.
  if (!isPackaged) return false;
  const feed = feedOf(resourcesPath);
  if (!existsSync(feed)) return false;
  // Windows verifies only a publisher that the feed's file names.
  if (platform === 'win32') return /^publisherName:/m.test(readFileSync(feed, 'utf8'));
  return platform === 'darwin';
}

/** Lets a packaged app resolve only its feed's host; also for proxies, behind which updates do not arrive. */
export function hostRules(installation: Installation): string {
  const host = canUpdate(installation) ? readFeedHost(installation.resourcesPath) : undefined;
  return host === undefined ? 'MAP * ~NOTFOUND' : `MAP * ~NOTFOUND , EXCLUDE ${host}`;
}

const feedOf = (resourcesPath: string): string => join(resourcesPath, 'app-update.yml');

function readFeedHost(resourcesPath: string): string | undefined {
  const [, address = ''] = /^url:\s*["']?([^\s"']+)/m.exec(readFileSync(feedOf(resourcesPath), 'utf8')) ?? [];
  const host = URL.parse(address)?.hostname;
  // Anything else could be a rule of its own.
  return host !== undefined && /^[\w.-]+$/.test(host) ? host : undefined;
}

/**
 * Updates through electron-updater; errors are logged, and the next check is a day later.
 *
 * @param parts.onReady an update was downloaded
 */
export function createUpdates(parts: {
  readonly installation: Installation;
  readonly log: Log;
  readonly load?: () => Promise<Updater>;
  readonly clock?: Clock;
  readonly onReady?: () => void;
}): Updates {
  const { log, load = loadUpdater, clock = systemClock, onReady } = parts;
  const isPossible = canUpdate(parts.installation);
  let isFollowing = false;
  let updater: Updater | undefined;
  let downloaded: string | undefined;
  let cancelTimer = (): void => undefined;

  const checkAfter = (delayMs: number): void => {
    cancelTimer = clock.after(delayMs, () => {
      checkAfter(intervalMs);
      void check();
    });
  };
  const check = async (): Promise<void> => {
    try {
      updater ??= await load();
      updater.logger = null;
      updater.autoDownload = true;
      updater.autoInstallOnAppQuit = isFollowing;
      const found = await updater.checkForUpdates();
      if (!found?.downloadPromise) return;
      await found.downloadPromise;
      downloaded = found.updateInfo.version;
      log.info('update downloaded', { version: downloaded });
      onReady?.();
    } catch (error) {
      log.error('update', error);
    }
  };

  return {
    isPossible,
    follow(isOn) {
      if (!isPossible || isOn === isFollowing) return;
      isFollowing = isOn;
      cancelTimer();
      if (updater) updater.autoInstallOnAppQuit = isOn;
      if (isOn) checkAfter(settleMs);
      if (downloaded !== undefined) onReady?.();
    },
    ready: () => (isFollowing ? downloaded : undefined),
    install() {
      updater?.quitAndInstall(true, true);
    },
  };
}

async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater');
  return module.autoUpdater;
}
