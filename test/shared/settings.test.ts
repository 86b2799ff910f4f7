import { expect, test } from 'vitest';
import {
  accountSettingRows,
  defaultSettings,
  readSettings,
  settingRows,
  settingTabs,
  type Setting,
} from '../../src/shared/settings.ts';

const rows: readonly (readonly [string, Setting])[] = [
  ...Object.entries(settingRows),
  ...Object.entries(accountSettingRows),
];

test.each(rows)('%s takes its initial value and every value that is offered, and no other', (_name, row) => {
  const { control, accepts } = row;
  expect(accepts(row.initial)).toBe(true);
  const headings: readonly string[] = settingTabs.flatMap(({ groups }) => groups);
  expect(headings).toContain(row.group);
  for (const wrong of [null, undefined, {}, -1, ['never']]) {
    expect(accepts(wrong)).toBe(false);
  }
  if (control.kind === 'one') {
    for (const [value] of control.options) expect(accepts(value)).toBe(true);
    expect(control.options.map(([value]) => value)).toContain(row.initial);
  }
  if (control.kind === 'several') {
    expect(accepts(control.options.map(([value]) => value))).toBe(true);
  }
});

test('nothing notifies before the user chooses so', () => {
  expect(defaultSettings.notices).toEqual([]);
});

test('a stored value that its row does not take is the initial one, and leaves the others', () => {
  const stored = { theme: 'pink', density: 'compact', testUrls: ['file:///etc/passwd'], old: 1 };
  expect(readSettings(settingRows, stored)).toEqual({ ...defaultSettings, density: 'compact' });
});

test('no tab of the dialog has more than ten controls before its rare ones', () => {
  for (const { groups } of settingTabs) {
    const headings: readonly string[] = groups;
    const controls = rows
      .map(([, row]) => row)
      .filter(({ group, isRare }) => headings.includes(group) && isRare !== true)
      .map(({ control }) => (control.kind === 'several' ? control.options.length : 1));
    expect(controls.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(10);
  }
});
