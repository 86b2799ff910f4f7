import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import SplitButton from '../../../../src/renderer/kit/menu/SplitButton.svelte';
import type { MenuItem, MenuLine } from '../../../../src/renderer/kit/menu/menu-item.ts';
import { show } from '../../../support/window/show.ts';

const more = page.getByRole('button', { name: 'More ways to copy' });
const menu = page.getByRole('menu', { name: 'More ways to copy' });
const submenu = page.getByRole('menu', { name: 'Copy as' });
const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

/** Shows a button with a menu, and gives the chosen item. */
async function showCopies(): Promise<readonly string[]> {
  const chosen: string[] = [];
  const line = (title: string, isEnabled = true): MenuLine => ({ title, isEnabled, run: () => chosen.push(title) });
  const items: readonly MenuItem[] = [
    line('Copy address'),
    line('Copy password', false),
    { title: 'Copy as', items: [line('curl'), 'separator', line('JSON')] },
    'separator',
    line('Note…'),
  ];
  await show(SplitButton, { label: 'Copy', menuLabel: 'More ways to copy', items, onclick: () => undefined });
  more.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menu).toBeVisible();
  return chosen;
}

test('arrows, Home and End go round in a menu and skip what is disabled', async () => {
  await showCopies();
  await expect.element(item('Copy address')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Copy as')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(item('Note…')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Copy address')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(item('Note…')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(item('Copy address')).toHaveFocus();
  // Neither leads anywhere from here.
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}');
  await expect.element(item('Copy address')).toHaveFocus();
});

test('the right arrow leads into a submenu, the left one and its first line back', async () => {
  const chosen = await showCopies();
  await userEvent.keyboard('{ArrowDown}{ArrowRight}');
  await expect.element(submenu).toBeVisible();
  await expect.element(item('curl')).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(menu).toBeVisible();
  await expect.element(item('Copy as')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('curl')).toHaveFocus();
  await userEvent.keyboard('{Home}{Enter}');
  await expect.element(item('Copy as')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  await expect.element(submenu).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
  expect(chosen).toEqual(['JSON']);
});

test('Escape in a submenu closes the whole menu and chooses nothing', async () => {
  const chosen = await showCopies();
  await item('Copy as').click();
  await expect.element(submenu).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(more).toHaveFocus();
  expect(chosen).toEqual([]);
});
