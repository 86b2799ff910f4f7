import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { boxOf, cell, grid, heading, headings, pullEdge, row, showProxies, titleOf } from './show-proxies.ts';

const wide = { width: 1100, height: 800 };
/** Too narrow for all columns that come with the table. */
const narrow = { width: 600, height: 600 };
const chooser = page.getByRole('button', { name: /^Columns of Proxies/ });
const panel = page.getByRole('dialog', { name: 'Columns of Proxies' });
const widthOf = (name: string): number => boxOf(heading(name)).width;
const isCut = (element: Element): boolean => element.scrollWidth > element.clientWidth;
const menuOf = (name: string) => page.getByRole('menu', { name: `Menu of ${name}` });

test('columns are shown, moved by key and by drag, resized by key and by edge, and reset', async () => {
  await showProxies(wide);
  const before = headings();
  const last = boxOf(grid.getByRole('columnheader').last());
  expect(last.right).toBeLessThanOrEqual(boxOf(chooser).left);
  await chooser.click();
  await panel.getByRole('checkbox', { name: 'Time zone' }).click();
  await panel.getByRole('checkbox', { name: 'SOCKS5' }).click();
  panel.getByRole('checkbox', { name: 'Time zone' }).element().focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await userEvent.keyboard('{Escape}');
  const stayed = before.filter((name) => name !== 'SOCKS5' && name !== 'Service');
  expect(headings()).toEqual([...stayed, 'Time zone', 'Service']);
  await expect.element(cell(0, 'city_timezone')).toMatchTextContent(/^\w+\/\w+/);

  titleOf('Address').element().focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(() => headings().slice(0, 3)).toEqual(['Online', 'HTTP', 'Address']);
  await expect.element(titleOf('Address')).toHaveFocus();
  await heading('Address').dropTo(heading('HTTP'));
  await expect.poll(() => headings().slice(0, 3)).toEqual(['Online', 'Address', 'HTTP']);

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

test('all visible columns stay in a narrow window, which scrolls sideways', async () => {
  await showProxies(narrow);
  await chooser.click();
  await panel.getByRole('checkbox', { name: 'ID' }).click();
  await panel.getByRole('checkbox', { name: 'IPv6' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(heading('IPv6')).toBeInTheDocument();
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
  await userEvent.pointer({
    coords: { x: right - 1, y: top + 10 },
    keys: '[MouseLeft][MouseLeft]',
  });
  const cells = grid.getBySelector('[role=gridcell][data-key=network]');
  await expect.poll(() => cells.elements().some(isCut)).toBe(false);
});

test('widening a column hides no column: the table scrolls sideways', async () => {
  await showProxies({ width: 700, height: 800 });
  await expect.element(chooser).toHaveAccessibleName(/hidden$/);
  const before = headings();
  expect(before).toContain('Network');
  await pullEdge('Address', 300);
  await pullEdge('Place', 300);
  expect(headings()).toEqual(before);
  expect(isCut(grid.element())).toBe(true);
  // The common names of networks are not cut.
  await expect.element(cell(0, 'network')).toMatchTextContent('Hudson Broadband');
  expect(isCut(cell(0, 'network').element())).toBe(false);
});

test('hidden columns are counted, and the port stays with its address', async () => {
  await showProxies(narrow);
  expect(headings().slice(0, 3)).toEqual(['Online', 'Address', 'HTTP']);
  const hidden = Number(/\d+/.exec(chooser.element().textContent)?.[0]);
  expect(hidden).toBeGreaterThan(0);
  await expect.element(chooser).toHaveAccessibleName(`Columns of Proxies, ${hidden} hidden`);
  await chooser.click();
  const ticked = panel.getByRole('checkbox', { checked: true }).elements().length;
  expect(ticked - headings().length).toBe(hidden);
});

test('digits of dates have the same width', async () => {
  await showProxies(wide);
  await chooser.click();
  await panel.getByRole('checkbox', { name: 'Updated' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(cell(0, 'proxy_last_update_datetime')).toHaveStyle({ fontVariantNumeric: 'tabular-nums' });
});

test('a pinned column stays at the left while the table scrolls sideways', async () => {
  await showProxies(wide);
  await heading('Place').click({ button: 'right' });
  await menuOf('Place').getByRole('menuitem', { name: 'Pin left' }).click();
  await expect.poll(() => headings()[0]).toBe('Place');
  await pullEdge('Address', 700);
  grid.element().scrollLeft = grid.element().scrollWidth;
  const { left } = boxOf(grid);
  // Next to the ticks, which stay too.
  await expect.poll(() => boxOf(cell(0, 'place')).left - left).toBe(30);
  await expect.poll(() => boxOf(heading('Place')).left - left).toBe(30);
  // Its text stays in line with the other cells.
  const middleOf = (key: string): number => {
    const range = document.createRange();
    range.selectNodeContents(cell(0, key).element());
    const { top, bottom } = range.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  };
  expect(Math.abs(middleOf('place') - middleOf('type'))).toBeLessThanOrEqual(1);
  await heading('Place').click({ button: 'right' });
  await menuOf('Place').getByRole('menuitem', { name: 'Unpin column' }).click();
  await expect.poll(() => boxOf(cell(0, 'place')).left - left).not.toBe(30);
});
