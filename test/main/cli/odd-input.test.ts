/** "Something went wrong inside Proxydeck" is a fault by definition: no argument of a command leads there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandNames, loadCommand } from '../../../src/main/cli/load-commands.ts';
import { globalOptions } from '../../../src/main/cli/options.ts';
import { startDemoService, type DemoService } from '../../support/demo-service.ts';
import { serviceEnv } from '../../support/env.ts';
import { oddTexts } from '../../support/odd-texts.ts';
import { rounds } from '../../support/rounds.ts';
import { runCommandLine } from '../../support/run-command-line.ts';
import { makeSyncedFolder } from '../../support/synced-folder.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';

/** The odd texts that options get in turn, besides a name of the prototype: there are many options. */
const oddValues = ['a\0b', '\ud800', 'x'.repeat(300), '', 'PROXIES'];
/** Those in which an option with a number differs from others, also in turn. */
const oddNumbers = ['NaN', '-0', '1e309', '9'.repeat(25)];
/** Each place gets every eighth text in `npm test`, beginning with another one. */
const step = rounds({ few: 8, many: 1 });
const textsOf = (place: number): readonly string[] => oddTexts.filter((_, index) => (index + place) % step === 0);
/** Of the values of an option, `npm test` uses one. */
const valuesOf = (place: number): readonly string[] =>
  ['__proto__', oddValues[place % oddValues.length] ?? '', oddNumbers[place % oddNumbers.length] ?? ''].filter(
    (_, index) => step === 1 || index === place % 3,
  );
/** In the place of an odd text. */
const odd = '\u{1f9e9}';
/** A filter that finds nothing, so that nothing is served or tested. */
const nothing = ['--where', 'country:ZZ'];

/** The command lines of each command with an odd text in every place of a word, the first one with each option as well. */
const lines: { readonly [command: string]: readonly (readonly string[])[] } = {
  account: [['list'], [odd], ['use', odd], ['remove', odd], ['add', odd], ['add', 'x', '--base-url', odd]],
  access: [[...nothing], [odd]],
  backup: [[odd], [`${odd}/x`], [`${'a/'.repeat(3000)}${odd}`]],
  completion: [[odd]],
  demo: [[odd]],
  diagnostics: [[], [odd]],
  export: [
    ['--output', 'all.txt'],
    [],
    [odd],
    ['--output', `${odd}/all.txt`],
    ['--output', `${'a/'.repeat(3000)}${odd}`],
  ],
  gateway: [[odd], ['explain', odd], ['explain', 'x', '--rule', odd]],
  list: [['proxies', '--limit', '1'], [odd]],
  mcp: [[], [odd]],
  note: [['set', 'x', ...nothing], [odd], ['set', odd, ...nothing], ['clear', odd]],
  preset: [['list'], [odd], ['remove', odd], ['refresh', odd, 'on'], ['refresh', odd, odd]],
  restore: [[odd], [`${odd}/x`]],
  serve: [[...nothing], [odd, ...nothing]],
  service: [['edit', 'x'], [odd], ['edit', odd, '--cancel', 'on']],
  settings: [
    ['list'],
    [odd],
    ['get', odd],
    ['set', odd, 'x'],
    ['set', 'theme', odd],
    ['set', 'agentsMay', odd],
    ['reset', odd],
  ],
  show: [
    ['overview'],
    [odd],
    ['proxy', odd],
    ['service', odd],
    ['availability', '--group-by', odd],
    ['proxy', odd, '--online'],
  ],
  sync: [['--only', 'services'], [odd]],
  tag: [
    ['list'],
    [odd],
    ['add', odd, ...nothing],
    ['remove', odd, ...nothing],
    ['rename', odd, odd],
    ['color', odd, odd],
    ['delete', odd],
  ],
  template: [['list'], [odd], ['save', odd, odd], ['save', odd, '{host}'], ['remove', odd]],
  test: [['--url', 'http://127.0.0.1:9/', ...nothing], [odd]],
};

let demo: DemoService;
let dataDir: string;
const before = process.cwd();

beforeAll(async () => {
  // Names of files are relative to it.
  process.chdir(makeTemporaryFolder(afterAll));
  demo = await startDemoService({ proxyCount: 20 });
  ({ dataDir } = await makeSyncedFolder(demo, afterAll));
}, 60_000);
afterAll(async () => {
  process.chdir(before);
  await demo.close();
});

const run = (words: readonly string[]) =>
  runCommandLine(['--data-dir', dataDir, ...words], { env: { ...serviceEnv(demo), HOME: dataDir } });

async function expectOurAnswer(words: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await run(words);
  const said = `${words.map((word) => JSON.stringify(word)).join(' ')}: ${stdout}${stderr}`;
  expect.soft(said).not.toMatch(/inside Proxydeck|\n {4}at |\[object Object\]/);
  expect([0, 1, 2, 3, 4, 5], said).toContain(code);
}

test('every command is among those that get odd input', () => {
  expect(Object.keys(lines).sort()).toEqual([...commandNames].sort());
});

test.each([...commandNames])(
  'no odd word of %s leads inside Proxydeck',
  async (name) => {
    const withWord = (lines[name] ?? []).filter((words) => words.some((word) => word.includes(odd)));
    for (const [place, words] of withWord.entries()) {
      for (const text of textsOf(place))
        await expectOurAnswer([name, ...words.map((word) => word.replace(odd, () => text))]);
    }
  },
  120_000,
);

test.each([...commandNames])(
  'no odd value of an option of %s leads inside Proxydeck',
  async (name) => {
    const { options } = await loadCommand(name);
    const [first = []] = lines[name] ?? [];
    const words = first.map((word) => (word === odd ? 'x' : word));
    const last = words.at(-2)?.slice('--'.length);
    for (const [index, [option, kind]] of Object.entries(options).entries()) {
      if (kind === 'flag') continue;
      // An option is used once.
      const others = option === last ? words.slice(0, -2) : words;
      for (const text of valuesOf(index)) await expectOurAnswer([name, ...others, `--${option}=${text}`]);
    }
  },
  120_000,
);

test('no odd value of an option of all commands leads inside Proxydeck', async () => {
  for (const [place, option] of Object.keys(globalOptions).entries()) {
    for (const text of textsOf(place)) await expectOurAnswer(['list', 'proxies', `--${option}=${text}`]);
  }
  for (const text of oddTexts) {
    await expectOurAnswer([text]);
    await expectOurAnswer(['help', text]);
    await expectOurAnswer([`--${text}`]);
  }
});
