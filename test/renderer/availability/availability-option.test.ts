import { expect, it } from 'vitest';
import {
  availabilityColumns,
  readAvailability,
  titleOf,
  toggleGroup,
} from '../../../src/renderer/availability/availability-option.ts';

it('reads lines with their part of the largest one', () => {
  const { options, totalNodes } = readAvailability({
    residential_options: [
      { country_id: 'US', asn_id: 7922, residential_availability_node_count: 200 },
      { country_id: 'DE', residential_availability_node_count: 50 },
      { country_id: null },
      'odd',
    ],
    total_residential_availability_node_count: 250,
  });
  expect(totalNodes).toBe(250);
  expect(options.map(({ country, asn, nodes, share }) => [country, asn, nodes, share])).toEqual([
    ['US', '7922', 200, 1],
    ['DE', null, 50, 0.25],
    [null, null, null, 0],
  ]);
  expect(new Set(options.map(({ id }) => id)).size).toBe(3);
});

it.each([{}, { residential_options: null }, { residential_options: {} }])(
  'finds no lines in %j',
  (record) => {
    expect(readAvailability(record)).toEqual({ options: [], totalNodes: null });
  },
);

it.each([
  [{ country_id: 'US', city_name: 'Miami', os_label: 'windows' }, 'United States, Miami, Windows'],
  [{ asn_id: 7922, country_id: 'US' }, 'United States, AS7922'],
  [{}, 'Everywhere'],
])('names the groups of a row', (row, title) => {
  const [option] = readAvailability({ residential_options: [row] }).options;
  expect(option && titleOf(option)).toBe(title);
});

it('keeps one order of groups, so that the same grouping is the same question', () => {
  expect(toggleGroup(['asn'], 'country')).toEqual(['country', 'asn']);
  expect(toggleGroup(['country', 'asn'], 'asn')).toEqual(['country']);
});

it('has a column for each group, and all of them where nothing is grouped', () => {
  const keys = (groups: Parameters<typeof availabilityColumns>[0]): string[] =>
    availabilityColumns(groups).map(({ key }) => key);
  expect(keys(['city', 'os'])).toEqual(['city', 'os', 'nodes', 'share']);
  expect(keys([])).toHaveLength(8);
});
