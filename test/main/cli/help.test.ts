import { expect, test } from 'vitest';
import { parseArguments } from '../../../src/main/cli/arguments.ts';
import { commandGroups, formatHelp } from '../../../src/main/cli/help.ts';
import { aliases, commandNames, loadCommand, loadCommands } from '../../../src/main/cli/load-commands.ts';
import { globalOptions, rowOfOption } from '../../../src/main/cli/options.ts';
import { listNames, lists } from '../../../src/shared/lists.ts';
import { parseQuery } from '../../../src/shared/filter/query.ts';

/** Splits a line as a shell does: words in single quotes keep their spaces. */
const split = (line: string): string[] => [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);

const commands = await loadCommands();

test.each(commands)('the example of $usage is one that the command accepts', async (command) => {
  const argv = split(command.example);
  expect(await loadCommand(argv[0] ?? '')).toBe(command);
  const { words, options } = parseArguments(argv, { ...globalOptions, ...command.options });
  // The words follow the usage: `tag add NAME` for "tag add|remove NAME --where QUERY | list".
  const [, action] = words;
  const isFree = /^\S+ [A-Z]/.test(command.usage);
  if (action !== undefined && !isFree) expect(command.usage).toMatch(new RegExp(`\\b${action}\\b`));
  const { where } = options as { readonly where?: string };
  const list = listNames.find((name) => lists[name].command === words[0]) ?? 'proxies';
  if (where !== undefined) expect(parseQuery(where, list).ok).toBe(true);
});

test('the help of a command shows two examples, and every option on a line with its meaning', () => {
  for (const command of commands) {
    const help = formatHelp(command);
    expect(help).toContain(`\n  proxydeck ${command.example}`);
    for (const option of Object.keys({ ...globalOptions, ...command.options })) {
      expect([command.usage, option, rowOfOption(option)?.meaning]).toEqual([
        command.usage,
        option,
        expect.stringMatching(/^\S.*\.$/),
      ]);
    }
    for (const option of Object.keys(command.options)) {
      expect(help).toMatch(new RegExp(`^  --${option}( |$)`, 'm'));
      // Broken between words.
      expect(help.replaceAll(/\s+/g, ' ')).toContain(rowOfOption(option)?.meaning);
    }
  }
});

test('the help lists every command once, in groups, a line each, in 80 columns', () => {
  const listed = commandGroups.flatMap((group) => Object.keys(group.commands));
  expect(listed.toSorted()).toEqual([...commandNames, ...Object.keys(aliases)].toSorted());
  const help = formatHelp(undefined);
  for (const name of listed) expect(help.match(new RegExp(`^  ${name}  +\\S`, 'gm'))).toHaveLength(1);
  for (const line of help.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});
