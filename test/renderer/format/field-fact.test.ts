import { expect, it } from 'vitest';
import { fieldFact } from '../../../src/renderer/format/field-fact.ts';

it.each([
  ['customer_kyc_level', 'integer', 3, '3'],
  ['proxy_count', 'integer', 12480, '12,480'],
  ['city_id', 'integer', 5128581, '5128581'],
  ['residential_bytes_left', 'integer', 25_000_000_000, '25.0 GB'],
  ['customer_default_residential_free_trial_bytes', 'integer', 1_000_000_000, '1.0 GB'],
  ['kyc_is_pending', 'boolean', false, 'No'],
  ['kyc_is_pending', 'boolean', 'soon', 'soon'],
  ['credit_balance', 'number', 12.5, '12.5'],
  ['customer_id', 'integer', 2n ** 60n, '1152921504606846976'],
  [
    'active_service_types',
    'object',
    [['isp', 'datacenter'], ['mobile']],
    'isp, datacenter; mobile',
  ],
  ['active_service_types', 'object', { isp: 1 }, '{"isp":1}'],
  ['customer_domain', 'text', '', null],
  ['customer_domain', 'text', null, null],
] as const)('shows %s of kind %s', (field, kind, value, shown) => {
  expect(fieldFact('Name', { [field]: value }, field, kind).value).toBe(shown);
});
