import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail } from '../../../../src/shared/failure.ts';
import Dialog from '../../../../src/renderer/kit/dialog/Dialog.svelte';
import { show } from '../../../support/window/show.ts';
import DialogPage from './DialogPage.svelte';

const opener = page.getByRole('button', { name: 'Rename' });
const dialog = page.getByRole('dialog', { name: 'Rename view' });

test('a key pressed right after Escape finds the dialog closed', async () => {
  const seen: boolean[] = [];
  await show(DialogPage, {
    onkey: (isOpen: boolean) => seen.push(isOpen),
    onsave: () => Promise.resolve(),
  });
  await opener.click();
  await expect.element(dialog).toBeVisible();
  // In one task, as keys of a busy machine come; `requestClose` is what Escape does.
  document.querySelector('dialog')?.requestClose();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'F2', bubbles: true }));
  expect(seen).toEqual([false]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a dialog begins at its field, Enter submits it, and its end gives the focus back', async () => {
  const saved: string[] = [];
  await show(DialogPage, {
    onkey: () => undefined,
    onsave: (name: string) => {
      saved.push(name);
      return Promise.resolve();
    },
  });
  await opener.click();
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toHaveFocus();
  // The suggested name is selected, so typing replaces it.
  await userEvent.keyboard('Ports{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(saved).toEqual(['Ports']);
  await expect.element(opener).toHaveFocus();

  await opener.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('a failure about the name stands at its field, which gets the focus, until the name changes', async () => {
  await show(DialogPage, {
    onkey: () => undefined,
    onsave: (name: string) =>
      Promise.reject(
        name === 'Ports'
          ? fail('name-taken', 'There is already one named "Ports".')
          : fail('disk-full', 'The disk is full.'),
      ),
  });
  await opener.click();
  const field = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await userEvent.keyboard('Ports');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(field).toHaveAccessibleDescription('There is already one named "Ports".');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('Other');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('The disk is full.');
  await expect.element(field).toHaveAttribute('aria-invalid', 'false');
});

test('the content of a dialog stays where it is when it grows so that it scrolls', async () => {
  const children = createRawSnippet(() => ({ render: () => '<p style="height: 20px">Content</p>' }));
  await show(Dialog, { title: 'Options', children, onclose: () => undefined });
  const place = (): readonly number[] => {
    const { left = 0, right = 0 } = document.querySelector('dialog')?.getBoundingClientRect() ?? {};
    const box = page.getByText('Content').element().getBoundingClientRect();
    return [box.left - left, right - box.right];
  };
  const [left = 0, right] = place();
  expect(right).toBe(left);
  page.getByText('Content').element().setAttribute('style', 'height: 2000px');
  expect(place()).toEqual([left, right]);
});
