import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { RunningApp } from '../support/launch-app.ts';
import { chooseFormat, closeExport, saveButton } from './export-dialog.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';

/** The files that the app asked the stand-in to drag. */
const draggedFiles = (app: RunningApp): Promise<readonly string[]> =>
  app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().flatMap(
        ({ webContents }) => Reflect.get(webContents, 'dragged') as readonly string[],
      ),
    undefined,
  );

/** Begins a drag on an element; the button of the mouse stays down. */
async function dragFrom(element: Locator): Promise<void> {
  const { mouse } = element.page();
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not drawn.');
  await mouse.move(box.x + 10, box.y + 10);
  await mouse.down();
  await mouse.move(box.x + 70, box.y + 90, { steps: 5 });
}

test('an export is dragged out of its dialog as a private file, which is deleted when the app quits', async ({
  ownApp: app,
  userDataDir,
}) => {
  test.skip(app.kind === 'electron', 'real-desktop.spec.ts drags with a real pointer');
  const { page } = app;
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  const save = saveButton(page.getByRole('dialog'));
  await expect(save).toBeEnabled();
  await dragFrom(save);
  await expect.poll(() => draggedFiles(app)).toHaveLength(1);
  await page.mouse.up();
  const [file = ''] = await draggedFiles(app);
  expect(file.startsWith(join(userDataDir, 'dragged'))).toBe(true);
  expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(10);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  await app.close();
  expect(readdirSync(userDataDir)).not.toContain('dragged');
});

test('selected rows are dragged out of the table in the last used format', async ({
  ownApp: app,
}) => {
  test.skip(app.kind === 'electron', 'real-desktop.spec.ts drags with a real pointer');
  const { page } = app;
  await openDemo(page);
  const grid = page.getByRole('grid', { name: 'Proxies' });
  const row = (index: number) => grid.locator(`[data-index="${String(index)}"]`);
  const notice = (text: string | RegExp) => page.getByRole('log').getByText(text);
  await row(1).click();
  await row(3).click({ modifiers: ['Shift'] });
  await dragFrom(row(2));
  await page.mouse.up();
  await expect(notice(/^Export or copy proxies once/)).toBeVisible();
  expect(await draggedFiles(app)).toEqual([]);

  await page.keyboard.press('ControlOrMeta+e');
  await chooseFormat(page.getByRole('dialog'), 'csv');
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('dialog').getByText(/^Copied 3 proxies/)).toBeVisible();
  await closeExport(page.getByRole('dialog'));

  // A drag that begins on another row selects rows in their place.
  await dragFrom(row(6));
  await page.mouse.up();
  expect(await draggedFiles(app)).toEqual([]);
  await expect(row(6)).toHaveAttribute('aria-selected', 'true');
  await expect(row(2)).toHaveAttribute('aria-selected', 'false');
  await row(1).click();
  await row(3).click({ modifiers: ['Shift'] });
  await dragFrom(row(2));
  await expect.poll(() => draggedFiles(app)).toHaveLength(1);
  await page.mouse.up();
  await expect(notice(/^Prepared 3 proxies for dragging as proxies-.*\.csv\.$/)).toBeVisible();
  const [file = ''] = await draggedFiles(app);
  // The heading, a line a proxy, and the end of the last.
  expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(5);
});
