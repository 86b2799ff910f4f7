import type { Locator, Page } from '@playwright/test';
import { startDemoService } from '../support/demo-service.ts';
import { addAccount } from './add-account.ts';
import { expect, test } from './fixture.ts';
import { untilLoaded, untilStill } from './settled.ts';
import { viewNames, views } from '../../src/shared/views.ts';
import { openView } from './open-view.ts';

/** A window in CSS pixels, and how many pixels of the screen each of them has. */
const windows = [
  { name: 'a window of 900×600', width: 900, height: 600, scale: 1 },
  { name: 'a window of 1600×900 at 200%', width: 800, height: 450, scale: 2 },
  { name: 'a window of 900×600 at 200%', width: 450, height: 300, scale: 2 },
  { name: 'a window of 320×480', width: 320, height: 480, scale: 1 },
];
/** Gives the page the size and density that a zoomed window has; the function that is returned takes the density back. */
async function resize(page: Page, size: (typeof windows)[number]): Promise<() => Promise<void>> {
  await page.setViewportSize({ width: size.width, height: size.height });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: size.width,
    height: size.height,
    deviceScaleFactor: size.scale,
    mobile: false,
  });
  expect(await page.evaluate(() => [innerWidth, innerHeight, devicePixelRatio])).toEqual([
    size.width,
    size.height,
    size.scale,
  ]);
  return () => session.detach();
}

/** Controls within a part of the page that no scrolling brings into sight, or that something covers. */
function findUnreachable(page: Page, within: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const faults: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) faults.push('The page scrolls sideways.');
    const controls = document.querySelectorAll<HTMLElement>(
      `${selector} :is(button, input, select, textarea, summary, [role=grid], [tabindex="0"])`,
    );
    for (const control of controls) {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.matches('.visually-hidden')) {
        continue;
      }
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const box = control.getBoundingClientRect();
      // A table's middle may have an empty state over it: its top line counts.
      const isTall = box.height > 60;
      const x = box.x + box.width / 2;
      const y = isTall ? box.y + 15 : box.y + box.height / 2;
      const hit = document.elementFromPoint(x, y);
      const label = control.closest('label');
      const isHit = hit !== null && (control.contains(hit) || hit.contains(control) || hit === label);
      const isInside = box.x >= -1 && x <= innerWidth && y >= 0 && y <= innerHeight;
      if (!isHit || !isInside) {
        const name = control.ariaLabel ?? control.textContent.trim().slice(0, 40);
        const over = hit === null ? 'nothing' : `${hit.tagName} "${hit.textContent.trim().slice(0, 40)}"`;
        faults.push(`${control.tagName} "${name}" at ${String(x)}, ${String(y)}: ${over} is there.`);
      }
    }
    root.scrollTo(0, 0);
    return faults;
  }, within);
}

/** A toast may cover a control until it disappears. */
const expectReachable = (page: Page, within: string, message: string): Promise<void> =>
  expect.poll(() => findUnreachable(page, within), message).toEqual([]);

/** Rows of the table that are entirely visible. */
const countSeenRows = (page: Page): Promise<number> =>
  page.getByRole('grid').evaluate((grid) => {
    const { bottom } = grid.getBoundingClientRect();
    const rows = [...grid.querySelectorAll('[data-index]')];
    return rows.filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
  });

