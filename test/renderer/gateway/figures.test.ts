import { expect, test } from 'vitest';
import { describeSum, figureColumns } from '../../../src/renderer/gateway/figure-columns.ts';
import { networksOf, requestsOf, scopeOf, termOf, withScope } from '../../../src/renderer/gateway/figure-scope.ts';
import { Columns } from '../../../src/renderer/table/columns/columns.svelte.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import type { FigureRow, FigureSubject } from '../../../src/shared/records/gateway-figure.ts';

const row = (by: FigureSubject, name: string | null, changes: Partial<FigureRow> = {}): FigureRow => ({
  figure_id: `${by} 7d ${name ?? ''}`,
  by,
  period: '7d',
  name,
  proxy_id: null,
  service_id: null,
  requests: 10,
  failed: 1,
  works_percent: 90,
  p50_ms: 200,
  bytes: 2e9,
  received_bytes: 2e9,
  sent_bytes: 0,
  cost: null,
  ...changes,
});

test('the parts of a filter that say what is added up are chosen apart from the rest of it', () => {
  expect(scopeOf('')).toEqual({ by: 'host', period: '7d' });
  expect(scopeOf('works:<95 by:network period:1h')).toEqual({ by: 'network', period: '1h' });
  expect(withScope('works:<95', 'by', 'rule')).toBe('works:<95 by:rule');
  expect(withScope('works:<95 by:rule', 'by', 'host')).toBe('works:<95');
  expect(withScope('period:1h', 'period', '24h')).toBe('period:24h');
});

test.each([
  [row('host', 'shop.example.com'), 'target:=shop.example.com time:24h'],
  [row('network', 'Hudson Fiber'), 'network:="Hudson Fiber" time:24h'],
  [row('rule', 'scraper'), 'rule:scraper time:24h'],
  [row('proxy', '203.0.113.1:8000', { proxy_id: 'p-1' }), 'proxy:p-1 time:24h'],
  [row('direct', 'cdn.example.net'), 'target:=cdn.example.net line:direct time:24h'],
  [row('blocked', 'x.ads.example'), 'target:=x.ads.example line:block time:24h'],
  [row('host', null), null],
])('the requests behind a row of figures are a filter of the log', (figures, where) => {
  expect(requestsOf(figures, '24h')).toBe(where);
  if (where !== null) expect(parseQuery(where, 'requests').ok).toBe(true);
});

test('the requests to a host through a network are found by the terms of both rows', () => {
  const where = `${requestsOf(row('host', 'shop.example.com'), '24h') ?? ''} ${termOf(row('network', 'a time:7d')) ?? ''}`;
  expect(where).toBe('target:=shop.example.com time:24h network:="a time:7d"');
  expect(parseQuery(where, 'requests').ok).toBe(true);
});

test('the networks of a host are a filter of figures', () => {
  expect(networksOf('shop.example.com', '24h')).toBe('by:network period:24h host:=shop.example.com');
  expect(parseQuery(networksOf('shop.example.com', '24h'), 'hosts').ok).toBe(true);
});

test('the figures of proxies, networks and services are headed by what they count, which is every try', () => {
  const columns = new Columns(figureColumns);
  const headings = (by: FigureSubject) => columns.drawn([row(by, 'a')]).map(({ label }) => label);
  expect(headings('network')).toContain('Tries');
  expect(headings('network')).not.toContain('Requests');
  expect(headings('host')).toContain('Requests');
});

test('what lines blocked is shown as a number of requests alone', () => {
  const blocked = row('blocked', 'ads.example', { failed: 0, works_percent: null, p50_ms: null, bytes: 0, cost: null });
  expect(new Columns(figureColumns).drawn([blocked]).map(({ key }) => key)).toEqual(['name', 'requests']);
});

test('the sum of all rules says its cost only if a price is known', () => {
  expect(describeSum([])).toBe('');
  expect(describeSum([row('rule', 'a'), row('rule', 'b')])).toBe('20 requests, 90% work, 4.0 GB');
  expect(describeSum([row('rule', 'a', { cost: 1.5 }), row('rule', 'b')])).toBe(
    '20 requests, 90% work, 4.0 GB, cost 1.50',
  );
});
