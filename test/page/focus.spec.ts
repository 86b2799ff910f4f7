import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { addFirstAccount, closeMessages, openDemo } from './open-demo.ts';
import { viewNames } from '../../src/shared/views.ts';
import { startDemoService } from '../support/demo-service.ts';
import { openView } from './open-view.ts';
import { readLastView } from './read-last-view.ts';

/** More stops than any view has; reaching it means that Tab does not come round. */
const maxStops = 150;

/**
 * Goes through the page with Tab until it comes round: how many stops there are, and
 * which of them show nothing where the focus is.
 */
async function tabThrough(page: Page): Promise<{ stops: number; unseen: string[] }> {
  const unseen: string[] = [];
  await page.evaluate(() => {
    // Tab begins at the top of the page, wherever the focus was.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    Reflect.set(globalThis, 'visited', new Set());
  });
  for (let stops = 0; stops < maxStops; stops += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return null;
      const visited = Reflect.get(globalThis, 'visited') as Set<Element>;
      if (visited.has(element)) return null;
      visited.add(element);
      const isDrawn = (candidate: Element | null): boolean => {
        if (candidate === null) return false;
        const style = getComputedStyle(candidate);
        const hasOutline = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
        return hasOutline || (style.boxShadow !== 'none' && style.boxShadow !== '');
      };
      const isUnderlined = (candidate: Element | null): boolean => {
        if (candidate === null) return false;
        const { content, borderBottomStyle, borderBottomWidth } = getComputedStyle(candidate, '::after');
        return content !== 'none' && borderBottomStyle !== 'none' && parseFloat(borderBottomWidth) >= 1;
      };
      const box = element.getBoundingClientRect();
      const isInside = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.left < innerWidth;
      // A table draws it under its headings, the filter round the whole bar.
      const isShown =
        isDrawn(element) ||
        isUnderlined(element.querySelector(':scope .head')) ||
        isDrawn(element.closest('.bar:focus-within'));
      const name = element.ariaLabel ?? element.textContent.trim().slice(0, 40);
      return { name: `${element.tagName} "${name}"`, isShown: isShown && isInside };
    });
    if (stop === null) return { stops, unseen };
    if (!stop.isShown) unseen.push(stop.name);
  }
  return { stops: maxStops, unseen };
}

test('Tab cycles through every view, and the focus is visible at each stop', { tag: '@slow' }, async ({ app }) => {
  const { page } = app;
  expect((await tabThrough(page)).unseen, 'Welcome').toEqual([]);
  await openDemo(page);
  await page.setViewportSize({ width: 1600, height: 900 });
  await closeMessages(page);
  await page.getByRole('grid').locator('[data-index="1"]').click();
  for (const view of viewNames) {
    await openView(page, view);
    // A view that arrives takes the focus.
    await app.idle();
    const { stops, unseen } = await tabThrough(page);
    expect(unseen, view).toEqual([]);
    // A gateway without rules has fewest.
    expect(stops, view).toBeGreaterThan(5);
    expect(stops).toBeLessThan(maxStops);
  }
});

test(
  'with forced colors the focus and filled shapes are visible, and nothing moves',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await grid.locator('[data-index="1"]').click();
    await grid.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    const look = await page.evaluate(() => {
      const style = (selector: string, pseudo?: string): CSSStyleDeclaration => {
        const element = document.querySelector(selector);
        if (element === null) throw new Error(`There is no ${selector}.`);
        return getComputedStyle(element, pseudo);
      };
      const background = style('body').backgroundColor;
      return {
        row: style('[role=row].active', '::after').borderTopStyle,
        tick: style('[role=row].selected .ticked').backgroundColor === background,
        dot: style('[role=row] .dot').backgroundColor === background,
        moving: [...document.querySelectorAll('*')].filter(
          (element) => getComputedStyle(element).animationName !== 'none',
        ).length,
      };
    });
    expect(look).toEqual({ row: 'solid', tick: false, dot: false, moving: 0 });
    await page.keyboard.press('Shift+F10');
    const item = page.getByRole('menuitem').first();
    await expect(item).toBeFocused();
    expect(await item.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  },
);

