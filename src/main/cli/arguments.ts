import { ownValue } from '../../shared/own-value.ts';
import { parseArgs } from 'node:util';
import { fail } from '../../shared/failure.ts';
import type { SortKey } from '../../shared/filter/query-term.ts';

/** `repeat`: one value per use; `list`: also the words after it (`--url A B`); `count`: a whole number. */
export type OptionKind = 'text' | 'repeat' | 'list' | 'count' | 'flag';

export type OptionTable = { readonly [name: string]: OptionKind };

/** The command: the first word after options and values. Unknown options count as flags. */
export const firstWord = (argv: readonly string[], table: OptionTable): string | undefined =>
  splitArguments(argv, table).find((token) => token.kind === 'positional')?.value;

/** For scripts that use the old names. */
const renamed: { readonly [before: string]: string } = { judge: 'address-page' };

/** Splits as Node does, but a value may look like an option: `--where -tag:burnt`. */
const splitArguments = (argv: readonly string[], table: OptionTable) =>
  parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(table).flatMap(([name, kind]) =>
        [name, ...namesBefore(name)].map((known) => [
          known,
          {
            type: kind === 'flag' ? ('boolean' as const) : ('string' as const),
            ...(name === 'help' && { short: 'h' }),
          },
        ]),
      ),
    ),
    strict: false,
    tokens: true,
  }).tokens;

const namesBefore = (name: string): string[] =>
  Object.keys(renamed).filter((before) => ownValue(renamed, before) === name);

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
 * Splits into words and options; after `--` all are words.
 *
 * @throws FailureError `invalid-input` for an unknown option or value
 */
export function parseArguments<Table extends OptionTable>(argv: readonly string[], table: Table): Arguments<Table> {
  const words: string[] = [];
  const values = new Map<string, string[]>();
  let openList: string[] | undefined;
  for (const token of splitArguments(argv, table)) {
    if (token.kind === 'option-terminator') openList = undefined;
    else if (token.kind === 'positional') {
      // The first word is the command, also after a list: `--url URL test`.
      (words.length === 0 ? words : (openList ?? words)).push(token.value);
    } else {
      const { rawName, value } = token;
      const now = ownValue(renamed, token.name);
      const name = now !== undefined && Object.hasOwn(table, now) ? now : token.name;
      const kind = ownValue(table, name);
      if (kind === undefined) throw unknownOption(rawName, table);
      const texts = values.get(name) ?? [];
      values.set(name, texts);
      openList = kind === 'list' ? texts : undefined;
      if (kind === 'flag') {
        if (value !== undefined) throw fail('invalid-input', `--${name} does not take a value.`);
      } else {
        if (value === undefined) throw fail('invalid-input', `--${name} needs a value.`);
        if (kind !== 'list' && kind !== 'repeat' && texts.length > 0) {
          throw fail('invalid-input', `--${name} can be used only once.`);
        }
        texts.push(value);
      }
    }
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
  // Built from the table of OptionValues.
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
  return fail('invalid-input', `Unknown option ${argument}. The options are: ${known.join(' ')}.`);
}

/**
 * Reads `--sort`: `FIELD`, `FIELD:desc`, `FIELD:asc`, separated by commas or repeated.
 *
 * @throws FailureError `invalid-input` for another direction
 */
export function readSort(texts: readonly string[]): SortKey[] {
  return texts
    .flatMap((text) => text.split(','))
    .map((text) => {
      const [field = '', direction = 'asc', ...rest] = text.trim().split(':');
      if (field === '' || rest.length > 0 || !/^(asc|desc)$/.test(direction)) {
        throw fail('invalid-input', `--sort takes FIELD or FIELD:desc, not "${text}".`);
      }
      return { field, isDescending: direction === 'desc' };
    });
}
