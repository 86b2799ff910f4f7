import { fail } from '../../shared/failure.ts';

/**
 * The values of an option: `text` one, `repeat` one each time the option is used, `list` also
 * the words that follow it (`--url A B`), `count` a whole number, `flag` none.
 */
type OptionKind = 'text' | 'repeat' | 'list' | 'count' | 'flag';

export type OptionTable = { readonly [name: string]: OptionKind };

/** The options of every command, before or after its name. */
export const globalOptions = {
  'data-dir': 'text',
  account: 'text',
  json: 'flag',
  help: 'flag',
  version: 'flag',
} as const satisfies OptionTable;

/**
 * The first word of a command line after options and their values. `isSure`: the table has all
 * of these options; unknown ones count as flags.
 */
export function firstWord(
  argv: readonly string[],
  table: OptionTable,
): { readonly word: string | undefined; readonly isSure: boolean } {
  let isSure = true;
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? '';
    if (argument === '--') return { word: argv[index + 1], isSure };
    if (!argument.startsWith('-')) return { word: argument, isSure };
    const [name = '', value] = argument.slice(2).split('=');
    const isKnown = argument === '-h' || Object.hasOwn(table, name);
    if (!isKnown) isSure = false;
    if (isKnown && table[name] !== 'flag' && value === undefined && argument !== '-h') index += 1;
  }
  return { word: undefined, isSure };
}

type ValueOf<Kind extends OptionKind> = Kind extends 'text'
  ? string | undefined
  : Kind extends 'list' | 'repeat'
    ? readonly string[]
    : Kind extends 'count'
      ? number | undefined
      : boolean;

export type OptionValues<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

export interface Arguments<Table extends OptionTable> {
  readonly words: readonly string[];
  readonly options: OptionValues<Table>;
}

/**
 * Splits a command line into words and options. `--name value` and `--name=value`
 * are the same, a value may begin with `-` (as filters do), and everything after
 * `--` is a word.
 *
 * @throws FailureError `invalid-input` for an unknown option or a missing or invalid value
 */
export function parseArguments<Table extends OptionTable>(
  argv: readonly string[],
  table: Table,
): Arguments<Table> {
  const words: string[] = [];
  const values = new Map<string, string[]>();
  let openList: string[] | undefined;
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? '';
    if (argument === '--') {
      words.push(...argv.slice(index + 1));
      break;
    }
    if (argument === '-h') {
      values.set('help', ['']);
      continue;
    }
    if (!argument.startsWith('--')) {
      if (argument.length > 1 && argument.startsWith('-')) throw unknownOption(argument, table);
      // The first word is the command, also after a list: `--url URL test`.
      (words.length === 0 ? words : (openList ?? words)).push(argument);
      continue;
    }
    const [name = '', ...rest] = argument.slice(2).split('=');
    const kind = Object.hasOwn(table, name) ? table[name] : undefined;
    if (kind === undefined) throw unknownOption(argument, table);
    const texts = values.get(name) ?? [];
    values.set(name, texts);
    openList = kind === 'list' ? texts : undefined;
    if (kind === 'flag') {
      if (rest.length > 0) throw fail('invalid-input', `--${name} does not take a value.`);
      texts.push('');
      continue;
    }
    const value = rest.length > 0 ? rest.join('=') : argv[(index += 1)];
    if (value === undefined) throw fail('invalid-input', `--${name} needs a value.`);
    if (kind !== 'list' && kind !== 'repeat' && texts.length > 0) {
      throw fail('invalid-input', `--${name} can be used only once.`);
    }
    texts.push(value);
  }
  return { words, options: readValues(table, values) };
}

function readValues<Table extends OptionTable>(
  table: Table,
  values: ReadonlyMap<string, readonly string[]>,
): OptionValues<Table> {
  const read = Object.entries(table).map(([name, kind]) => {
    const texts = values.get(name);
    switch (kind) {
      case 'flag':
        return [name, texts !== undefined];
      case 'list':
      case 'repeat':
        return [name, texts ?? []];
      case 'count':
        return [name, texts && readCount(name, texts[0] ?? '')];
      case 'text':
        return [name, texts?.[0]];
    }
  });
  // Each entry was built from the same table that OptionValues is made of.
  return Object.fromEntries(read) as OptionValues<Table>;
}

function readCount(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw fail('invalid-input', `--${name} takes a whole number, not "${text}".`);
  }
  return Number(text);
}

function unknownOption(argument: string, table: OptionTable): Error {
  const known = Object.keys(table).map((name) => `--${name}`);
  return fail(
    'invalid-input',
    `Unknown option ${argument.split('=')[0] ?? argument}. The options are: ${known.join(' ')}.`,
  );
}