test(
  'switching views by key focuses the list, and closing a dialog restores the focus',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const proxies = page.getByRole('grid', { name: 'Proxies' });
    const dialog = page.getByRole('dialog');
    const runFromPalette = async (name: string): Promise<void> => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Search' }).fill(name);
      await page.keyboard.press('Enter');
    };
    await openView(page, 'services');
    await expect(page.getByRole('grid', { name: 'Services' })).toBeFocused();
    await runFromPalette('Show proxies');
    await expect(proxies).toBeFocused();

    await page.keyboard.press('ControlOrMeta+e');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(proxies).toBeFocused();
    await runFromPalette('Filter reference');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(proxies).toBeFocused();
    await runFromPalette('Show or hide the filters');
    await expect(proxies).toBeFocused();

    await runFromPalette('Look up a mobile ledger entry');
    await expect(page.getByRole('textbox', { name: 'Entry ID' })).toBeFocused();
    await openView(page, 'services');
    await expect(page.getByRole('grid', { name: 'Services' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await runFromPalette('Edit the service');
    // Not in a field, where one letter would change it.
    await expect(dialog.getByRole('textbox', { name: 'Payment method ID' })).toBeVisible();
    const focused = dialog.locator(':focus');
    await expect(focused).toHaveCount(1);
    await expect(focused).not.toHaveRole('textbox');
    await page.keyboard.press('Escape');

    await page.keyboard.press('ControlOrMeta+t');
    await dialog.getByRole('button', { name: 'Start test' }).press('Enter');
    await expect(page.getByRole('grid', { name: 'Results' })).toBeFocused();
  },
);

test(
  'a control that disappears when it is used leaves the focus to the list',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    await page.setViewportSize({ width: 1600, height: 900 });
    const grid = page.getByRole('grid', { name: 'Proxies' });
    await grid.locator('[data-index="1"]').click();
    await page.keyboard.press('Space');
    await page.keyboard.press('ControlOrMeta+c');
    for (const name of ['Dismiss this message', 'Clear the selection', 'Hide the details']) {
      await page.getByRole('button', { name }).first().press('Enter');
      await expect(grid).toBeFocused();
    }
    await page.getByRole('combobox', { name: 'Filter' }).fill('city:nowhere ');
    await page.getByRole('main').getByRole('button', { name: 'Clear the filter' }).press('Enter');
    await expect(grid).toBeFocused();
  },
);

test('Ctrl+K leaves an open dialog and what was typed into it', { tag: '@slow' }, async ({ demo: app }) => {
  const { page } = app;
  await page.keyboard.press('ControlOrMeta+t');
  const urls = page.getByRole('dialog').getByLabel('URL');
  await urls.fill('https://example.com');
  await urls.press('ControlOrMeta+k');
  await expect(urls).toHaveValue('https://example.com');
  await expect(page.getByRole('dialog', { name: 'Commands' })).toBeHidden();
});

const overviewOf = (page: Page): Locator => page.getByRole('region', { name: 'Overview of the account' });

test('the demo brings the keyboard into its view', { tag: '@slow' }, async ({ app: { page } }) => {
  await page.getByRole('button', { name: 'Try the demo' }).press('Enter');
  await expect(overviewOf(page)).toBeFocused();
});

test('the first account brings the keyboard into its view', { tag: '@slow' }, async ({ app: { page } }) => {
  const demo = await startDemoService();
  await addFirstAccount(page, demo);
  await expect(overviewOf(page)).toBeFocused();
  await demo.close();
});

test(
  'after a start the keyboard is in the list, and on the first screen at its first choice',
  { tag: '@slow' },
  async ({ app }) => {
    const { page } = app;
    await expect(page.getByRole('button', { name: /^Add an account/ })).toBeFocused();
    await openDemo(page);
    const grid = page.getByRole('grid', { name: 'Proxies' });
    // Saved a moment after the view has changed.
    await expect.poll(() => readLastView(page)).toContain('"view":"proxies"');
    await page.reload();
    await expect(grid).toBeFocused();
  },
);

test(
  'a shortcut that opens a view never takes the focus from a field that was entered after it',
  { tag: '@slow' },
  async ({ demo: app }) => {
    const { page } = app;
    const focused = await page.evaluate(async () => {
      // A busy machine draws its next frame late: after the field was entered.
      const draw = window.requestAnimationFrame.bind(window);
      const late: FrameRequestCallback[] = [];
      window.requestAnimationFrame = (callback) => late.push(callback);
      const isMac = navigator.platform.startsWith('Mac');
      const held = { ctrlKey: !isMac, metaKey: isMac, bubbles: true };
      for (const digit of ['3', '2']) {
        const key = { key: digit, code: `Digit${digit}`, ...held };
        document.body.dispatchEvent(new KeyboardEvent('keydown', key));
        // Each key comes in a task of its own.
        await new Promise((done) => setTimeout(done));
      }
      document.querySelector<HTMLInputElement>('input[role=combobox]')?.focus();
      window.requestAnimationFrame = draw;
      for (const callback of late) callback(performance.now());
      return document.activeElement?.getAttribute('aria-label');
    });
    expect(focused).toBe('Filter');
  },
);
