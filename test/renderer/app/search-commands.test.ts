import { expect, it } from 'vitest';
import type { Command } from '../../../src/renderer/app/commands.ts';
import { searchCommands } from '../../../src/renderer/app/search-commands.ts';

const command = (id: string, title: string, group?: string): Command => ({
  id,
  title,
  shortcut: null,
  isEnabled: id !== 'undo',
  ...(group === undefined ? {} : { group }),
  run: () => undefined,
});
const commands = [
  command('export', 'Export proxies'),
  command('theme:dark', 'Theme: dark'),
  command('settings', 'Settings'),
  command('undo', 'Undo the last change'),
  command('user:harbor8234:export', 'Export for harbor8234', 'Proxy user'),
];
const found = (text: string, recentIds: readonly string[] = []): readonly string[] =>
  searchCommands(commands, text, recentIds).map(({ id }) => id);

it('finds titles with missing letters, and commands by their synonyms', () => {
  expect(found('thm drk')).toEqual(['theme:dark']);
  expect(found('preferences')).toEqual(['settings']);
  expect(found('exp har')).toEqual(['user:harbor8234:export']);
  expect(found('nothing like it')).toEqual([]);
});

it('lists recent commands first, without those of records and those that cannot run', () => {
  expect(found('', ['settings', 'removed'])).toEqual(['settings', 'export', 'theme:dark']);
});
