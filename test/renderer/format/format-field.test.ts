import { expect, it } from 'vitest';
import { fieldDetails } from '../../../src/renderer/format/detail.ts';
import { describeCycle, formatField } from '../../../src/renderer/format/format-field.ts';
import { serviceFields } from '../../../src/shared/records/service.ts';

it.each([
  ['integer', 12480, '12,480'],
  ['number-id', 5128581, '5128581'],
  ['bytes', 25_000_000_000, '25.0 GB'],
  ['boolean', false, 'No'],
  ['boolean', 'soon', 'soon'],
  ['number', 12.5, '12.5'],
  ['number-id', 2n ** 60n, '1152921504606846976'],
  ['code', 'in_use', 'In use'],
  ['country', 'GB', 'United Kingdom'],
  ['country', 'gb', 'United Kingdom'],
  ['country', 'xq', 'XQ'],
  ['country', 'Narnia', 'Narnia'],
  ['region', 'us-ny', 'US-NY'],
  ['region', 'gb-eng', 'GB-ENG'],
  ['region', 'New York', 'New York'],
  ['cycle', '3:month', '3 months'],
  ['cycles', ['1:month', '1:year'], '1 month, 1 year'],
  ['datetime', '2026-12-07 00:00:00', '7 Dec 2026, 00:00'],
  ['datetime', 'soon', 'soon'],
  ['date', '2026-12-07', '7 Dec 2026'],
  ['ids', ['alice', 'bob'], 'alice, bob'],
  ['object', [['isp', 'datacenter'], ['mobile']], 'isp, datacenter; mobile'],
  ['object', { isp: 1 }, '{"isp":1}'],
  ['text', '', undefined],
  ['text', null, undefined],
] as const)('shows a field of the kind %s', (kind, value, shown) => {
  expect(formatField(kind, value)?.text).toBe(shown);
});

it('claims no time zone for a time of the service', () => {
  expect(formatField('datetime', '2026-12-07 00:00:00')?.title).toBe(
    '2026-12-07 00:00:00; the service gives no time zone',
  );
});

it('names a detail as the field is declared, shows the country next to its code, and copies what was received', () => {
  const record = { country_id: 'US', service_quantity: 1200, service_expiry_datetime: null };
  const names = ['country_id', 'service_quantity', 'service_expiry_datetime'] as const;
  expect(fieldDetails(serviceFields, record, names).map(({ name, value, copied }) => [name, value, copied])).toEqual([
    ['Country', 'US · United States', 'US'],
    ['Quantity', '1,200', '1200'],
    ['Expires', null, undefined],
  ]);
});

it('shows a code in lower case as ISO 3166 writes it, and copies it as received', () => {
  const [detail] = fieldDetails(serviceFields, { country_id: 'us' }, ['country_id']);
  expect([detail?.value, detail?.copied]).toEqual(['US · United States', 'us']);
});

it.each([
  ['1:month', '1 month'],
  ['3:month', '3 months'],
  ['1:year', '1 year'],
  ['12:fortnight', '12 fortnights'],
])('shows the cycle %s as %s', (cycle, words) => {
  expect(describeCycle(cycle)).toBe(words);
});

it.each(['', 'monthly', 'month:1', '1:', '1:month:x', '-1:month'])('leaves the cycle %j as it is', (cycle) => {
  expect(describeCycle(cycle)).toBe(cycle);
});
