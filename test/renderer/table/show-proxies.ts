import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import { proxyFields, type ProxyEndpoint } from '../../../src/shared/records/proxy.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { show, type Shown } from '../../support/window/show.ts';
import ProxyTable from './ProxyTable.svelte';

const networks = ['Hudson Broadband', 'Pacific Fiber', 'Lakeside Wireless', 'Northline'];
const places = [
  { country_id: 'US', country_name: 'United States', city_name: 'New York' },
  { country_id: 'DE', country_name: 'Germany', city_name: 'Berlin' },
  { country_id: 'US', country_name: 'United States', city_name: 'Dallas' },
];

/** Proxies that differ in what the table shows of them, and were never tested. */
const makeProxies = (count: number): readonly ProxyEndpoint[] =>
  Array.from({ length: count }, (_, index) => ({
    ...emptyRow(proxyFields),
    ...places[index % places.length],
    proxy_id: `proxy-${index}`,
    proxy_ip_address: `198.51.${index % 7}.${index % 250}`,
    proxy_is_online: index % 5 !== 0,
    proxy_http_port: 8000 + (index % 3),
    proxy_socks5_port: 9000 + index,
    proxy_type: index % 2 === 0 ? 'isp' : 'datacenter',
    asn_name: networks[index % networks.length] ?? null,
    city_timezone: 'America/New_York',
    proxy_last_update_datetime: '2026-03-01 10:00:00',
    service_name: `ISP New York ${index % 9}`,
    testCount: 0,
    testSuccessCount: 0,
    testSuccessPercent: null,
    testHours: null,
    lastTestDatetime: null,
    lastTestedAtMs: null,
    isLastTestSuccessful: null,
    lastResponseTime: null,
    lastTestSource: null,
    lastTestCode: null,
    lastTestFault: null,
    tags: null,
    note: null,
  }));

export const grid = page.getByRole('grid', { name: 'Proxies' });
export const heading = (name: string): Locator =>
  // Its name says by which key it sorts, too.
  grid.getByRole('columnheader', { name: new RegExp(`^${name}`) });
export const titleOf = (name: string): Locator => heading(name).getByRole('button');
export const bar = page.getByRole('toolbar', { name: 'Selection' });

/** Shows 250 proxies, and waits until the table has drawn them. */
export async function showProxies(size?: { width: number; height: number }): Promise<Shown> {
  const shown = await show(ProxyTable, { proxies: makeProxies(250) }, size);
  await expect.element(grid).toHaveAttribute('aria-rowcount', '251');
  await expect.element(row(0)).toBeVisible();
  return shown;
}

/** The row with an index, from 0. */
export const row = (index: number): Locator => grid.getBySelector(`[data-index="${index}"]`);

/** A cell by the key of its column. */
export const cell = (index: number, key: string): Locator => row(index).getBySelector(`[data-key="${key}"]`);

/** The titles of the columns that are drawn. */
export const headings = (): readonly string[] =>
  grid
    .getByRole('columnheader')
    .elements()
    .map((element) => element.textContent.trim())
    .filter((text) => text !== '');

export const boxOf = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();

/** Drags the right edge of a column. */
export async function pullEdge(name: string, byPx: number): Promise<void> {
  const { right, top } = boxOf(heading(name));
  const y = top + 10;
  await userEvent.pointer([
    { coords: { x: right - 1, y }, keys: '[MouseLeft>]' },
    { coords: { x: right - 1 + byPx / 2, y } },
    { coords: { x: right - 1 + byPx, y }, keys: '[/MouseLeft]' },
  ]);
}
