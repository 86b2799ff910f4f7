import { expect, it } from 'vitest';
import { readSummary } from '../../../src/renderer/usage/read-summary.ts';

it('reads a whole summary', () => {
  const record = {
    proxy_user_ids: ['alice', 'bob'],
    mobile_bytes: 1000,
    mobile_bytes_left: 250,
    mobile_bytes_used: 750,
    mobile_requests: 12,
  };
  expect(readSummary('mobile', record)).toEqual({
    total: 1000,
    used: 750,
    left: 250,
    share: 0.75,
    requests: 12,
    userCount: 2,
  });
});

it.each([
  [{}, null],
  [{ residential_bytes: 0, residential_bytes_used: 5 }, null],
  [{ residential_bytes: '10', residential_bytes_used: 5 }, null],
  [{ residential_bytes: 10, residential_bytes_used: 20 }, 1],
  [{ residential_bytes: 10, residential_bytes_used: -1 }, 0],
])('tells the share of %o as %s', (record, share) => {
  expect(readSummary('residential', record).share).toBe(share);
});

it('reads integers that a double would round', () => {
  const record = { residential_bytes: 2n ** 60n, residential_bytes_used: 2n ** 59n };
  expect(readSummary('residential', record).share).toBe(0.5);
});
