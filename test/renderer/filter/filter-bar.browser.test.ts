import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FacetValue } from '../../../src/shared/filter/query-term.ts';
import type { ProxyEndpoint } from '../../../src/shared/records/proxy.ts';
import { ListState } from '../../../src/renderer/table/rows/list-state.svelte.ts';
import { localQuery } from '../../../src/renderer/table/rows/local-grid.svelte.ts';
import { show } from '../../support/window/show.ts';
import FilterPage from './FilterPage.svelte';

const filter = page.getByRole('combobox', { name: 'Filter' });
const list = page.getByRole('listbox', { name: 'Suggestions' });
const options = list.getByRole('option');
const rows = page.getByRole('region', { name: 'Rows' });

const values: { readonly [key: string]: readonly FacetValue[] } = {
  country: [
    { value: 'US', label: 'United States', count: 84 },
    { value: 'DE', label: 'Germany', count: 23 },
    { value: 'AU', label: 'Australia', count: 6 },
  ],
  type: [
    { value: 'isp', label: 'ISP', count: 125 },
    { value: 'datacenter', label: 'Datacenter', count: 125 },
  ],
};

/** Shows the filter of a list without rows, and gives the filter that its rows would have. */
async function showFilter(text = '', arrive = () => Promise.resolve()): Promise<() => string> {
  const proxies = new ListState<ProxyEndpoint>('proxies', {
    query: (where) => ({ ...localQuery<ProxyEndpoint>([]), where }),
    idOf: ({ proxy_id: id }) => id,
  });
  proxies.text = text;
  await show(FilterPage, { list: proxies, valuesOf: (key: string) => values[key] ?? [], arrive });
  return () => proxies.appliedText;
}

test('arrows go through the suggestions and round again, the pointer takes over, and a click accepts', async () => {
  await showFilter();
  await filter.click();
  await userEvent.keyboard('country:');
  const [us, germany] = [options.nth(0), options.nth(1)];
  await expect.element(us).toHaveAttribute('aria-selected', 'true');
  await expect.element(us).toMatchTextContent('US United States 84');
  await expect.element(filter).toHaveAttribute('aria-expanded', 'true');
  await expect.element(filter).toHaveAttribute('aria-controls', list.element().id);
  await expect.element(filter).toHaveAttribute('aria-activedescendant', us.element().id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(filter).toHaveAttribute('aria-activedescendant', germany.element().id);
  // Past the last one none is selected, and then the first one.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(filter).not.toHaveAttribute('aria-activedescendant');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(us).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(germany).toHaveAttribute('aria-selected', 'true');
  await us.hover();
  await expect.element(us).toHaveAttribute('aria-selected', 'true');
  await germany.click();
  await expect.element(filter).toHaveValue('country:DE ');
  await expect.element(filter).toHaveFocus();
  await expect.element(options).not.toBeInTheDocument();
});

test('a key that is accepted suggests its values, of which Enter takes the selected one and then moves to the rows', async () => {
  const applied = await showFilter();
  await filter.click();
  await userEvent.keyboard('cou');
  await expect.element(options.first()).toMatchTextContent('country:');
  await userEvent.keyboard('{Tab}');
  await expect.element(filter).toHaveValue('country:');
  await userEvent.keyboard('ger');
  await expect.element(options.first()).toMatchTextContent('DE Germany');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  expect(applied()).toBe('');
  await userEvent.keyboard('{Enter}');
  await expect.element(filter).toHaveValue('country:DE ');
  await expect.element(filter).toHaveFocus();
  expect(applied()).toBe('country:DE');
  await userEvent.keyboard('{Enter}');
  await expect.element(rows).toHaveFocus();
  await expect.element(filter).toHaveValue('country:DE');
});

test('Escape closes the suggestions first, and Enter then moves to the rows', async () => {
  const applied = await showFilter();
  await filter.click();
  await userEvent.keyboard('type:i');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(options).not.toBeInTheDocument();
  await expect.element(filter).toHaveValue('type:i');
  await userEvent.keyboard('s');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(filter).toHaveValue('type:is');
  await expect.element(rows).toHaveFocus();
  expect(applied()).toBe('type:is');
  await filter.fill('');
  await userEvent.keyboard('{Control>} {/Control}');
  await expect.element(list.getByRole('option', { name: /^latency:/ })).toBeVisible();
});

test('an unfinished word is searched for once the filter is left', async () => {
  const applied = await showFilter();
  await filter.click();
  await userEvent.keyboard('us');
  await expect.element(options.first()).toBeVisible();
  expect(applied()).toBe('');
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(filter).toHaveValue('us');
  expect(applied()).toBe('us');
});

test('an accepted value is followed by a space, which a comma removes again', async () => {
  await showFilter();
  await filter.click();
  await userEvent.keyboard('country:');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(filter).toHaveValue('country:US ');
  await userEvent.keyboard('online:yes');
  await expect.element(filter).toHaveValue('country:US online:yes');
  await userEvent.keyboard('{Control>}{Backspace}{/Control}');
  await expect.element(filter).toHaveValue('country:US');
  await userEvent.keyboard(' ');
  await userEvent.keyboard(',DE');
  await expect.element(filter).toHaveValue('country:US,DE');
  await userEvent.keyboard('{Escape}{Enter}');
  await expect.element(rows).toHaveFocus();
  await expect.element(filter).toHaveValue('country:US,DE');
});

test('Tab passes a filled filter and leaves it as it is', async () => {
  const applied = await showFilter('country:US');
  filter.element().focus();
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(filter).not.toHaveFocus();
  await expect.element(filter).toHaveValue('country:US');
  expect(applied()).toBe('country:US');
});

test('Tab goes to the next control while suggestions that nobody typed for are on their way', async () => {
  await showFilter('country:US', () => new Promise(() => undefined));
  filter.element().focus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Clear the filter' })).toHaveFocus();
});

test.each(['country:US', 'country:us', 'country:DE,US', 'type:isp country:US', 'country:s'])(
  'Tab after %s leaves the filter as it was typed',
  async (text) => {
    const applied = await showFilter();
    await filter.click();
    await userEvent.keyboard(text);
    if (text.length < 'country:US'.length) await expect.element(options.first()).toBeVisible();
    else await expect.element(options).not.toBeInTheDocument();
    await userEvent.keyboard('{Tab}');
    await expect.element(filter).not.toHaveFocus();
    await expect.element(filter).toHaveValue(text);
    expect(applied()).toBe(text);
  },
);

test('Tab takes a suggestion that an arrow key chose, though another one continues the text, too', async () => {
  await showFilter();
  await filter.click();
  await userEvent.keyboard('type:');
  await expect.element(options.first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Tab}');
  await expect.element(filter).toHaveValue('type:datacenter ');
  await expect.element(filter).toHaveFocus();
});

test('terms are tokens over their text that are removed with the mouse or with one key', async () => {
  const applied = await showFilter('country:US type:isp banana:3');
  await expect.element(filter).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('alert')).toMatchTextContent('"banana" is not a filter key.');
  await page.getByRole('button', { name: 'Remove banana:3' }).click();
  await expect.element(filter).toHaveValue('country:US type:isp');
  await expect.element(filter).toHaveAttribute('aria-invalid', 'false');
  const token = page.getByRole('button', { name: 'Remove country:US' });
  const fieldPx = filter.element().getBoundingClientRect().left;
  // Behind the ten letters of its text; the font is 7.2 px wide.
  expect(Math.round(token.element().getBoundingClientRect().left - fieldPx)).toBe(72);
  await token.click();
  await expect.element(filter).toHaveValue('type:isp');
  expect(applied()).toBe('type:isp');

  await filter.fill('type:isp online:yes hudson');
  await userEvent.keyboard('{Control>}{Backspace}{/Control}');
  await expect.element(filter).toHaveValue('type:isp online:yes');
  await userEvent.keyboard('{Alt>}{Backspace}{/Alt}');
  await expect.element(filter).toHaveValue('type:isp');
});

