import { expect, test } from 'vitest';
import { answerArguments, findRefusedSwitch, ownArguments } from '../../../src/main/electron/arguments.ts';
import { commandNames } from '../../../src/main/cli/load-commands.ts';

const isAppFolder = (argument: string): boolean => argument === '/app';

test.each([
  [['electron', '/app']],
  [['electron', '--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '/app', '--user-data-dir=/x']],
])('the window opens with the switches of its launchers: %j', (argv) => {
  const words = ownArguments(argv, { isPackaged: false, isAppFolder });
  expect(answerArguments(words, '1.2.3', commandNames)).toBeUndefined();
});

test('the arguments of a packaged app begin without a folder', () => {
  const words = (...argv: string[]) => ownArguments(argv, { isPackaged: true, isAppFolder });
  expect(words('proxydeck', '--no-sandbox')).toEqual([]);
  expect(words('proxydeck', '--no-sandbox', '--version')).toEqual(['--version']);
  expect(words('proxydeck', 'sync', '--json')).toEqual(['sync']);
});

test('--version and --help are answered; a command is answered with where the command line is', () => {
  const answer = (...words: string[]) => answerArguments(words, '1.2.3', commandNames);
  expect(answer('--version')).toEqual({ text: '1.2.3', exitCode: 0 });
  for (const word of ['--help', '-h', 'help']) {
    expect(answer(word)?.exitCode).toBe(0);
    expect(answer(word)?.text).toContain('npm install --global ./proxydeck-1.2.3.tgz');
  }
  for (const word of ['sync', 'export', 'account']) {
    expect(answer(word)?.exitCode).toBe(2);
    expect(answer(word)?.text).toContain('npm install --global ./proxydeck-1.2.3.tgz');
  }
});

test('a file that was dropped on the icon, or an unknown word, opens the window', () => {
  for (const word of ['/home/me/proxies.txt', 'C:\\list.csv', 'file:///a', 'de', 'constructor']) {
    expect(answerArguments([word], '1.2.3', commandNames)).toBeUndefined();
  }
});

test('switches that let another program read the window are rejected', () => {
  for (const name of ['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk']) {
    expect(findRefusedSwitch((asked) => asked === name)).toBe(name);
  }
  expect(findRefusedSwitch((asked) => asked === 'user-data-dir')).toBeUndefined();
});
