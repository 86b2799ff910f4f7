import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxOf, grid, row, showProxies } from '../../table/show-proxies.ts';

const menu = page.getByRole('menu', { name: 'Menu of the row' });

async function openByMouse(): Promise<void> {
  await row(3).click({ button: 'right', position: { x: 120, y: 10 } });
  await expect.element(menu).toBeVisible();
}

test('a menu closes by Escape, Tab, a click elsewhere, the wheel and the loss of the focus', async () => {
  await showProxies();
  const elsewhere = document.createElement('input');
  document.querySelector('#app')?.prepend(elsewhere);

  await openByMouse();
  await userEvent.keyboard('{Escape}');
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();

  await openByMouse();
  await userEvent.keyboard('{Tab}');
  await expect.element(menu).not.toBeInTheDocument();

  await openByMouse();
  await userEvent.click(elsewhere);
  await expect.element(menu).not.toBeInTheDocument();

  grid.element().focus();
  await openByMouse();
  await row(3).wheel({ delta: { y: 90 } });
  await expect.element(menu).not.toBeInTheDocument();
  await expect.element(grid).toHaveFocus();

  await openByMouse();
  dispatchEvent(new Event('blur'));
  await expect.element(menu).not.toBeInTheDocument();

  await openByMouse();
  elsewhere.focus();
  await expect.element(menu).not.toBeInTheDocument();
});

test('a right click on another row moves the menu there', async () => {
  await showProxies();
  await openByMouse();
  const first = boxOf(menu);
  const { left, top } = boxOf(row(1));
  await userEvent.pointer({ coords: { x: left + 60, y: top + 10 }, keys: '[MouseRight]' });
  await expect.poll(() => boxOf(menu).top).toBeLessThan(first.top);
  expect(menu.elements()).toHaveLength(1);
});
