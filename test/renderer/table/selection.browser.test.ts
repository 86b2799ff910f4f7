import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { bar, boxOf, grid, row, showProxies } from './show-proxies.ts';

test('a click shows a row and keeps the selection, which Space, Ctrl and Shift change', async () => {
  await showProxies();
  await row(1).click();
  await expect.element(row(1)).toHaveClass('active');
  await expect.element(row(1)).toHaveAttribute('aria-selected', 'false');
  await expect.element(bar).not.toBeInTheDocument();
  await row(3).click({ modifiers: ['Shift'] });
  await expect.element(bar).toMatchTextContent('3 selected');
  await row(6).click({ modifiers: ['ControlOrMeta'] });
  await expect.element(bar).toMatchTextContent('4 selected');
  await row(8).click();
  await expect.element(bar).toMatchTextContent('4 selected');
  await userEvent.keyboard(' ');
  await expect.element(bar).toMatchTextContent('5 selected');
  await row(10).click({ button: 'right' });
  await expect.element(page.getByRole('menu', { name: 'Menu of the row' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).toMatchTextContent('5 selected');
});

test('the selection is described in words and survives scrolling', async () => {
  await showProxies();
  await row(1).click();
  await userEvent.keyboard('{Shift>}{End}{/Shift}');
  await expect.element(bar).toMatchTextContent('249 selected');
  await userEvent.keyboard('{Home}');
  await expect.element(row(1)).toHaveAttribute('aria-selected', 'true');
  await expect.element(bar).toMatchTextContent('249 selected');
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(bar).toMatchTextContent('All 250 proxies selected');
});

test('the selection bar never covers the last row', async () => {
  await showProxies();
  await row(0).click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect.element(bar).toBeVisible();
  await userEvent.keyboard('{End}');
  await expect.element(row(249)).toBeVisible();
  await expect.poll(() => boxOf(row(249)).bottom).toBeLessThanOrEqual(boxOf(bar).top);
  await expect.element(grid).toHaveFocus();
});
