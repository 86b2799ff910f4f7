import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { roveFocus } from '../../../src/renderer/kit/rove-focus.ts';

const button = (name: string) => page.getByRole('button', { name });

/** A group of controls between two buttons. */
function showGroup(controls: string): HTMLElement {
  const box = document.createElement('div');
  box.innerHTML = `<button>Before</button><div role="group" aria-label="Views">${controls}</div><button>After</button>`;
  document.body.append(box);
  const group = box.querySelector<HTMLElement>('[role=group]');
  if (group === null) throw new Error('There is no group.');
  const end = roveFocus(group);
  onTestFinished(() => {
    end();
    box.remove();
  });
  return group;
}

const views =
  '<button>Overview</button><button aria-current="page">Proxies</button><button disabled>Users</button><button>Usage</button>';

test('a group is one Tab stop at its current page, in which arrows, Home and End move', async () => {
  showGroup(views);
  button('Before').element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('Proxies')).toHaveFocus();
  // What cannot be used is skipped, and the ends hold.
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Usage')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(button('Usage')).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await expect.element(button('Overview')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(button('Overview')).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowLeft}');
  await expect.element(button('Proxies')).toHaveFocus();
});

test('a group is entered where it was left, or at the page that was opened meanwhile', async () => {
  const group = showGroup(views);
  button('Usage').element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(button('After')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(button('Usage')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  group.querySelector('[aria-current]')?.removeAttribute('aria-current');
  button('Overview').element().setAttribute('aria-current', 'page');
  await expect.element(button('Overview')).toHaveAttribute('tabindex', '0');
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(button('Overview')).toHaveFocus();
});

test('the keys of a text field stay its own, and a control that goes gives its stop to another', async () => {
  const group = showGroup('<input aria-label="Name" value="ab"><button>Add</button>');
  const field = page.getByRole('textbox', { name: 'Name' });
  field.element().focus();
  await userEvent.keyboard('{Home}c{ArrowRight}{ArrowLeft}d{End}e');
  await expect.element(field).toHaveValue('cdabe');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Add')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  group.querySelector('button')?.remove();
  await expect.element(field).toHaveAttribute('tabindex', '0');
});
