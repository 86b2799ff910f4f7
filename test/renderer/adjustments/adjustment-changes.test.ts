import { expect, it } from 'vitest';
import { changesOf, replacementsOf } from '../../../src/renderer/adjustments/adjustment-changes.ts';

it('reads what changed from the map of both values, or from those of one each', () => {
  const record = {
    service_adjustment_eval: { service_expiry_datetime: ['2026-01-01 00:00:00', '2026-02-01 00:00:00'] },
    service_adjustment_pre: { service_quantity: 5, gone: true },
    service_adjustment_post: { service_quantity: 10, added: { team: 'ads' } },
  };
  expect(changesOf(record)).toEqual([
    { field: 'service_expiry_datetime', name: 'Expires', before: '1 Jan 2026, 00:00', after: '1 Feb 2026, 00:00' },
    { field: 'service_quantity', name: 'Quantity', before: '5', after: '10' },
    { field: 'gone', name: 'gone', before: 'true', after: null },
    { field: 'added', name: 'added', before: null, after: '{"team":"ads"}' },
  ]);
});

it.each([{}, { service_adjustment_eval: null }, { service_adjustment_pre: ['a'] }])(
  'finds no change in %j',
  (record) => {
    expect(changesOf(record)).toEqual([]);
  },
);

it('says old and new address of each replaced proxy', () => {
  const proxy_replacements = [
    {
      proxy_replacement_id: 7,
      proxy_replacement_reason: 'outage',
      proxy_replacement_ip_address_ipv4: '203.0.113.5',
      proxy_replacement_http_port: 8000,
      proxy_replacement_new_ip_address_ipv4: '198.51.100.7',
      proxy_replacement_new_ip_address_ipv6: '2001:db8::7',
    },
    {},
    'odd',
  ];
  expect(replacementsOf({ proxy_replacements })).toEqual([
    { id: '7', before: '203.0.113.5 port 8000', after: '198.51.100.7, 2001:db8::7', reason: 'outage', at: null },
    { id: '1', before: 'unknown', after: 'unknown', reason: null, at: null },
  ]);
  expect(replacementsOf({})).toEqual([]);
});
