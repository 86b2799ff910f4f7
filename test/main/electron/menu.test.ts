import { expect, test } from 'vitest';
import { menuTemplate } from '../../../src/main/electron/menu.ts';

const labelsOf = (platform: NodeJS.Platform, menu: string): (string | undefined)[] => {
  const items = menuTemplate(platform, () => undefined).find(
    ({ label }) => label === menu,
  )?.submenu;
  return Array.isArray(items) ? items.map(({ label, role }) => label ?? role) : [];
};

test('settings are in the menu of the app on macOS, and in the File menu elsewhere', () => {
  expect(labelsOf('darwin', 'Proxydeck')).toContain('Settings…');
  expect(labelsOf('darwin', 'File')).not.toContain('Settings…');
  for (const platform of ['linux', 'win32'] as const) {
    expect(labelsOf(platform, 'Proxydeck')).toEqual([]);
    expect(labelsOf(platform, 'File')).toContain('Settings…');
    expect(labelsOf(platform, 'File').at(-1)).toBe('quit');
  }
});
