import { expect, test } from 'vitest';
import { roundSum } from '../../../src/renderer/format/format-number.ts';

test('a sum says that it is unknown only if the cost of every service is', () => {
  expect(roundSum(0, { serviceCount: 12, unknownCount: 12 })).toBe('Unknown');
  expect(roundSum(3.336, { serviceCount: 12, unknownCount: 11 })).toBe('3.34');
  expect(roundSum(0, { serviceCount: 0, unknownCount: 0 })).toBe('0.00');
});
