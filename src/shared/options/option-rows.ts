/**
 * Options that people and programs can give. A row says everything about one: its name on the command line, its label in a
 * form, what it means and which values it takes. The form, the command line and its help, the schema of what is sent and
 * stored, and the tools of agents derive from it, so that what one of them accepts the others accept.
 */
interface Words {
  /** On the command line, without dashes; absent: it is not there. */
  readonly name?: string;
  /** In a form. */
  readonly label: string;
  /** In the help, as sentences. */
  readonly meaning: string;
  /** Below its field in a form. */
  readonly hint?: string;
  /** In its empty field. */
  readonly placeholder?: string;
  /** Whether it can be null, which is written as an empty text. */
  readonly canBeNull?: true;
}
export interface NumberRow extends Words {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
  /** Whether fractions are values, too. */
  readonly hasFraction?: true;
  /** Such as `ms`. */
  readonly unit?: string;
  /** The unit in a form, and how many of `unit` it is. */
  readonly shown?: { readonly unit: string; readonly per: number };
  readonly default?: number | null;
}
interface TextRow extends Words {
  readonly kind: 'text';
  /** Characters. */
  readonly most: number;
  readonly default?: string;
}
interface FlagRow extends Words {
  readonly kind: 'flag';
  /** What its name on the command line does, which turns it off; absent: it is off unless it is named. */
  readonly offMeaning?: string;
}
interface OneRow extends Words {
  readonly kind: 'one';
  /** The first one is the default. */
  readonly choices: readonly (readonly [choice: string, label: string])[];
  readonly default?: string;
}
/** A value with a text form of its own. */
interface Parsing<Value> {
  /** Undefined: the text is not a value. */
  readonly read: (text: string) => Value | undefined;
  // A method, because a row of any value has to take each of them.
  write(value: Value): string;
  /** Which texts it takes, in words that follow "takes" or "Enter". */
  readonly values: string;
  /** What its text is called in the help. */
  readonly valueName: string;
  readonly default?: NoInfer<Value> | null;
}
export interface ParsedRow extends Words, Parsing<unknown> {
  readonly kind: 'parsed';
}
export type OptionRow = NumberRow | TextRow | FlagRow | OneRow | ParsedRow;
export interface OptionRows {
  readonly [key: string]: OptionRow;
}

/** A row of a value with a text form of its own, whose type is that of what `read` returns. */
export const parsed = <const Row extends Words, Value>(row: Row, parsing: Parsing<Value>) =>
  ({ kind: 'parsed', ...row, ...parsing }) as const;

/** The value of a row. */
export type OptionValue<Row extends OptionRow> =
  | (Row extends { readonly kind: 'number' }
      ? number
      : Row extends { readonly kind: 'flag' }
        ? boolean
        : Row extends { readonly kind: 'one' }
          ? Row['choices'][number][0]
          : Row extends { readonly kind: 'parsed'; readonly read: (text: string) => infer Value }
            ? Exclude<Value, undefined>
            : string)
  | (Row extends { readonly canBeNull: true } ? null : never);

/** The values of all rows, by the keys of their table. */
export type OptionValues<Rows extends OptionRows> = {
  readonly [Key in keyof Rows]: OptionValue<Rows[Key]>;
};

/** What each row of a table is without a choice. */
export const defaultsOf = <const Rows extends OptionRows>(rows: Rows): OptionValues<Rows> =>
  // Each row has a default of its kind, or is null, off or empty; `fromEntries` does not keep the keys.
  Object.fromEntries(Object.entries<OptionRow>(rows).map(([key, row]) => [key, defaultOf(row)])) as OptionValues<Rows>;

/** What a row is without a choice; null for a number or a parsed value that has no default. */
export function defaultOf(row: OptionRow): unknown {
  switch (row.kind) {
    case 'number':
    case 'parsed':
      return row.default ?? null;
    case 'text':
      return row.default ?? '';
    case 'flag':
      return row.offMeaning !== undefined;
    case 'one':
      return row.default ?? row.choices[0]?.[0];
  }
}

/** Where a text was typed: a number may have another unit in a form. */
interface Typed {
  readonly isShown?: boolean;
}

/** How many of the unit of a row is one of the unit that is typed. */
const perOf = (row: NumberRow, { isShown = false }: Typed): number => (isShown ? (row.shown?.per ?? 1) : 1);

/** Reads what was typed for a row; undefined: it is not one of its values. */
export function readOption<Row extends OptionRow>(
  row: Row,
  text: string,
  typed: Typed = {},
): OptionValue<Row> | undefined {
  const value = row.canBeNull && text.trim() === '' ? null : valueOf(row, text, typed);
  // It is of the row's kind, which the compiler can't follow through the type parameter.
  return value as OptionValue<Row> | undefined;
}

function valueOf(row: OptionRow, text: string, typed: Typed): unknown {
  switch (row.kind) {
    case 'number': {
      if (!/^\d{1,15}(\.\d{1,15})?$/.test(text.trim())) return undefined;
      const number = Number(text) * perOf(row, typed);
      const value = typed.isShown && row.shown && !row.hasFraction ? Math.round(number) : number;
      const isTaken = row.hasFraction === true || Number.isSafeInteger(value);
      return isTaken && value >= row.least && value <= row.most ? value : undefined;
    }
    case 'text':
      return text.length <= row.most ? text : undefined;
    case 'flag':
      return true;
    case 'one':
      return row.choices.some(([choice]) => choice === text) ? text : undefined;
    case 'parsed':
      return row.read(text);
  }
}

/** The text that `readOption` reads as a value; '': null. */
export function writeOption(row: OptionRow, value: unknown, typed: Typed = {}): string {
  if (value === null || value === undefined) return '';
  if (row.kind === 'parsed') return row.write(value);
  if (row.kind === 'number') return String(Number(value) / perOf(row, typed));
  return typeof value === 'string' ? value : '';
}

/** Which values a row takes, in words that follow its name or "Enter". */
export function describeValues(row: OptionRow, typed: Typed = {}): string {
  switch (row.kind) {
    case 'number': {
      const per = perOf(row, typed);
      const [least, most] = [row.least, row.most].map((end) =>
        (end / per).toLocaleString('en-US', { maximumFractionDigits: 6 }),
      );
      const isWhole = !row.hasFraction && per === 1;
      const unit = typed.isShown ? (row.shown?.unit ?? row.unit) : row.unit;
      return `a ${isWhole ? 'whole ' : ''}number of at least ${least ?? ''} and at most ${most ?? ''}${unit === undefined ? '' : ` ${unit}`}`;
    }
    case 'text':
      return `a text of at most ${row.most.toLocaleString('en-US')} characters`;
    case 'flag':
      return 'no value';
    case 'one':
      return row.choices.map(([choice]) => choice).join(' or ');
    case 'parsed':
      return row.values;
  }
}

/** The protocol between this machine and a proxy. */
export const protocolRow = {
  kind: 'one',
  name: 'protocol',
  label: 'Protocol',
  meaning: 'The protocol to the proxies.',
  choices: [
    ['http', 'HTTP'],
    ['socks5', 'SOCKS5'],
  ],
} as const satisfies OptionRow;

/** Which of the addresses of a proxy is used. */
export const ipRow = {
  kind: 'one',
  name: 'ip',
  label: 'Address',
  meaning: 'The version of the addresses: any is IPv4, else IPv6.',
  choices: [
    ['any', 'IPv4, else IPv6'],
    ['4', 'IPv4'],
    ['6', 'IPv6'],
  ],
} as const satisfies OptionRow;
export type IpVersion = OptionValue<typeof ipRow>;
