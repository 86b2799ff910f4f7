import { expect, it } from 'vitest';
import { proxyColumns } from '../../../../src/renderer/proxies/proxy-columns.ts';
import { resultColumns, testedColumns } from '../../../../src/renderer/test-runs/tested-columns.ts';
import { serviceColumns } from '../../../../src/renderer/services/service-columns.ts';
import { Columns } from '../../../../src/renderer/table/columns/columns.svelte.ts';
import type { GridColumn } from '../../../../src/renderer/table/columns/grid-column.ts';
import { layTracks, neededWidths, rankColumns } from '../../../../src/renderer/table/columns/lay-tracks.ts';
import { proxyFields, type ProxyEndpoint } from '../../../../src/shared/records/proxy.ts';
import { serviceFields, type ServiceRow } from '../../../../src/shared/records/service.ts';
import { testedFields, type TestedRow } from '../../../../src/shared/records/test-result.ts';
import { emptyRow } from '../../../support/empty-row.ts';

/** A proxy of which only the fields that these columns show are given. */
const proxyOf = (fields: Partial<ProxyEndpoint>): ProxyEndpoint =>
  ({
    ...emptyRow(proxyFields),
    note: null,
    tags: null,
    testCount: 0,
    lastTestedAtMs: null,
    testHours: null,
    ...fields,
  }) as ProxyEndpoint;
const testedIn = (lastResponseTime: number): Partial<ProxyEndpoint> => ({
  lastTestedAtMs: 1,
  isLastTestSuccessful: true,
  lastTestSource: null,
  lastResponseTime,
});
const ipv6 = proxyOf({
  proxy_ip_address_v6: '2001:db8:0:1d:8a2e:370:7334:12ab',
  asn_name: 'Hudson',
});

/** The widths that a browser would give to the tracks of a template, in CSS pixels. */
function widths(template: string, widthPx: number): number[] {
  const tracks = template.match(/minmax\([^)]*\)|\d+px/g) ?? [];
  const read = tracks.map((track) => {
    const [, least = track, , parts] = /minmax\((\d+px), (([\d.]+)fr|auto)\)/.exec(track) ?? [];
    return { leastPx: parseInt(least, 10), parts: parts === undefined ? 0 : Number(parts) };
  });
  let growing = read.filter(({ parts }) => parts > 0);
  for (;;) {
    const fixedPx = read.filter((track) => !growing.includes(track)).reduce((sum, { leastPx }) => sum + leastPx, 0);
    const partPx = (widthPx - fixedPx) / growing.reduce((sum, { parts }) => sum + parts, 0);
    const rest = growing.filter(({ leastPx, parts }) => parts * partPx >= leastPx);
    if (rest.length === growing.length) {
      return read.map((track) => (rest.includes(track) ? track.parts * partPx : track.leastPx));
    }
    growing = rest;
  }
}

it('gives the room that is left to the columns whose rows need it', () => {
  const columns = new Columns(proxyColumns, undefined, () => false);
  const needed = neededWidths(columns.laidOut, [ipv6]);
  const { template, columns: drawn } = layTracks(columns, 1168, true, { neededPx: needed });
  const addressAt = drawn.findIndex(({ key }) => key === 'address');
  // The ticks come first.
  expect(widths(template, 1168)[addressAt + 1]).toBeGreaterThanOrEqual(needed.get('address') ?? 0);
  expect(needed.get('address')).toBeGreaterThan(31 * 7);
  const withoutRows = layTracks(columns, 1168, true).template;
  expect(withoutRows).toContain('minmax(126px, 0.3fr)');
});

