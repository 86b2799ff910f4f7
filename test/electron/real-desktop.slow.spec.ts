import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { electronCommand } from '../support/launch-app.ts';
import { chooseFormat, saveButton } from '../page/export-dialog.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from '../page/open-demo.ts';
import { untilStill } from '../page/settled.ts';
import { lacksOwnDisplay, readClipboard, readPicture, readScreen, takeOverClipboard, xdotool } from './x-display.ts';

const missing = lacksOwnDisplay();
test.skip(missing !== undefined, missing ?? '');

test('the first screen is on the display', async ({ app }) => {
  await expect(app.page.getByRole('button', { name: 'Try the demo' })).toBeVisible();
  await untilStill(app.page);
  const area = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentBounds(), null);
  if (area === undefined) throw new Error('There is no window.');
  const page = await readPicture(await app.page.screenshot());
  expect(page).toHaveLength(area.width * area.height * 3);
  expect(new Set(page).size).toBeGreaterThan(20);
  // Text may be smoothed differently in a picture of the page.
  await expect.poll(async () => shareOfEqual(await readScreen(area), page), { intervals: [500] }).toBeGreaterThan(0.99);
});

/** How much of two pictures looks the same. */
function shareOfEqual(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return 0;
  let equal = 0;
  for (const [at, value] of one.entries()) {
    if (Math.abs(value - (other[at] ?? 0)) < 24) equal += 1;
  }
  return equal / one.length;
}

test('a second start shows the hidden window and ends', async ({ app, userDataDir }) => {
  const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible(), null);
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.hide();
  }, null);
  expect(await isVisible()).toBe(false);
  // Started without Playwright, which may still talk to it when it ends.
  const [program = '', ...args] = electronCommand();
  const second = spawn(program, [...args, `--user-data-dir=${userDataDir}`], { stdio: 'ignore' });
  expect(await once(second, 'exit')).toEqual([0, null]);
  await expect.poll(isVisible).toBe(true);
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length, null)).toBe(1);
});

test('the window follows the theme of the desktop while it is open', async ({ app: { page }, exportDir }) => {
  const desktop = await startThemedDesktop(join(exportDir, 'xsettings'));
  try {
    // Playwright itself would have it light.
    await page.emulateMedia({ colorScheme: null });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    desktop.setTheme('HighContrastInverse');
    await expect.poll(background).not.toBe(light);
    desktop.setTheme('Adwaita');
    await expect.poll(background).toBe(light);
  } finally {
    desktop.close();
  }
});

/** Starts the daemon that tells the programs on a display which theme GTK has. */
async function startThemedDesktop(file: string) {
  const write = (theme: string): void => {
    writeFileSync(file, `Net/ThemeName "${theme}"\n`);
  };
  write('Adwaita');
  const daemon = spawn('xsettingsd', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise<void>((done) => {
    daemon.stderr.on('data', (text: Buffer) => {
      if (text.includes('Took ownership')) done();
    });
  });
  return {
    setTheme(theme: string): void {
      write(theme);
      daemon.kill('SIGHUP');
    },
    close: () => void daemon.kill(),
  };
}

/** The IDs of the windows that have a name. */
async function visibleWindows(): Promise<readonly string[]> {
  let printed = '';
  await expect(async () => {
    // It fails if a window closes meanwhile.
    printed = await xdotool('search', '--onlyvisible', '--name', '.');
  }).toPass();
  return printed.split('\n');
}

/** Waits for a window that was not there before. */
async function findNewWindow(before: readonly string[]): Promise<string> {
  let added: readonly string[] = [];
  await expect
    .poll(async () => {
      added = (await visibleWindows()).filter((id) => !before.includes(id));
      return added.length;
    })
    .toBe(1);
  return added[0] ?? '';
}

/** Presses a key until a window closes: without a window manager a new one may not listen yet. */
async function closeWithKey(window: string, key: string): Promise<void> {
  await expect(async () => {
    // A window that closed late has no focus to take.
    if (!(await visibleWindows()).includes(window)) return;
    await xdotool('windowfocus', window, 'key', key);
    expect(await visibleWindows()).not.toContain(window);
  }).toPass({ intervals: [200, 500, 1000] });
}

test('an export goes where the save dialog of the system says', async ({ app, exportDir }) => {
  const { page } = app;
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  await chooseFormat(page.getByRole('dialog'), 'csv');
  const before = await visibleWindows();
  await saveButton(page.getByRole('dialog')).click();
  const saveDialog = await findNewWindow(before);
  const path = join(exportDir, 'typed.csv');
  await xdotool('windowfocus', '--sync', saveDialog, 'key', 'ctrl+a');
  await xdotool('type', '--delay', '20', path);
  await closeWithKey(saveDialog, 'alt+s');
  await expect(page.getByRole('dialog').getByText(/^Saved /)).toBeVisible();
  expect(readFileSync(path, 'utf8').split('\n').length).toBeGreaterThan(10);
});

async function copyExport(page: Page): Promise<void> {
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('dialog').getByText(/^Copied/)).toBeVisible();
}

test('a copied export is on the clipboard of the system until the session ends', async ({ app }) => {
  await copyExport(app.page);
  expect(await readClipboard()).toMatch(/^(.+:\d+:.+\n){10,}$/);
  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('shutdown'), null);
  expect(await readClipboard()).toBe(null);
});

test('a text that a clipboard manager took over without its marker stays, unless it is known by its hash', async ({
  app,
}) => {
  await copyExport(app.page);
  const copied = await readClipboard();
  expect(copied).not.toBe(null);
  // Before Electron 45 there are no markers.
  const hasMarkers = await app.evaluate((electron) => 'ClipboardItem' in electron, null);
  await takeOverClipboard();
  expect(await readClipboard()).toBe(copied);
  await app.close();
  expect(await readClipboard()).toBe(hasMarkers ? copied : null);
});