test('a space in quotes is about as wide as any other, and the caret is where the text is', async () => {
  await showFilter('city:="New York" network:="Hudson Broadband" hud');
  const line = document.querySelector('.tokens > div');
  const name = [...(line?.querySelectorAll('.value') ?? [])]
    .map((value) => value.firstChild)
    .find((text) => text?.textContent?.includes('New York') === true);
  if (line === null || name === null || name === undefined) throw new Error('Nothing is drawn.');
  const space = document.createRange();
  const at = name.textContent?.indexOf(' ') ?? -1;
  space.setStart(name, at);
  space.setEnd(name, at + 1);
  // The font is 7.2 px wide.
  expect(space.getBoundingClientRect().width).toBeLessThan(1.5 * 7.2);
  const last = [...line.querySelectorAll('span > span[aria-hidden]')].at(-1);
  const textPx = (last?.getBoundingClientRect().right ?? 0) - line.getBoundingClientRect().left;
  // What is typed next must be drawn where the field has its caret: at the end of its own text.
  const input = filter.element();
  const { fontFamily, fontSize, wordSpacing, letterSpacing } = getComputedStyle(input);
  const copy = document.createElement('span');
  Object.assign(copy.style, { fontFamily, fontSize, wordSpacing, letterSpacing });
  copy.style.whiteSpace = 'pre';
  copy.style.position = 'absolute';
  copy.textContent = 'city:="New York" network:="Hudson Broadband" hud';
  document.body.append(copy);
  const fieldTextPx = copy.getBoundingClientRect().width;
  copy.remove();
  expect(Math.abs(textPx - fieldTextPx)).toBeLessThan(1);
});

test('a code, whose rows wait for its suggestions, is asked for without waiting for the typing to rest', async () => {
  const applied = await showFilter();
  // The combobox is an input.
  const field = filter.element() as HTMLInputElement;
  field.focus();
  field.value = 'type:isp';
  field.setSelectionRange(8, 8);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  // The answer is here already: no timer may come before it.
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(applied()).toBe('type:isp');
});