it('takes the room of columns that need less before it cuts a name', () => {
  const columns = new Columns(serviceColumns, undefined, () => false);
  const service = {
    ...emptyRow(serviceFields),
    service_name: 'Datacenter United States 36',
    service_status: 'active',
    service_type: 'datacenter',
    service_expiry_datetime: '2026-12-24 00:00:00',
    proxyCount: 36,
    note: null,
    tags: null,
    // The fields that these columns show are given.
  } as unknown as ServiceRow;
  const needed = neededWidths(columns.laidOut, [service]);
  // The table at 1280 without details.
  const { template, columns: drawn } = layTracks(columns, 1060, true, { neededPx: needed });
  const px = widths(template, 1060);
  for (const [at, { key, minPx, grow = 0 }] of drawn.entries()) {
    const neededPx = needed.get(key) ?? minPx;
    const leastPx = grow > 0 ? neededPx : Math.min(minPx, neededPx);
    expect(px[at + 1], key).toBeGreaterThanOrEqual(Math.floor(leastPx));
  }
  expect(px.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(1060);
  // Widths that the user chose stay.
  columns.resize('type', 96, drawn);
  expect(layTracks(columns, 1000, true, { neededPx: needed }).template).toContain(' 96px ');
});

it('moves no heading when rows come that have room', () => {
  const columns = new Columns(proxyColumns, undefined, () => false);
  const long = proxyOf({ proxy_ip_address: '203.0.113.255', service_name: 'ISP 1' });
  const needed = neededWidths(columns.laidOut, [long]);
  expect(layTracks(columns, 1168, true, { neededPx: needed }).template).toBe(layTracks(columns, 1168, true).template);
});

it('leaves an IPv6 address its end, in which it differs from its neighbors', () => {
  const address = proxyColumns.find(({ key }) => key === 'address');
  expect(address?.cell(ipv6)).toMatchObject({
    tail: ':7334:12ab',
    title: ipv6.proxy_ip_address_v6,
  });
  const tailOf = (proxy_ip_address_v6: string) => address?.cell(proxyOf({ proxy_ip_address_v6 })).tail;
  // A proxy with a subnet of its own is the first address of it.
  expect(tailOf('2001:db8:0:febe::1')).toBe(':febe::1');
  expect(tailOf('2001:db8::')).toBe('::');
  expect(tailOf('::1')).toBe('::1');
  const ipv4 = proxyOf({ proxy_ip_address: '203.0.113.5' });
  expect(address?.cell(ipv4).tail).toBeUndefined();
});

it('cuts no word while another column has room left', () => {
  const columns = new Columns(serviceColumns, undefined, () => false);
  const service = {
    ...emptyRow(serviceFields),
    service_name: 'ISP New York 30',
    service_status: 'overdue',
    service_is_automatic_collection: false,
    note: null,
    tags: null,
    // The fields that these columns show are given.
  } as unknown as ServiceRow;
  const needed = neededWidths(columns.laidOut, [service]);
  const { template, columns: drawn } = layTracks(columns, 1380, true, { neededPx: needed });
  const px = widths(template, 1380);
  for (const [at, { key, minPx }] of drawn.entries()) {
    expect(px[at + 1], key).toBeGreaterThanOrEqual(Math.max(minPx, needed.get(key) ?? 0));
  }
});

it('has room for every heading with the arrow of its order', () => {
  for (const [key, px] of neededWidths(proxyColumns, [proxyOf({})])) {
    const column = proxyColumns.find((one) => one.key === key);
    if (column?.isExtra !== true) expect(column?.minPx, key).toBeGreaterThanOrEqual(px);
  }
});

const rows = [
  proxyOf({ proxy_ip_address: '203.0.113.1', proxy_http_port: 8000, ...testedIn(3) }),
  proxyOf({ proxy_ip_address: '203.0.113.2', proxy_http_port: 8000, ...testedIn(4) }),
];
const rankedKeys = (widthPx: number, sortField: string | null, filterKeys: readonly string[]) => {
  const columns = new Columns(proxyColumns);
  const priorityOf = rankColumns(columns.laidOut, rows, {
    sort: sortField === null ? [] : [{ field: sortField, isDescending: false }],
    filterKeys: new Set(filterKeys),
  });
  return layTracks(columns, widthPx, true, { priorityOf }).columns.map(({ key }) => key);
};

it('keeps what the rows are sorted or filtered by in sight, whatever comes later', () => {
  expect(rankedKeys(480, 'lastResponseTime', [])).toContain('latency');
  expect(rankedKeys(480, null, [])).not.toContain('success');
  expect(rankedKeys(480, null, ['tag'])).toContain('tags');
});

it('lets columns with one value in all rows give way first', () => {
  const keys = rankedKeys(330, null, []);
  expect(keys).toContain('latency');
  expect(keys).not.toContain('http');
  expect(keys).toContain('address');
});

it('shows a note at its row', () => {
  const place = proxyColumns.find(({ key }) => key === 'place');
  expect(place?.cell(proxyOf({ note: 'for a refund' }))).toMatchObject({ note: 'for a refund' });
});

const drawnKeys = <Row>(columns: readonly GridColumn<Row>[], px: number, hasTests: boolean): string[] => {
  const all = new Columns(columns, undefined, (subject) => subject === 'tests' && hasTests);
  return layTracks(all, px, true).columns.map(({ key }) => key);
};

it('pushes no column out of the table when tests come', () => {
  // The table next to both panes at 1600, and without details at 1280, less its scroll bar.
  for (const px of [840, 836]) {
    const before = drawnKeys(proxyColumns, px, false);
    expect(before).toEqual(['state', 'address', 'http', 'socks5', 'place', 'network', 'type', 'service']);
    expect(drawnKeys(proxyColumns, px, true)).toEqual([...before, 'latency']);
  }
  expect(drawnKeys(proxyColumns, 520, true)).toContain('network');
});

it('keeps the error of a test longer than its URL', () => {
  expect(drawnKeys(resultColumns, 700, true)).toContain('reason');
  expect(drawnKeys(resultColumns, 660, true)).not.toContain('url');
});

it('leaves out columns that are empty in all rows of a run, unless the user arranged them', () => {
  const row = {
    ...emptyRow(testedFields),
    last: null,
    elsewhere: null,
    city_name: null,
    country_id: null,
    asn_name: null,
  };
  const keysIn = (
    source: string,
    elsewhere: boolean | null,
    columns = new Columns(testedColumns),
  ): readonly string[] => {
    // Only the fields that the columns read are given.
    const rows = [{ ...row, source, elsewhere } as unknown as TestedRow];
    return layTracks(columns, 1600, false, { rows }).columns.map(({ key }) => key);
  };
  expect(keysIn('here', true)).toEqual(expect.arrayContaining(['phases', 'elsewhere']));
  expect(keysIn('service', null)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/phases|elsewhere|from-here/)]),
  );
  expect(keysIn('service', false)).toContain('from-here');
  const arranged = new Columns(testedColumns);
  arranged.move('phases', 1);
  expect(keysIn('service', null, arranged)).toContain('phases');
});
