import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launchApp, type RunningApp } from '../support/launch-app.ts';
import { lacksLogind, startLogind } from '../support/start-logind.ts';
import { saveButton } from '../page/export-dialog.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from '../page/open-demo.ts';

const readLog = (userDataDir: string): string => readFileSync(join(userDataDir, 'logs/main.log'), 'utf8');

test.describe('an error that nothing handles', () => {
  for (const kind of ['exception', 'rejection'] as const) {
    test(`is logged and explained, and ends the app: ${kind}`, async ({ app, userDataDir }) => {
      await app.evaluate(({ dialog }, folder) => {
        dialog.showErrorBox = (title, content) => {
          const { writeFileSync: write } = process.getBuiltinModule('fs');
          write(`${folder}/box.txt`, `${title}\n${content}`);
        };
      }, userDataDir);
      await app
        .evaluate((_electron, thrown) => {
          setTimeout(() => {
            const error = new Error('nobody expected this');
            if (thrown === 'exception') throw error;
            void Promise.reject(error);
          }, 0);
        }, kind)
        .catch(() => undefined);
      expect(await app.ended).toBe(1);
      expect(readLog(userDataDir)).toContain('fatal: Error: nobody expected this');
      const box = readFileSync(join(userDataDir, 'box.txt'), 'utf8');
      expect(box).toMatch(/^Proxydeck must close\n/);
      expect(box).not.toContain('nobody expected this');
    });
  }
});

/** The value of a script in the page, through the main process; undefined if the page does not answer. */
const runInPage = (app: RunningApp, code: string): Promise<unknown> =>
  app.evaluate(({ BrowserWindow }, script) => {
    // A script that is sent to a process that is just ending gets no answer at all.
    // The caller asks again.
    const late = new Promise((done) => setTimeout(done, 1000));
    const value = BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script);
    return Promise.race([late, value]).catch(() => undefined);
  }, code);

test('a page is reloaded when its process dies; if it dies at once again, the user is asked', async ({
  app,
  userDataDir,
}) => {
  await app.evaluate(({ dialog }) => {
    Reflect.set(globalThis, 'asked', []);
    dialog.showMessageBox = ((_window: unknown, options: unknown) => {
      (Reflect.get(globalThis, 'asked') as unknown[]).push(options);
      return new Promise(() => undefined);
    }) as typeof dialog.showMessageBox;
  }, null);
  const crash = () =>
    app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    }, null);
  const mark = (code: string) => runInPage(app, code);
  await mark('document.title = "before"');
  await crash();
  await expect.poll(() => mark('document.title')).toBe('Proxydeck');
  await expect.poll(() => mark('document.querySelector("button") !== null')).toBe(true);
  expect(await app.evaluate(() => Reflect.get(globalThis, 'asked') as unknown[], null)).toEqual([]);
  await crash();
  await expect
    .poll(() => app.evaluate(() => Reflect.get(globalThis, 'asked') as unknown[], null))
    .toMatchObject([{ buttons: ['Reload', 'Quit'] }]);
  expect(readLog(userDataDir).match(/The page's process is gone/g)).toHaveLength(2);
});

test(
  'a page that hangs or cannot be loaded is explained, and works again after a reload',
  { tag: '@slow' },
  async ({ app }) => {
    const ask = (fail: 'hang' | 'not found') =>
      app.evaluate(async ({ BrowserWindow, dialog }, problem) => {
        const [window] = BrowserWindow.getAllWindows();
        const shown = new Promise<string>((done) => {
          dialog.showMessageBox = ((_window: unknown, options: { message: string; buttons: string[] }) => {
            done(options.message);
            return Promise.resolve({ response: options.buttons.indexOf('Reload') });
          }) as unknown as typeof dialog.showMessageBox;
        });
        if (problem === 'hang') {
          void window?.webContents.executeJavaScript('for (;;);').catch(() => undefined);
          // The system itself says so only after half a minute and a click.
          window?.emit('unresponsive');
        } else {
          // The page's answer for a file that is not there.
          window?.webContents.emit('did-navigate', {}, 'app://proxydeck/index.html', 404);
        }
        return shown;
      }, fail);
    const isThere = () => runInPage(app, 'document.querySelector("button") !== null && !("marked" in globalThis)');
    await app.page.evaluate(() => Reflect.set(globalThis, 'marked', true));
    expect(await ask('not found')).toBe('The window could not be loaded');
    await expect.poll(isThere).toBe(true);
    expect(await ask('hang')).toBe('The window does not respond');
    await expect.poll(isThere).toBe(true);
  },
);

