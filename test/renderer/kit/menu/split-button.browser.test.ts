import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import SplitButton from '../../../../src/renderer/kit/menu/SplitButton.svelte';
import { show } from '../../../support/window/show.ts';

const main = page.getByRole('button', { name: 'Export 250' });
const more = page.getByRole('button', { name: 'More ways to export' });

const showExport = () =>
  show(SplitButton, {
    label: 'Export 250',
    menuLabel: 'More ways to export',
    items: [{ title: 'Export all', run: () => undefined }],
    onclick: () => undefined,
  });

test('left and right move between the halves of a split button', async () => {
  await showExport();
  main.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(more).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(main).toHaveFocus();
});

test('the menu of a button at the bottom of the window opens above it, so that a second click closes it', async () => {
  await showExport();
  const menu = page.getByRole('menu', { name: 'More ways to export' });
  const button = more.element();
  if (button instanceof HTMLElement) button.style.cssText = 'position: fixed; bottom: 4px';
  await more.click();
  await expect.element(menu).toBeVisible();
  const { bottom } = menu.element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(button.getBoundingClientRect().top);
  await more.click();
  await expect.element(menu).not.toBeInTheDocument();
});

test('a second click on the button of a menu closes it', async () => {
  await showExport();
  const menu = page.getByRole('menu', { name: 'More ways to export' });
  await more.click();
  await expect.element(menu).toBeVisible();
  await more.click();
  await expect.element(menu).not.toBeInTheDocument();
  await more.click();
  await expect.element(menu).toBeVisible();
});
