import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openRegistry } from '../../../src/main/accounts/registry.ts';
import { defaultSettings } from '../../../src/shared/settings.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

test.each(['{', '', 'null', '5', '[1]'])(
  'settings that are stored as %j are the defaults, until they are saved again',
  (text) => {
    const file = join(makeTemporaryFolder(), 'registry.sqlite');
    openRegistry(file).close();
    const db = new Database(file);
    db.prepare("INSERT INTO setting VALUES ('settings', ?)").run(text);
    db.close();
    const registry = openRegistry(file);
    expect(registry.settings()).toEqual(defaultSettings);
    registry.saveSettings({ ...defaultSettings, theme: 'dark' });
    expect(registry.settings().theme).toBe('dark');
    registry.close();
  },
);
