import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { RunningApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from './open-demo.ts';

/** The files that hang on the pointer: what the stand-in was told to drag. */
const draggedFiles = (app: RunningApp): Promise<readonly string[]> =>
  app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().flatMap(
        ({ webContents }) => Reflect.get(webContents, 'dragged') as readonly string[],
      ),
    undefined,
  );

test('an export is dragged out of its dialog as a private file, which goes with the app', async ({
  app,
  userDataDir,
}) => {
  test.skip(app.kind === 'electron', 'a native drag would take the pointer of the machine');
  const { page } = app;
  await openDemo(page);
  await page.keyboard.press('ControlOrMeta+e');
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save…' });
  await expect(save).toBeEnabled();
  const box = await save.boundingBox();
  if (box === null) throw new Error('The button is not drawn.');
  await page.mouse.move(box.x + 10, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y - 80, { steps: 5 });
  await expect.poll(() => draggedFiles(app)).toHaveLength(1);
  await page.mouse.up();
  const [file = ''] = await draggedFiles(app);
  expect(file.startsWith(join(userDataDir, 'dragged'))).toBe(true);
  expect(readFileSync(file, 'utf8').split('\n').length).toBeGreaterThan(10);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  await app.close();
  expect(readdirSync(userDataDir)).not.toContain('dragged');
});