for (const size of windows) {
  test(`in ${size.name} every control can be reached`, { tag: '@slow' }, async ({ demo: app }) => {
    const { page } = app;
    const takeBack = await resize(page, size);
    page.setDefaultTimeout(5000);
    const toggle = (name: string): Promise<void> => page.getByRole('button', { name }).click();
    for (const view of viewNames) {
      await openView(page, view);
      const { title } = views[view];
      await expect(page.getByRole('heading', { name: title, level: 1 })).toBeAttached();
      await untilLoaded(page);
      // A view may have a header and a navigation of its own.
      for (const part of ['header:not(main *)', 'nav:not(main *)', 'main', 'footer']) {
        // A narrow window shows all of the sidebar while the pointer is over it.
        const pointed = part.startsWith('nav') ? part : 'header:not(main *)';
        await page.locator(pointed).hover({ position: { x: 5, y: 5 } });
        await expectReachable(page, part, `${view}, ${part}`);
      }
      const row = page.getByRole('grid').getByRole('row').nth(1);
      if (view === 'proxies') expect(await countSeenRows(page)).toBeGreaterThanOrEqual(3);
      // The new demo has no tests, changes and requests.
      if (['tests', 'changes', 'gateway', 'requests', 'hosts', 'overview'].includes(view)) continue;
      await row.click();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('complementary')).toContainText(/\w/);
      await expectReachable(page, 'aside', `details of ${view}`);
      await page.getByRole('button', { name: 'Hide the details' }).click();
      await page.keyboard.press('Escape');
    }
    await openView(page, 'proxies');
    await toggle('Filter panel');
    await expectReachable(page, 'aside', 'filters');
    for (const keys of ['ControlOrMeta+e', 'ControlOrMeta+t', 'ControlOrMeta+,', 'ControlOrMeta+k']) {
      await page.keyboard.press(keys);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectReachable(page, 'dialog[open]', keys);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await untilStill(page);
    }
    await takeBack();
  });
}

for (const size of [windows[0], { name: '640×400', width: 640, height: 400, scale: 2 }]) {
  if (size === undefined) continue;
  test(
    `in ${size.name} one panel is open at a time, next to the addresses`,
    { tag: '@slow' },
    async ({ demo: app }) => {
      const { page } = app;
      const filters = page.getByRole('button', { name: 'Filter panel' });
      const details = page.getByRole('button', { name: 'Details panel' });
      for (const button of [filters, details]) {
        if ((await button.getAttribute('aria-pressed')) === 'false') await button.click();
      }
      await page.locator('[data-index="1"] [data-key=address]').click();
      const takeBack = await resize(page, size);
      const address = page.locator('[data-index="1"] [data-key=address]');
      const isCovered = (): Promise<boolean> =>
        address.evaluate((cell) => {
          const { x, y, width, height } = cell.getBoundingClientRect();
          return ![0.02, 0.5, 0.98].every((share) =>
            cell.contains(document.elementFromPoint(x + share * width, y + height / 2)),
          );
        });
      const openPanels = async (): Promise<readonly (string | null)[]> =>
        Promise.all([filters, details].map((button) => button.getAttribute('aria-pressed')));
      const panelsAndCover = async (): Promise<unknown> => [await openPanels(), await isCovered()];
      await expect.poll(panelsAndCover).toEqual([['false', 'false'], false]);
      await filters.click();
      await expect.poll(panelsAndCover).toEqual([['true', 'false'], false]);
      await details.click();
      await expect.poll(panelsAndCover).toEqual([['false', 'true'], false]);
      await takeBack();
    },
  );
}

test(
  'between filters and details the selection has one line below the rows, with a menu for what has no room',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1280, height: 800 });
    const rows = page.getByRole('grid', { name: 'Proxies' }).getByRole('row');
    await page.getByRole('combobox', { name: 'Filter' }).fill('user:harbor8234');
    // The rows of the filter, not those before it.
    await expect(page.getByRole('button', { name: 'Export 250 for harbor8234' })).toBeVisible();
    await rows.nth(3).click();
    await rows.nth(7).click({ modifiers: ['Shift'] });
    const details = page.getByRole('button', { name: 'Details panel' });
    // Whether they are open at first depends on the size of the window then.
    if ((await details.getAttribute('aria-pressed')) === 'false') await details.click();
    await expect(page.getByRole('complementary', { name: /^Details of/ })).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible();
    const bar = page.getByRole('toolbar', { name: 'Selection' });
    await expect(bar).toBeVisible();
    const outer = await bar.boundingBox();
    const list = await page.getByRole('region', { name: 'Proxies' }).boundingBox();
    if (outer === null || list === null) throw new Error('The bar is missing.');
    expect(outer.x).toBeGreaterThanOrEqual(list.x);
    expect(outer.x + outer.width).toBeLessThanOrEqual(list.x + list.width);
    for (const button of await bar.getByRole('button').all()) {
      const box = await button.boundingBox();
      if (box === null) throw new Error('A button of the bar is not shown.');
      expect(box.x + box.width).toBeLessThanOrEqual(outer.x + outer.width);
    }
    const main = bar.getByRole('button', { name: 'Export 5 for harbor8234' });
    expect((await main.boundingBox())?.width).toBeGreaterThan(100);
    expect(outer.height).toBeLessThan(50);
    const grid = await page.getByRole('grid', { name: 'Proxies' }).boundingBox();
    expect((grid?.y ?? 0) + (grid?.height ?? 0)).toBeLessThanOrEqual(outer.y);
    await expect(bar.getByRole('button', { name: 'Tag…' })).toHaveCount(0);
    await bar.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tag…' }).click();
    await expect(page.getByRole('dialog', { name: 'Tags of 5 proxies' })).toBeVisible();
    await page.keyboard.press('Escape');
    await details.click();
    await expect(bar.getByRole('button', { name: 'Tag…' })).toBeVisible();
  },
);

