import { expect, test } from 'vitest';
import {
  describeValues,
  exportOptionRows,
  acceptsOption,
  readOption,
  type ExportOptionRow,
} from '../../../src/shared/exports/export-options.ts';
import { exportChoicesSchema } from '../../../src/shared/exports/export-schema.ts';

// The names of an object are those of its rows.
const names = Object.keys(exportOptionRows) as (keyof typeof exportOptionRows)[];

/** Texts at and beyond the ends of what a row takes, and odd ones. */
const textsFor = (row: ExportOptionRow): string[] => [
  ...['', '0', '1', '-1', '1.5', '24', '1e3', 'x', 'a,b', 'a,,b', ' 7 ', '99999999999999999999'],
  ...('most' in row ? [String(row.most), String(row.most + 1), 'x'.repeat(row.most + 1)] : []),
  ...('choices' in row ? row.choices.map(([choice]) => choice) : []),
];

test.each(names)('what can be typed for %s can be sent, saved and read again', (name) => {
  const choices = {
    ...{ proxyUserId: 'alice', proxies: { kind: 'query', where: '' } },
    ...{ format: 'http', protocol: 'http', ip: '4' },
  };
  const read = textsFor(exportOptionRows[name]).map((text) => readOption(name, text));
  for (const value of read) {
    if (value === undefined) continue;
    const saved: unknown = JSON.parse(JSON.stringify({ ...choices, options: { [name]: value } }));
    expect(exportChoicesSchema.safeParse(saved)).toMatchObject({ data: saved });
  }
  expect(read.some((value) => value !== undefined)).toBe(true);
  expect(acceptsOption(exportOptionRows[name], null)).toBe(false);
});

test('a number beyond the range of its row is refused, and its range is named', () => {
  expect(readOption('perCountry', '1000000')).toBe(1_000_000);
  expect(readOption('perCountry', '1000001')).toBeUndefined();
  expect(readOption('aliveWithinHours', '87600')).toBe(87_600);
  expect(readOption('aliveWithinHours', '99999')).toBeUndefined();
  expect(describeValues(exportOptionRows.perCountry)).toContain('at most 1,000,000');
});
