import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxOf, cell, grid, heading, headings, pullEdge, row, showProxies, titleOf } from './show-proxies.ts';

const wide = { width: 1100, height: 800 };
/** Too narrow for the columns that come with the table. */
const narrow = { width: 600, height: 600 };
const chooser = page.getByRole('button', { name: /^Columns of Proxies/ });
const panel = page.getByRole('dialog', { name: 'Columns of Proxies' });
const widthOf = (name: string): number => boxOf(heading(name)).width;
const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;
const menuOf = (name: string) => page.getByRole('menu', { name: `Menu of ${name}` });

test('columns are shown and hidden, resized by key and by edge, and reset', async () => {
  await showProxies(wide);
  const before = headings();
  const last = boxOf(grid.getByRole('columnheader').last());
  expect(last.right).toBeLessThanOrEqual(boxOf(chooser).left);
  await chooser.click();
  await panel.getByRole('checkbox', { name: 'Time zone' }).click();
  await panel.getByRole('checkbox', { name: 'SOCKS5' }).click();
  await userEvent.keyboard('{Escape}');
  expect(headings()).toEqual([...before.filter((name) => name !== 'SOCKS5'), 'Time zone']);
  await expect.element(cell(0, 'city_timezone')).toMatchTextContent(/^\w+\/\w+/);

  const widthPx = Math.round(widthOf('Address'));
  titleOf('Address').element().focus();
  await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{/Shift}{/Alt}');
  await expect.poll(() => widthOf('Address')).toBe(widthPx + 10);
  await pullEdge('Address', 60);
  await expect.poll(() => widthOf('Address')).toBe(widthPx + 70);

  await chooser.click();
  await panel.getByRole('button', { name: 'Reset columns' }).click();
  await expect.poll(headings).toEqual(before);
});

test('all columns stay in a narrow window, which scrolls sideways', async () => {
  await showProxies(narrow);
  expect(headings()).toEqual(['Online', 'Address', 'HTTP', 'Place', 'Network', 'Type', 'Service', 'SOCKS5']);
  expect(isCut(grid.element())).toBe(true);
  await row(1).click({ position: { x: 60, y: 10 } });
  for (let step = 0; step < 14; step += 1) await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => grid.element().scrollLeft).toBeGreaterThan(0);
  await expect.element(row(1).getByRole('gridcell').last()).toBeInViewport();
});

test('a heading that cannot be sorted opens its menu by keyboard', async () => {
  await showProxies(wide);
  await chooser.click();
  await panel.getByRole('checkbox', { name: '24 h' }).click();
  await userEvent.keyboard('{Escape}');
  titleOf('24 h').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(menuOf('24 h')).toBeVisible();
});

test('several keys sort one after the other, by mouse and by keyboard', async () => {
  await showProxies(wide);
  await titleOf('Type').click();
  await titleOf('HTTP').click({ modifiers: ['Shift'] });
  titleOf('HTTP').element().focus();
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}');
  await expect.element(heading('Type')).toHaveAttribute('aria-sort', 'ascending');
  await expect.element(heading('HTTP')).toHaveAttribute('aria-sort', 'other');
  await expect.element(heading('HTTP')).toMatchTextContent('descending, key 2 of 2');
  await expect.element(heading('HTTP')).toMatchTextContent('↓2');
  await expect.element(cell(0, 'type')).toMatchTextContent('Datacenter');
  await expect.element(cell(0, 'http')).toMatchTextContent('8002');
});

