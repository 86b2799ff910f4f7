/** Every option of exports, tests from this machine and rules of the gateway: what one door accepts, the others do. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exportOptionRows } from '../../../src/shared/exports/export-options.ts';
import { exportChoicesSchema } from '../../../src/shared/exports/export-schema.ts';
import { ruleSchema } from '../../../src/shared/gateway/gateway-schema.ts';
import { ruleRows } from '../../../src/shared/gateway/gateway.ts';
import {
  defaultOf,
  describeValues,
  readOption,
  writeOption,
  type OptionRow,
} from '../../../src/shared/options/option-rows.ts';
import { successRows } from '../../../src/shared/test-runs/local-test.ts';
import { localTestRows, runRows } from '../../../src/shared/test-runs/test-run.ts';
import { localTestSettings, runSchemas } from '../../../src/shared/test-runs/test-schema.ts';

const tables = [
  ['export', exportOptionRows, exportChoicesSchema.shape.options.unwrap().shape],
  ['test', localTestRows, localTestSettings.shape],
  ['success', successRows, localTestSettings.shape.rule.shape],
  ['rule', ruleRows, ruleSchema.shape],
  ['run', runRows, runSchemas],
] as const;

const rows = tables.flatMap(([table, byKey, shape]) => {
  const schemas = new Map<string, z.ZodType>(Object.entries(shape));
  return Object.entries<OptionRow>(byKey).map(([key, row]) => {
    const schema = schemas.get(key);
    if (schema === undefined) throw new Error(`${key} has no schema.`);
    return { name: `${table} ${key}`, row, schema };
  });
});

/** Texts at and beyond the ends of what a row takes, and odd ones. */
const textsFor = (row: OptionRow): string[] => [
  ...['', ' ', '0', '0.1', '1', '-1', '1.5', '24', '1e3', 'x', 'a,b', 'a,,b', ' 7 ', '9'.repeat(20)],
  ...['200-299,301', '299-200', '200-299,'.repeat(50) + '204', '200,'.repeat(49) + '204'],
  ...['https://example.com/', 'https://u:p@example.com/', 'ftp://example.com/', 'a-session-b'],
  ...['sticky:1m', 'sticky:10080m', 'sticky:10081m', 'sticky:168h', 'sticky:0m', 'fixed'],
  ...['count:1', 'count:1000000', 'count:1000001', 'count:0', 'count:', 'least'],
  ...('least' in row ? [row.least, row.least - 1, row.least / 2].map(String) : []),
  ...('most' in row ? [row.most, row.most + 1, row.most / 1000, row.most / 1e6].map(String) : []),
  ...(row.kind === 'text' ? ['x'.repeat(row.most), 'x'.repeat(row.most + 1)] : []),
  ...(row.kind === 'one' ? row.choices.map(([choice]) => choice) : []),
];

const values: readonly unknown[] = [
  ...[null, true, 'x', '', 0, 1, -1, 1.5, 0.001, 24, 1e20, NaN],
  ...[[], ['a'], ['a,b'], [' a'], [''], [[200, 299]], [[299, 200]], [[200.5, 201]], [[99, 100]]],
  ...['a:b', 'https://example.com/', ' https://example.com/', 'https://u:p@example.com/'],
  ...[{ kind: 'least' }, { kind: 'count', requests: 0 }, { requests: 7, kind: 'count' }],
  ...[{ kind: 'fixed' }, { minutes: 5, kind: 'sticky' }, { kind: 'sticky', minutes: 0 }],
];

describe.each(rows)('$name', ({ row, schema }) => {
  test.each([false, true])('what can be typed can be sent and saved (in a form: %s)', (isShown) => {
    const read = textsFor(row).map((text) => readOption(row, text, { isShown }));
    for (const value of read) {
      if (value === undefined) continue;
      const saved: unknown = JSON.parse(JSON.stringify(value));
      expect([value, schema.safeParse(saved)]).toMatchObject([value, { data: saved }]);
    }
    expect(read.some((value) => value !== undefined)).toBe(true);
  });

  test('what can be sent and saved can be shown in a form and given on the command line', () => {
    const known = [...values, defaultOf(row), ...textsFor(row).map((text) => readOption(row, text))];
    for (const value of known) {
      const { success, data } = schema.safeParse(value);
      if (!success || data === undefined || row.kind === 'flag') continue;
      for (const isShown of [false, true]) {
        const text = writeOption(row, data, { isShown });
        expect([text, readOption(row, text, { isShown })]).toEqual([text, data]);
      }
    }
  });

  test('JSON Schema can describe it, with its meaning', () => {
    expect(z.toJSONSchema(schema)).toMatchObject({ description: row.meaning });
  });
});

test('a number beyond the range of its row is refused, and its range is named', () => {
  const { perCountry, aliveWithinHours } = exportOptionRows;
  expect(readOption(perCountry, '1000000')).toBe(1_000_000);
  expect(readOption(perCountry, '1000001')).toBeUndefined();
  expect(readOption(aliveWithinHours, '87600')).toBe(87_600);
  expect(readOption(aliveWithinHours, '99999')).toBeUndefined();
  expect(describeValues(perCountry)).toContain('at most 1,000,000');
});

test('a number is entered in the unit of people, and rounded to what is sent', () => {
  const { timeoutMs } = localTestRows;
  expect(readOption(timeoutMs, '1.0005', { isShown: true })).toBe(1001);
  expect(describeValues(timeoutMs, { isShown: true })).toBe('a number of at least 0.1 and at most 120 s');
  expect(readOption(successRows.maxMs, '1.5', { isShown: true })).toBeUndefined();
  expect(readOption(successRows.maxMs, '', { isShown: true })).toBeNull();
});