test('the rows that an export skips are always visible next to its count', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 900, height: 600 });
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: 'Export 250 proxies for harbor8234' });
  await dialog.getByRole('combobox', { name: 'Address' }).selectOption('IPv4');
  await expect(dialog.getByText('238 proxies, 12 skipped')).toBeVisible();
  const why = dialog.getByText('12 skipped: They have no IPv4 address.');
  await expect(why).toBeInViewport({ ratio: 1 });
  await dialog.getByText('More options').click();
  await dialog.getByLabel('Credentials').focus();
  await expect(why).toBeInViewport({ ratio: 1 });
});

/** Whether the first and the last line of pixels of a box differ from its middle, left of its content. */
async function findShadows(page: Page, box: Locator): Promise<{ top: boolean; bottom: boolean }> {
  const png = (await box.screenshot()).toString('base64');
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    if (context === null) throw new Error('The canvas cannot be drawn on.');
    context.drawImage(picture, 0, 0);
    const colorAt = (y: number): string => context.getImageData(1, y, 1, 1).data.join(' ');
    const middle = colorAt(Math.round(picture.height / 2));
    return { top: colorAt(1) !== middle, bottom: colorAt(picture.height - 2) !== middle };
  }, png);
}

test('a pane that scrolls casts a shadow at the edge where more of it is', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog');
  await dialog.locator('summary').click();
  const pane = dialog.locator('.choices');
  await expect.poll(() => findShadows(page, pane)).toEqual({ top: false, bottom: true });
  await app.idle();
  await pane.evaluate((box) => {
    box.scrollTop = box.scrollHeight;
  });
  await expect.poll(() => findShadows(page, pane)).toEqual({ top: true, bottom: false });
});

test('a failure in a long dialog is visible', { tag: '@slow' }, async ({ open }) => {
  const demo = await startDemoService({ proxyCount: 250 });
  const first = await open();
  await addAccount(first.page, demo);
  await expect(first.page.getByText(/^Synced /).first()).toBeVisible();
  await first.close();
  await demo.close();

  // The keys were kept in memory: after a restart no password can be read.
  const second = await open();
  const { page } = second;
  await page.setViewportSize({ width: 900, height: 600 });
  await expect(page.getByText('Northwind needs its API keys.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+e');
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 900, height: 420 });
  await page.keyboard.press('ControlOrMeta+t');
  const tested = page.getByRole('dialog', { name: /^Test [\d,]+ prox/ });
  await tested.getByRole('button', { name: 'Start test' }).click();
  await expect(tested.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await second.close();
});

test(
  'below 640 px the details leave the actions of the selection reachable',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 600, height: 700 });
    const filters = page.getByRole('button', { name: 'Filter panel' });
    if ((await filters.getAttribute('aria-pressed')) === 'true') await filters.click();
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await grid.locator('[data-index="1"]').click({ position: { x: 60, y: 10 } });
    await grid.press('ControlOrMeta+a');
    const details = page.getByRole('button', { name: 'Details panel' });
    if ((await details.getAttribute('aria-pressed')) === 'false') await details.click();
    await expect(page.getByRole('complementary', { name: /^Details of/ })).toBeVisible();
    await page
      .getByRole('toolbar', { name: 'Selection' })
      .getByRole('button', { name: /^Export/ })
      .click();
    await expect(page.getByRole('dialog', { name: /^Export/ })).toBeVisible();
  },
);

