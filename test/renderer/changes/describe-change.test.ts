import { expect, test } from 'vitest';
import { describeChange } from '../../../src/renderer/changes/describe-change.ts';
import type { ChangeRow } from '../../../src/shared/records/change.ts';

test('a replaced proxy shows its old and its new address first, whatever else changed', () => {
  const changes = {
    proxy_last_update_datetime: ['2026-10-01 10:00:00', '2026-10-02 10:00:00'],
    proxy_is_online: [true, false],
    city_name: ['Ghent', 'Paris'],
    proxy_ip_address: ['203.0.113.1', '198.51.100.9'],
  } as const;
  // The words come from these fields alone.
  expect(describeChange({ list: 'proxies', kind: 'replaced', changes } as unknown as ChangeRow)).toEqual({
    field: 'IPv4 and 2 more',
    values: '203.0.113.1 → 198.51.100.9',
  });
});
