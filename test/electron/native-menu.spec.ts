import { type RunningApp } from '../support/launch-app.ts';
import { expect, test } from './fixture.ts';
import { openDemo } from '../page/open-demo.ts';

interface MenuItem {
  readonly label?: string;
  readonly enabled?: boolean;
  readonly click?: () => void;
}

/** Clicks an item of the native menu; gives whether it is enabled. */
const clickMenu = (app: RunningApp, label: string) =>
  app.evaluate(({ Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) =>
      submenu && 'items' in submenu ? submenu.items : ((submenu as unknown) ?? []),
    ) as MenuItem[];
    const item = items.find(({ label: name }) => name === wanted);
    if (item?.enabled !== false) item?.click?.();
    return item?.enabled !== false;
  }, label);

test('the menu bar is hidden until Alt shows it', { tag: '@slow' }, async ({ app }) => {
  test.skip(process.platform === 'darwin', 'macOS has one bar for all windows.');
  const barOf = () =>
    app.evaluate(({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return { isShown: window?.isMenuBarVisible(), isHidden: window?.autoHideMenuBar };
    }, null);
  const { page } = app;
  expect(await barOf()).toEqual({ isShown: false, isHidden: true });
  await openDemo(page);
  expect(await barOf()).toEqual({ isShown: false, isHidden: true });
});

test('the menu offers only what can be done: no export on the first screen', async ({ firstScreen, demo }) => {
  expect(await clickMenu(firstScreen, 'Export…')).toBe(false);
  // The menu follows the page.
  await expect.poll(() => clickMenu(demo, 'Export…')).toBe(true);
  await expect(demo.page.getByRole('dialog', { name: /Export/ })).toBeVisible();
});

test(
  'Edit acts on the rows where the table has the focus, and on the text in a field',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await grid.focus();
    await clickMenu(app, 'Select all');
    const selected = page.getByText(/^250 (proxies )?selected/).first();
    await expect(selected).toBeVisible();
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await page.keyboard.press('Escape');
    await expect(selected).toBeHidden();

    const filter = page.getByRole('combobox', { name: /Filter/ }).first();
    await filter.fill('country:US');
    await clickMenu(app, 'Select all');
    const chosen = () =>
      filter.evaluate((field) => {
        if (!(field instanceof HTMLInputElement)) return undefined;
        return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
      });
    await expect.poll(chosen).toBe('country:US');
    await expect(selected).toBeHidden();
  },
);

test('Undo in the menu takes a tag back', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  await openDemo(page);
  const tagCount = () =>
    page.evaluate(async () => {
      const { request } = Reflect.get(globalThis, 'bridge') as {
        request: (name: string, args?: unknown) => Promise<string>;
      };
      const { value: accounts } = JSON.parse(await request('accounts:list')) as {
        value: { id: string }[];
      };
      const accountId = accounts[0]?.id;
      const tags = JSON.parse(await request('tags:list', { accountId })) as {
        value: { proxyCount: number }[];
      };
      return tags.value.reduce((sum, { proxyCount }) => sum + proxyCount, 0);
    });
  const before = await tagCount();
  await page.evaluate(async () => {
    const { request } = Reflect.get(globalThis, 'bridge') as {
      request: (name: string, args?: unknown) => Promise<string>;
    };
    const { value } = JSON.parse(await request('accounts:list')) as { value: { id: string }[] };
    const rows = { kind: 'query', where: '' };
    const tagged = { accountId: value[0]?.id, rows, add: ['burnt'], remove: [] };
    await request('tags:change', tagged);
  });
  expect(await tagCount()).toBe(before + 250);
  await page.getByRole('grid', { name: 'Proxies' }).focus();
  await clickMenu(app, 'Undo');
  await expect.poll(tagCount).toBe(before);
});

test('a right click in a text field shows the menu of the system', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  await app.evaluate(({ Menu }) => {
    const build = Menu.buildFromTemplate.bind(Menu);
    Menu.buildFromTemplate = (template) => {
      const menu = build(template);
      // The native menu would wait for a choice.
      menu.popup = () => {
        Reflect.set(
          globalThis,
          'popped',
          menu.items.map(({ role }) => role ?? null),
        );
      };
      return menu;
    };
  }, null);
  const popped = () =>
    app.evaluate(() => {
      const items: unknown = Reflect.get(globalThis, 'popped');
      Reflect.deleteProperty(globalThis, 'popped');
      return items;
    }, null);
  await page.getByRole('button', { name: 'Add an account' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Northwind');
  await name.click({ button: 'right' });
  await expect.poll(popped).toEqual(['cut', 'copy', 'paste', null, 'selectall']);
});