test('the strip of pictures has no scroll bar over them', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  for (const [width, height] of [
    [640, 400],
    [600, 400],
    [700, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.mouse.move(width / 2, height / 2);
    const views = page.getByRole('navigation', { name: 'Views' });
    const current = views.getByRole('button', { name: 'Proxies' });
    await expect(current).toHaveAttribute('aria-current', 'page');
    const strip = await views.boundingBox();
    const entry = await current.boundingBox();
    if (strip === null || entry === null) throw new Error('The strip is not drawn.');
    // As far from the left as from the right, where the line of the edge is.
    const [left, right] = [entry.x - strip.x, strip.x + strip.width - 1 - entry.x - entry.width];
    expect(Math.abs(left - right), `${String(width)}×${String(height)}`).toBeLessThanOrEqual(1);
  }
});

test(
  'the addresses of the gateway are read in a window of 900×600, and next to the details',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await openView(page, 'gateway');
    await page.getByRole('button', { name: 'New rule…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click();
    const addresses = page.getByRole('main').locator('code').filter({ hasText: '127.0.0.1:' });
    await expect(addresses).toHaveCount(2);
    const details = page.getByRole('button', { name: 'Details panel' });
    // Opened on purpose, they stay as long as there is room.
    await details.click();
    await expect(details).toHaveAttribute('aria-pressed', 'false');
    await details.click();
    for (const [width, height, hasDetails] of [
      [1600, 900, 'true'],
      [1280, 800, 'true'],
      [900, 600, 'false'],
      [640, 400, 'false'],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(details).toHaveAttribute('aria-pressed', hasDetails);
      const cutPx = await addresses.evaluateAll((boxes) => boxes.map((box) => box.scrollWidth - box.clientWidth));
      expect(cutPx, String(width)).toEqual([0, 0]);
      const view = page.getByRole('region', { name: 'Gateway', exact: true });
      expect(await view.evaluate((box) => box.scrollWidth - box.clientWidth), String(width)).toBe(0);
    }
  },
);

test(
  'where a window has no room for the lists of test runs and of syncs, they are menus of the heading',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.keyboard.press('ControlOrMeta+t');
    await page.getByRole('dialog').getByRole('button', { name: 'Start test' }).click();
    await expect(page.getByRole('heading', { name: 'Test run 1' })).toBeVisible();
    const runs = page.getByRole('navigation', { name: 'Test runs' });
    await expect(runs).toBeVisible();
    await page.setViewportSize({ width: 900, height: 600 });
    await expect(runs).toHaveCount(0);
    await page.getByRole('button', { name: 'Test run 1' }).click();
    await expect(page.getByRole('menuitem', { name: 'New test…' })).toBeVisible();
    await page.getByRole('menuitemradio', { name: 'All runs' }).click();
    await expect(page.getByRole('heading', { name: 'All runs' })).toBeVisible();
    await page.getByRole('button', { name: 'All runs' }).click();
    await page.getByRole('menuitemradio', { name: 'Test run 1' }).click();
    await expect(page.getByRole('heading', { name: 'Test run 1' })).toBeVisible();

    await openView(page, 'changes');
    await page.getByRole('button', { name: 'All syncs' }).click();
    await page.getByRole('menuitemradio', { name: /\d{4}/ }).first().click();
    await expect(page.getByRole('heading', { name: /^Sync of / })).toBeVisible();
  },
);

test.describe('changes', () => {
  test.use({ view: 'changes' });

  test(
    'next to the details in a window of 1280×800, a change shows its field and both values',
    { tag: '@slow' },
    async ({ livedIn: { page } }) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      const grid = page.getByRole('grid', { name: 'Changes' });
      const changed = grid.getByRole('row').filter({ hasText: 'Changed' }).first();
      await changed.click();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('complementary')).toContainText('Changed');
      const box = await grid.boundingBox();
      for (const key of ['field', 'values']) {
        const cell = changed.locator(`[data-key=${key}]`);
        await expect(cell).toHaveText(/\w/);
        const place = await cell.boundingBox();
        expect((place?.x ?? 0) + (place?.width ?? 0), key).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
      }
    },
  );
});
