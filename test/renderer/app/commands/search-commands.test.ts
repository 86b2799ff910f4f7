import { expect, it, vi } from 'vitest';
import {
  type Command,
  type CommandGroup,
  groupCommands,
  readRecentIds,
  rememberCommand,
  searchCommands,
} from '../../../../src/renderer/app/commands/command.ts';

const command = (id: string, title: string, group?: CommandGroup): Command => ({
  id,
  title,
  reason: id === 'undo' ? 'There is nothing to undo.' : null,
  ...(group === undefined ? {} : { group }),
  run: () => undefined,
});
const commands = [
  command('export', 'Export proxies'),
  command('theme:dark', 'Theme: dark'),
  { ...command('settings', 'Settings'), words: 'preferences options' },
  command('undo', 'Undo the last change'),
  {
    ...command('user:harbor8234', 'harbor8234', 'Proxy users'),
    actions: [command('user:harbor8234:export', 'Export for harbor8234', 'Proxy users')],
  },
];
const found = (text: string, recentIds: readonly string[] = []): readonly string[] =>
  searchCommands(commands, text, recentIds).map(({ id }) => id);

it('finds titles with missing letters, and commands by their synonyms', () => {
  expect(found('thm drk')).toEqual(['theme:dark']);
  expect(found('preferences')).toEqual(['settings']);
  expect(found('exp har')).toEqual(['user:harbor8234:export']);
  expect(found('harb')).toEqual(['user:harbor8234']);
  expect(found('nothing like it')).toEqual([]);
});

it('lists recent commands first, without those of records and those that cannot run', () => {
  expect(found('', ['settings', 'removed'])).toEqual(['settings', 'export', 'theme:dark']);
});

it('remembers no command that means another record in another account', () => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  rememberCommand(command('settings', 'Settings'));
  rememberCommand(command('preset:1', 'Export daily', 'Export presets'));
  rememberCommand(command('saved-view:1', 'Failed', 'Saved views'));
  expect(readRecentIds()).toEqual(['settings']);
  vi.unstubAllGlobals();
});

it('groups commands by the best match, and shows the actions of the open record below it', () => {
  const outline = (recentIds: readonly string[], openId: string | null): readonly string[] =>
    groupCommands(commands.toReversed(), recentIds, openId).map(
      ({ title, rows }) => `${title}: ${rows.map((row) => row.command.id).join(' ')}`,
    );
  expect(outline([], null)).toEqual(['Proxy users: user:harbor8234', 'Commands: undo settings theme:dark export']);
  expect(outline(['settings'], 'user:harbor8234')).toEqual([
    'Proxy users: user:harbor8234 user:harbor8234:export',
    'Commands: undo theme:dark export',
    'Recent: settings',
  ]);
});
