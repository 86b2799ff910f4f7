import { expect, test } from 'vitest';
import {
  accountSettingRows,
  defaultSettings,
  readSettings,
  settingGroups,
  settingRows,
  type Setting,
} from '../../src/shared/settings.ts';

const rows: readonly (readonly [string, Setting])[] = [
  ...Object.entries(settingRows),
  ...Object.entries(accountSettingRows),
];

test.each(rows)(
  '%s takes its initial value and every value that is offered, and no other',
  (_name, row) => {
    const { control, accepts } = row;
    expect(accepts(row.initial)).toBe(true);
    expect(settingGroups).toContain(row.group);
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
  },
);

test('nothing notifies before the user chooses so', () => {
  expect(defaultSettings.notices).toEqual([]);
});

test('a stored value that its row does not take is the initial one, and leaves the others', () => {
  const stored = { theme: 'pink', density: 'compact', testUrls: ['file:///etc/passwd'], old: 1 };
  expect(readSettings(settingRows, stored)).toEqual({ ...defaultSettings, density: 'compact' });
});