/** Answers the next save dialogs with a path, and records what they were asked. */
const answerSaveDialog = (app: RunningApp, filePath: string) =>
  app.evaluate(({ dialog, BrowserWindow }, path) => {
    const calls: unknown[] = [];
    Reflect.set(globalThis, 'saveCalls', calls);
    dialog.showSaveDialog = ((window: unknown, options: unknown) => {
      calls.push({ hasParent: window === BrowserWindow.getAllWindows()[0], options });
      return Promise.resolve({
        canceled: calls.length > 1,
        filePath: calls.length > 1 ? '' : path,
      });
    }) as typeof dialog.showSaveDialog;
    dialog.showMessageBox = ((_window: unknown, options: unknown) => {
      calls.push(options);
      return Promise.resolve({ response: 1, checkboxChecked: false });
    }) as typeof dialog.showMessageBox;
  }, filePath);
const saveCalls = (app: RunningApp) => app.evaluate(() => Reflect.get(globalThis, 'saveCalls') as unknown[], null);

test('the save dialog is modal to the window and asks before it replaces a file', async ({ demo: app, exportDir }) => {
  const { page } = app;
  await answerSaveDialog(app, join(exportDir, 'out.txt'));
  await page.keyboard.press('ControlOrMeta+e');
  await saveButton(page.getByRole('dialog')).click();
  await expect.poll(() => existsSync(join(exportDir, 'out.txt'))).toBe(true);
  expect(await saveCalls(app)).toMatchObject([
    {
      hasParent: true,
      options: {
        defaultPath: expect.stringMatching(/^proxies-.*\.txt$/) as unknown,
        filters: [{ extensions: ['txt'] }, { extensions: ['*'] }],
        properties: ['showOverwriteConfirmation', 'createDirectory', 'dontAddToRecent'],
      },
    },
  ]);
});

test(
  'an export into several files asks before it replaces files that the dialog did not show',
  { tag: '@slow' },
  async ({ demo: app, exportDir }) => {
    const { page } = app;
    const old = join(exportDir, 'out-birch2417.txt');
    writeFileSync(old, 'precious');
    await answerSaveDialog(app, join(exportDir, 'out.txt'));
    await page.keyboard.press('ControlOrMeta+e');
    const dialog = page.getByRole('dialog');
    await dialog.locator('summary').click();
    await dialog.getByRole('checkbox', { name: 'birch2417' }).check();
    await dialog.getByLabel('Distribution').selectOption('One file per user, all proxies');
    await saveButton(dialog).click();
    await expect
      .poll(() => saveCalls(app))
      .toMatchObject([
        {},
        { message: 'Replace this file?', detail: expect.stringContaining('out-birch2417.txt') as unknown },
        {},
      ]);
    expect(readFileSync(old, 'utf8')).toBe('precious');
  },
);

test('an item of the native menu does not replace an open dialog', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  const clickMenu = (label: string) =>
    app.evaluate(({ Menu }, wanted) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) =>
        submenu && 'items' in submenu ? submenu.items : ((submenu as unknown) ?? []),
      ) as { label?: string; click?: () => void }[];
      items.find(({ label: name }) => name === wanted)?.click?.();
    }, label);
  await clickMenu('Export…');
  await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible();
  await clickMenu('Settings…');
  // The main process answers after it has sent the page what the item does.
  await page.evaluate(() => window.bridge.request('accounts:list', undefined));
  await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test("the end of the user's session clears copied secrets at once", { tag: '@slow' }, async ({ userDataDir }) => {
  const missing = lacksLogind();
  test.skip(missing !== undefined, missing ?? '');
  const logind = await startLogind();
  const app = await launchApp({
    userDataDir,
    env: { DBUS_SYSTEM_BUS_ADDRESS: logind.address },
  });
  try {
    const { page } = app;
    await openDemo(page);
    await page.keyboard.press('ControlOrMeta+e');
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('dialog').getByText(/^Copied/)).toBeVisible();
    const isCopied = async () => (await app.evaluate(({ clipboard }) => clipboard.readText(), null)) !== '';
    expect(await isCopied()).toBe(true);
    await logind.prepareForShutdown();
    await expect.poll(isCopied).toBe(false);
  } finally {
    await app.close();
    logind.close();
  }
});

test("Chromium's profile is in a folder of its own", { tag: '@slow' }, async ({ app, userDataDir }) => {
  const paths = await app.evaluate(({ app: main }) => [main.getPath('userData'), main.getPath('sessionData')], null);
  expect(paths).toEqual([userDataDir, join(userDataDir, 'chromium')]);
  await openDemo(app.page);
  // Chromium's locks, by which a second start finds the first one, belong to the data.
  const names = readdirSync(userDataDir).filter((name) => !/^Singleton/.test(name));
  const own = ['accounts', 'chromium', 'logs', 'registry.sqlite', 'window.json'];
  expect(names.filter((name) => !own.includes(name.replace(/-(wal|shm)$/, '')))).toEqual([]);
});
