import { expect, test } from 'vitest';
import { ExportOptionsForm } from '../../../src/renderer/exports/export-form.svelte.ts';
import { exportChoicesSchema } from '../../../src/shared/exports/export-schema.ts';
import type { ExportOptions } from '../../../src/shared/exports/export.ts';

const isTaken = (options: ExportOptions | null): boolean =>
  exportChoicesSchema.shape.options.safeParse(options).success;

test('by default an export has no options', () => {
  const form = new ExportOptionsForm();
  expect(JSON.stringify(form.value)).toBe('{}');
  expect(form.setCount).toBe(0);
});

test('typed text becomes options, and saved options become text again', () => {
  const form = new ExportOptionsForm();
  form.fields.texts['aliveWithinHours'] = '0.5';
  form.fields.texts['perCountry'] = ' 3 ';
  form.fields.texts['proxiesPerFile'] = '500';
  form.fields.texts['labels'] = 'a, b c,a';
  form.fields.flags['isDistinct'] = true;
  form.isShuffled = true;
  form.fields.texts['shuffleSeed'] = 'x';
  form.fields.texts['credentials'] = 'none';
  form.toggleUser('bob');
  const value: ExportOptions = {
    aliveWithinHours: 0.5,
    perCountry: 3,
    proxiesPerFile: 500,
    labels: ['a', 'b c', 'a'],
    isDistinct: true,
    shuffleSeed: 'x',
    credentials: 'none',
    otherUserIds: ['bob'],
    sharing: 'spread',
  };
  expect(form.value).toEqual(value);
  expect(form.setCount).toBe(8);
  expect(isTaken(form.value)).toBe(true);
  const other = new ExportOptionsForm();
  other.load(value);
  expect(other.value).toEqual(value);
  other.load({});
  expect(JSON.stringify(other.value)).toBe('{}');
});

test.each([
  ['aliveWithinHours', '0'],
  ['aliveWithinHours', 'a day'],
  ['aliveWithinHours', '-1'],
  ['perCountry', '0'],
  ['perCountry', '1.5'],
  ['proxiesPerFile', '1e3'],
  ['labels', 'a,,b'],
  ['labels', 'a\u0007'],
] as const)('%s can not be %j', (name, text) => {
  const form = new ExportOptionsForm();
  form.fields.texts[name] = text;
  expect(form.fields.problems[name]).toBeDefined();
  expect(form.value).toBeNull();
});

test('a user is added and taken away, and there is an end to them', () => {
  const form = new ExportOptionsForm();
  form.toggleUser('a');
  form.toggleUser('b');
  form.toggleUser('a');
  expect(form.otherUserIds).toEqual(['b']);
  for (let number = 0; number < 40; number += 1) form.toggleUser(`u${number}`);
  expect(isTaken(form.value)).toBe(true);
});
