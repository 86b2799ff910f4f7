import { expect, it } from 'vitest';
import { describeCycle } from '../../../src/renderer/format/format-field.ts';

it.each([
  ['1:month', '1 month'],
  ['3:month', '3 months'],
  ['1:year', '1 year'],
  ['12:fortnight', '12 fortnights'],
])('says the cycle %s as %s', (cycle, words) => {
  expect(describeCycle(cycle)).toBe(words);
});

it.each(['', 'monthly', 'month:1', '1:', '1:month:x', '-1:month'])(
  'leaves %j as it is',
  (cycle) => {
    expect(describeCycle(cycle)).toBe(cycle);
  },
);
