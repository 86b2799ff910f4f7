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
  await userEvent.keyboard(' ');
  await expect.element(bar).toMatchTextContent('249 selected');
  await userEvent.keyboard('{Escape}');
  await expect.element(bar).not.toBeInTheDocument();
  await userEvent.keyboard('{End}');
  await expect.element(row(249)).toHaveAttribute('aria-selected', 'false');
  // The cell of the row that was clicked.
  const active = row(249).getBySelector('.at').element().id;
  await expect.element(grid).toHaveAttribute('aria-activedescendant', active);
});

test('Space selects the active row, and Shift with an arrow or a click selects on from it', async () => {
  await showProxies();
  grid.element().focus();
  await userEvent.keyboard('{ArrowDown} ');
  await expect.element(bar).toMatchTextContent('1 selected');
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  await expect.element(bar).toMatchTextContent('3 selected');
  await row(7).click({ modifiers: ['Shift'] });
  await expect.element(bar).toMatchTextContent('8 selected');
});

test('a drag beyond the last visible row scrolls and selects on, until the end of the list', async () => {
  await showProxies();
  // Room above and below the table, for the pointer.
  const app = document.querySelector<HTMLElement>('#app');
  if (app !== null) app.style.cssText = 'position: absolute; inset: 60px 0; height: auto';
  await expect.poll(() => boxOf(grid).top).toBe(60);
  const middleOf = (index: number): number => boxOf(row(index)).top + 15;
  const isSelected = (index: number): boolean => row(index).element().ariaSelected === 'true';
  await userEvent.pointer([
    { coords: { x: 200, y: middleOf(2) }, keys: '[MouseLeft>]' },
    { coords: { x: 200, y: middleOf(6) } },
    { coords: { x: 200, y: middleOf(10) } },
  ]);
  await expect.poll(() => isSelected(10)).toBe(true);
  await userEvent.pointer({ coords: { x: 300, y: boxOf(grid).bottom + 20 } });
  await expect.element(row(249)).toBeInViewport();
  await expect.poll(() => isSelected(249)).toBe(true);
  // A bar would lie between the pointer and the rows.
  await expect.element(bar).not.toBeInTheDocument();
  await userEvent.pointer({ coords: { x: 300, y: 20 } });
  await expect.element(row(0)).toBeInViewport();
  await userEvent.pointer({ keys: '[/MouseLeft]' });
  // All before the row where it began, and that row.
  await expect.element(bar).toMatchTextContent('3 selected');
  expect([0, 1, 2, 3].map(isSelected)).toEqual([true, true, true, false]);
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
