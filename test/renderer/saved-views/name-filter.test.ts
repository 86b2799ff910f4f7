import { expect, it } from 'vitest';
import { nameFilter } from '../../../src/renderer/saved-views/name-filter.ts';

it('a filter is named by its values', () => {
  const names = [
    'country:US type:isp online:yes',
    'country:US,DE -online:yes hudson',
    'latency:<500 -city:=Dallas tag:""',
    'banana:3',
    '',
  ].map((text) => nameFilter(text, 'proxies'));
  expect(names).toEqual([
    'US, ISP, online',
    'US or DE, not online, hudson',
    'latency < 500, not Dallas, no tag',
    '',
    '',
  ]);
});
