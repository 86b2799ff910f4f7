import { expect, test } from 'vitest';
import type { TestedRow } from '../../../src/shared/records/test-result.ts';
import { resultColumns, testedColumns } from '../../../src/renderer/test-runs/tested-columns.ts';

const row = (changes: Partial<TestedRow>): TestedRow =>
  // Only these fields are read.
  ({ works: true, state: 'done', errors: null, source: 'service', slowest_time: 120, ...changes }) as TestedRow;
const cell = (key: string, changes: Partial<TestedRow>) =>
  testedColumns.find((column) => column.key === key)?.cell(row(changes)).text;

test.each([
  [{ works: true }, 'Works', ''],
  [{ works: false, errors: 'timeout' }, 'Fails', 'Timeout'],
  [{ works: false, errors: 'timeout', last: [502] }, 'Fails', 'Timeout (502)'],
  [{ works: false, errors: 'timeout', last: [200] }, 'Fails', 'Timeout'],
  [{ works: null, state: 'done' }, 'No result', 'The service gave no result'],
  [{ works: null, state: 'refused' }, 'No result', 'Refused by the service'],
  [{ works: null, state: 'planned' }, 'No result', 'Not tested yet'],
] as const)('a proxy of a run with %j is "%s", with the reason "%s"', (changes, result, reason) => {
  expect([cell('works', changes), cell('errors', changes)]).toEqual([result, reason]);
});

test('a time has a unit only if it is known', () => {
  expect([cell('ms', { source: 'here' }), cell('ms', { source: 'service' })]).toEqual(['120 ms', '120']);
});

test('only the side that tested elsewhere has a column', () => {
  const shown = (source: TestedRow['source']) =>
    testedColumns
      .filter((column) => column.isEmptyIn?.([row({ source, elsewhere: true })]) === false)
      .map(({ key }) => key);
  expect(shown('here')).toEqual(['fault', 'phases', 'elsewhere']);
  expect(shown('service')).toEqual(['from-here']);
});

test.each([
  ['tested proxies', testedColumns.map(({ label }) => label)],
  ['results', resultColumns.map(({ label }) => label)],
])('no two columns of %s have the same label, which names their details', (_list, labels) => {
  expect(labels).toEqual([...new Set(labels)]);
});
