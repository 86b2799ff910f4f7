import { expect, it } from 'vitest';
import {
  availabilityColumns,
  goInto,
  nameValue,
  nodesByCountry,
  readAvailability,
  titleOf,
  toggleGroup,
} from '../../../src/renderer/catalog/availability-option.ts';

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

it.each([{}, { residential_options: null }, { residential_options: {} }])('finds no lines in %j', (record) => {
  expect(readAvailability(record)).toEqual({ options: [], totalNodes: null });
});

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

const nodes = (country: string, city: string, count: number) => ({
  country_id: country,
  city_name: city,
  residential_availability_node_count: count,
});

it('compares each row with the same place of the response before', () => {
  const before = { residential_options: [nodes('US', 'Miami', 120), nodes('US', 'Reno', 5)] };
  const now = {
    residential_options: [nodes('US', 'Miami', 90), nodes('DE', 'Berlin', 3)],
    total_residential_availability_node_count: 93,
  };
  const { options } = readAvailability(now, before);
  expect(options.map(({ city, change }) => [city, change])).toEqual([
    ['Miami', -30],
    ['Berlin', 'new'],
  ]);
  expect(readAvailability(now).options.map(({ change }) => change)).toEqual([null, null]);
  const columns = availabilityColumns(['city'], undefined, true);
  const cells = columns.map((column) => [column.key, options.map((option) => column.cell(option).text)]);
  expect(cells).toContainEqual(['change', ['−30', 'new']]);
  // Fewer than a hundred nodes are marked, in words too.
  const marks = columns.find(({ key }) => key === 'nodes');
  expect(options.map((option) => marks?.cell(option).title)).toEqual([
    'A small pool: fewer than 100 addresses',
    'A small pool: fewer than 100 addresses',
  ]);
});

it('goes from a country to the places within it, and adds up their nodes', () => {
  const countries = { residential_options: [{ country_id: 'us' }, { country_id: 'DE' }] };
  const [us] = readAvailability(countries).options;
  const deeper = us && goInto(['country'], us);
  expect(deeper).toEqual({ groups: ['country', 'subdivision'], within: { country: 'US' } });
  const cities = {
    residential_options: [nodes('us', 'Miami', 7), nodes('DE', 'Berlin', 3), nodes('US', 'Reno', 1)],
    total_residential_availability_node_count: 11,
  };
  const { options, totalNodes } = readAvailability(cities, null, deeper?.within);
  expect(options.map(({ city }) => city)).toEqual(['Miami', 'Reno']);
  expect(totalNodes).toBe(8);
  expect([...nodesByCountry(readAvailability(cities).options)]).toEqual([
    ['US', 8],
    ['DE', 3],
  ]);
  const [deepest] = options;
  expect(deepest && goInto(['country', 'subdivision', 'city', 'asn'], deepest)).toBeNull();
});

it('names places and networks whose names are known, and keeps the code of others', () => {
  const names = { subdivisions: { 'US-FL': 'Florida' }, networks: { '7922': 'Comcast' } };
  expect(nameValue('subdivision', 'US-FL', names)).toEqual({ text: 'Florida', title: 'US-FL' });
  expect(nameValue('subdivision', 'US-NV', names)).toEqual({ text: 'US-NV' });
  expect(nameValue('asn', '7922', names)).toEqual({ text: 'Comcast', title: 'AS7922' });
  expect(nameValue('country', 'US', names)).toMatchObject({ text: 'United States' });
});