test('the whole column header sorts, and its menu sorts, fits and hides the column', async () => {
  await showProxies(wide);
  await heading('Service').click({ position: { x: widthOf('Service') / 2 + 10, y: 4 } });
  await expect.element(heading('Service')).toHaveAttribute('aria-sort', 'ascending');

  await heading('Network').click({ button: 'right' });
  await menuOf('Network').getByRole('menuitem', { name: 'Sort descending' }).click();
  await expect.element(heading('Network')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(heading('Service')).toHaveAttribute('aria-sort', 'none');

  await pullEdge('Network', 50 - widthOf('Network'));
  await expect.poll(() => isCut(cell(0, 'network').element())).toBe(true);
  titleOf('Network').element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await menuOf('Network')
    .getByRole('menuitem', { name: /^Fit width/ })
    .click();
  await expect.poll(() => isCut(cell(0, 'network').element())).toBe(false);

  titleOf('Network').element().focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await menuOf('Network').getByRole('menuitem', { name: 'Hide column' }).click();
  await expect.element(heading('Network')).not.toBeInTheDocument();
});

test('a double click on an edge fits the column to its content', async () => {
  await showProxies(wide);
  await pullEdge('Network', 60 - widthOf('Network'));
  await expect.poll(() => isCut(cell(0, 'network').element())).toBe(true);
  const { right, top } = boxOf(heading('Network'));
  await userEvent.pointer({ coords: { x: right - 1, y: top + 10 }, keys: '[MouseLeft][MouseLeft]' });
  const cells = grid.getBySelector('[role=gridcell][data-key=network]');
  await expect.poll(() => cells.elements().some(isCut)).toBe(false);
});

test('widening a column narrows no column: the table scrolls sideways', async () => {
  await showProxies({ width: 700, height: 800 });
  await pullEdge('Address', 300);
  await pullEdge('Place', 300);
  expect(isCut(grid.element())).toBe(true);
  // The common names of networks are not cut.
  await expect.element(cell(0, 'network')).toMatchTextContent('Hudson Broadband');
  expect(isCut(cell(0, 'network').element())).toBe(false);
});

test('digits of dates have the same width', async () => {
  await showProxies(wide);
  await chooser.click();
  await panel.getByRole('checkbox', { name: 'Updated' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(cell(0, 'proxy_last_update_datetime')).toHaveStyle({ fontVariantNumeric: 'tabular-nums' });
});

/** How far an element is from the left of the table, in CSS pixels. */
const leftOf = (locator: Parameters<typeof boxOf>[0]): number => boxOf(locator).left - boxOf(grid).left;

test('the address stays at the left with its dot and its tick while the table scrolls sideways', async () => {
  await showProxies(narrow);
  const places = () =>
    ['state', 'address'].flatMap((key) => [leftOf(cell(0, key)), leftOf(row(0).getBySelector('.tick'))]);
  const before = places();
  const headingLeft = leftOf(heading('Address'));
  const placeLeft = leftOf(cell(0, 'place'));
  grid.element().scrollLeft = grid.element().scrollWidth;
  await expect.poll(() => leftOf(cell(0, 'place'))).toBeLessThan(placeLeft);
  expect(places()).toEqual(before);
  expect(leftOf(heading('Address'))).toBe(headingLeft);
  await expect.element(row(0).getByRole('gridcell').last()).toBeInViewport();
  // Its text stays in line with the other cells.
  const middleOf = (key: string): number => {
    const range = document.createRange();
    range.selectNodeContents(cell(0, key).element());
    const { top, bottom } = range.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  };
  expect(Math.abs(middleOf('address') - middleOf('type'))).toBeLessThanOrEqual(1);
  const dot = boxOf(cell(0, 'state').getBySelector('.dot'));
  expect(Math.abs((dot.top + dot.bottom) / 2 - middleOf('type'))).toBeLessThanOrEqual(1.5);
});

test('a cell that the keyboard goes back to is not below the address', async () => {
  await showProxies(narrow);
  await row(1).click({ position: { x: 60, y: 10 } });
  for (let step = 0; step < 14; step += 1) await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => grid.element().scrollLeft).toBeGreaterThan(0);
  const activeKey = () => document.querySelector<HTMLElement>('.cell.at')?.dataset['key'] ?? '';
  while (activeKey() !== 'http') {
    const at = activeKey();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(activeKey).not.toBe(at);
    expect(boxOf(cell(1, activeKey())).left).toBeGreaterThanOrEqual(boxOf(cell(1, 'address')).right - 1);
  }
});
