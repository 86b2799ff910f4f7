import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import EmptyState from '../../../../src/renderer/kit/EmptyState.svelte';
import { show, type Shown } from '../../../support/window/show.ts';

const messages = page.getByRole('log', { name: 'Messages' });
const toast = messages.getBySelector('.toast');
const dismiss = messages.getByRole('button', { name: 'Dismiss this message' });

const emptyPage = { icon: 'proxies', title: 'Nothing here', text: 'An empty page.' } as const;
const showPage = (size?: { width: number; height: number }): Promise<Shown> => show(EmptyState, emptyPage, size);

/** Whether nothing lies over the middle of an element, and all of it is in the window. */
function isReachable(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return isInside && element.contains(hit);
}

test('messages are announced where they appear, and the steps of progress are not', async () => {
  const { host } = await showPage();
  // A region that appears together with its text is not announced.
  expect(document.querySelector('[role=log][aria-label=Messages]')).not.toBeNull();
  expect(messages.elements()).toEqual([]);
  const work = host.toasts.progress('Exporting…', null);
  work.update(null);
  await expect.element(messages.getByText('Exporting…')).toBeVisible();
  const first = toast.element();
  const bar = messages.getByRole('progressbar', { name: 'Exporting…' });
  await expect.element(bar).not.toHaveAttribute('value');
  work.update(0.5);
  await expect.element(bar).toHaveAttribute('value', '0.5');
  // The element is the same, so nothing was added to the log.
  expect(toast.element()).toBe(first);
  work.close();
  await expect.element(toast).not.toBeInTheDocument();
});

test('an action closes its message before it runs, and a key or a click dismisses a message', async () => {
  const { host } = await showPage();
  const shownAtAction: number[] = [];
  host.toasts.notifyFailure({ code: 'unreachable', message: 'No service.' });
  host.toasts.notify('Deleted the view.', { title: 'Undo', run: () => shownAtAction.push(host.toasts.all.length) });
  await expect.poll(() => toast.elements().length).toBe(2);
  await messages.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => toast.elements().length).toBe(1);
  expect(shownAtAction).toEqual([1]);
  await expect.element(toast).toMatchTextContent('No service.');
  dismiss.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(toast).not.toBeInTheDocument();

  host.toasts.notify('Copied.');
  await dismiss.click();
  await expect.element(toast).not.toBeInTheDocument();
});

test('a message knows whether the pointer or the keyboard is on it', async () => {
  const { host } = await showPage();
  host.toasts.notify('Copied.');
  await expect.element(toast).toBeVisible();
  expect(host.toasts.isRead()).toBe(false);
  await userEvent.hover(toast);
  expect(host.toasts.isRead()).toBe(true);
  await userEvent.unhover(toast);
  expect(host.toasts.isRead()).toBe(false);
  dismiss.element().focus();
  expect(host.toasts.isRead()).toBe(true);
});

test('messages leave the clicks next to them to the page', async () => {
  const { host } = await showPage();
  host.toasts.notify('Copied.');
  host.toasts.notify('A longer message, so that there is room next to the first one in its line.');
  await expect.poll(() => toast.elements().length).toBe(2);
  const [short, long] = toast.elements().map((element) => element.getBoundingClientRect());
  if (short === undefined || long === undefined) throw new Error('A message is missing.');
  expect(short.left).toBeGreaterThan(long.left);
  const beside = document.elementFromPoint((long.left + short.left) / 2, short.top + 5);
  expect(beside?.closest('[role=log]')).toBeNull();
});

test('a message lies on the status bar, so that it covers no row, no selection and no foot of a dialog', async () => {
  for (const [width, height] of [
    [1600, 900],
    [1280, 800],
    [900, 600],
    [800, 450],
  ] as const) {
    const { host, close } = await showPage({ width, height });
    host.toasts.notify('Added the tag "nike" to 5 proxies.', { title: 'Undo', run: () => undefined });
    await expect.element(toast).toBeVisible();
    const { top, bottom, left } = toast.element().getBoundingClientRect();
    const statusPx = 26;
    expect([height - top <= statusPx, bottom], String(width)).toEqual([true, height]);
    // What the status bar says at its left end stays in sight.
    expect(left, String(width)).toBeGreaterThan(330);
    for (const button of toast.getByRole('button').elements()) expect(isReachable(button)).toBe(true);
    await close();
  }
});

test('a message of long names has its buttons in every window, and its whole text as a tooltip', async () => {
  const preset = 'Proxies_of_the_scrapers_in_'.repeat(6);
  const file = `${'for_the_scrapers_'.repeat(8)}list.txt`;
  const text = `${preset}: 250 proxies written to ${file}.`;
  for (const [width, height] of [
    [1600, 900],
    [900, 600],
    [640, 400],
    [320, 480],
  ] as const) {
    const { host, close } = await showPage({ width, height });
    host.toasts.notify(
      text,
      { title: 'Show in folder', run: () => undefined },
      { title: 'Copy path', run: () => undefined },
    );
    await expect.element(toast).toBeVisible();
    expect(isReachable(toast.element()), String(width)).toBe(true);
    const buttons = toast.getByRole('button').elements();
    expect(buttons).toHaveLength(3);
    for (const button of buttons) expect(isReachable(button), String(width)).toBe(true);
    const box = toast.element();
    expect(box.scrollWidth - box.clientWidth, String(width)).toBe(0);
    const shown = toast.getBySelector('.text').element();
    expect(shown.getAttribute('title')).toBe(text);
    expect(shown.textContent.length).toBeLessThan(200);
    await close();
  }
});
