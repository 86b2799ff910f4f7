import { expect, test } from 'vitest';
import { parseArguments } from '../../../src/main/cli/arguments.ts';

const table = { where: 'text', sort: 'repeat', url: 'list', limit: 'count', json: 'flag' } as const;

test('words and options can be in any order', () => {
  const { words, options } = parseArguments(['--json', 'show', '--limit=5', 'proxy', '--where', 'a b', 'id-1'], table);
  expect(words).toEqual(['show', 'proxy', 'id-1']);
  expect(options).toEqual({ where: 'a b', sort: [], url: [], limit: 5, json: true });
});

test('a filter can begin with a minus sign or contain an equals sign', () => {
  expect(parseArguments(['--where', '-country:US'], table).options.where).toBe('-country:US');
  expect(parseArguments(['--where=port:>=8000'], table).options.where).toBe('port:>=8000');
});

test('a list takes the words that follow it but not the command, a repeated option does not', () => {
  const { words, options } = parseArguments(
    ['--url', 'http://a', 'test', '--url', 'http://b', 'http://c', '--sort', 'x', 'more'],
    table,
  );
  expect(options.url).toEqual(['http://a', 'http://b', 'http://c']);
  expect(options.sort).toEqual(['x']);
  expect(words).toEqual(['test', 'more']);
});

test('everything after a double dash is a word', () => {
  expect(parseArguments(['show', '--', '--odd-id'], table).words).toEqual(['show', '--odd-id']);
});

test.each([
  [['--wher', 'x'], /Unknown option --wher.*--where/],
  [['-x'], /Unknown option -x/],
  [['--where'], /--where needs a value/],
  [['--limit', 'many'], /--limit takes a whole number/],
  [['--limit', '-1'], /--limit takes a whole number/],
  [['--where', 'a', '--where', 'b'], /--where can be used only once/],
  [['--json=yes'], /--json does not take a value/],
  [['--constructor'], /Unknown option/],
])('%j is rejected with the reason', (argv, message) => {
  expect(() => parseArguments(argv, table)).toThrow(message);
});
