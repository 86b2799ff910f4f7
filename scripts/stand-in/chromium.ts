import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { findChromium } from '../steps.mjs';
import { app, onExit } from './app.ts';

let context: Promise<BrowserContext> | undefined;
let isFirstPageTaken = false;

let webRtcPolicy: string | undefined;
export function setWebRtcPolicy(policy: string): void {
  webRtcPolicy = policy;
}

/** Opens a page of the one Chromium of this run, starting it for the first. */
export async function openPage(size: { width: number; height: number }): Promise<Page> {
  context ??= launch(size);
  const launched = await context;
  const [first] = launched.pages();
  if (first && !isFirstPageTaken) {
    isFirstPageTaken = true;
    return first;
  }
  return launched.newPage();
}

async function launch(size: { width: number; height: number }): Promise<BrowserContext> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('No Chromium or Chrome is installed.');
  const isHeaded = process.env['PROXYDECK_STAND_IN_HEADED'] === '1';
  const port = process.env['PROXYDECK_STAND_IN_CDP_PORT'];
  const launched = await chromium.launchPersistentContext(join(app.getPath('sessionData'), 'stand-in-chromium'), {
    executablePath,
    headless: !isHeaded,
    // The app ends Chromium itself; ended twice, it loses what the page stored last.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    viewport: isHeaded ? null : size,
    // Chromium's sandbox refuses to run as root.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--window-size=${String(size.width)},${String(size.height)}`,
      ...(webRtcPolicy === undefined ? [] : [`--webrtc-ip-handling-policy=${webRtcPolicy}`]),
      ...(isHeaded ? ['--app=about:blank'] : []),
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
    ],
  });
  onExit(() => launched.close());
  launched.on('close', () => app.emit('window-all-closed'));
  return launched;
}
