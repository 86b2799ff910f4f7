import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock, type Clock, type Log } from './ports.ts';

/** The part of electron-updater that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  logger: null | object;
  checkForUpdates(): Promise<{
    readonly updateInfo: { readonly version: string };
    readonly downloadPromise?: Promise<unknown> | null;
  } | null>;
}

export interface Updates {
  /** Whether this installation can update itself at all. */
  readonly isPossible: boolean;
  /** Follows the setting: checks once a day, and installs what was downloaded when the app quits. */
  follow(isOn: boolean): void;
}

interface Installation {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  /** The folder with the archive of the app. */
  readonly resourcesPath: string;
}

/** Time for the window to open and the network to connect before the first check. */
const settleMs = 30_000;
const intervalMs = 24 * 60 * 60 * 1000;

/**
 * Whether an installation can update itself: it was built with a feed, and the
 * system verifies who signed an update. On Linux a package manager owns a deb or
 * rpm, and nothing signs an AppImage.
 */
export function canUpdate({ isPackaged, platform, resourcesPath }: Installation): boolean {
  // Only Electron has a folder of resources; without a package it is Electron's own.
  if (!isPackaged) return false;
  const feed = feedOf(resourcesPath);
  if (!existsSync(feed)) return false;
  // On Windows an update is verified only if the feed's file names the publisher.
  if (platform === 'win32') return /^publisherName:/m.test(readFileSync(feed, 'utf8'));
  return platform === 'darwin';
}

/**
 * Chromium's rules of what a packaged app resolves: the page needs no network, so only the host of the feed is, if the
 * app updates itself. The rules hold for the system's proxies too: behind one, updates do not arrive.
 */
export function hostRules(installation: Installation): string {
  const host = canUpdate(installation) ? readFeedHost(installation.resourcesPath) : undefined;
  return host === undefined ? 'MAP * ~NOTFOUND' : `MAP * ~NOTFOUND , EXCLUDE ${host}`;
}

const feedOf = (resourcesPath: string): string => join(resourcesPath, 'app-update.yml');

/** The host that the feed's file names; undefined: it names none. */
function readFeedHost(resourcesPath: string): string | undefined {
  const [, address = ''] = /^url:\s*["']?([^\s"']+)/m.exec(readFileSync(feedOf(resourcesPath), 'utf8')) ?? [];
  const host = URL.parse(address)?.hostname;
  // Anything else could be a rule of its own.
  return host !== undefined && /^[\w.-]+$/.test(host) ? host : undefined;
}

/**
 * Updates of the installed app through electron-updater. Errors are logged and
 * otherwise ignored: the next check comes a day later.
 */
export function createUpdates(parts: {
  readonly installation: Installation;
  readonly log: Log;
  readonly load?: () => Promise<Updater>;
  readonly clock?: Clock;
}): Updates {
  const { log, load = loadUpdater, clock = systemClock } = parts;
  const isPossible = canUpdate(parts.installation);
  let isFollowing = false;
  let updater: Updater | undefined;
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
      log.info('update downloaded', { version: found.updateInfo.version });
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
    },
  };
}

async function loadUpdater(): Promise<Updater> {
  const { default: module } = await import('electron-updater');
  return module.autoUpdater;
}
