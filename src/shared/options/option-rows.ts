/** Options. Form, command line, help, schema and tools of agents derive from a row, so that all accept the same. */
interface Words {
  /** Without dashes; undefined: not on the command line. */
  readonly name?: string;
  readonly label: string;
  /** In the help. */
  readonly meaning: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly canBeNull?: true;
}
interface NumberRow extends Words {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
  readonly hasFraction?: true;
  /** Such as `ms`. */
  readonly unit?: string;
  /** The unit in a form, and its size in `unit`s. */
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
  /** What its name turns off; undefined: it turns on. */
  readonly offMeaning?: string;
}
interface OneRow extends Words {
  readonly kind: 'one';
  /** The first is the default. */
  readonly choices: readonly (readonly [choice: string, label: string])[];
  readonly default?: string;
}
interface Parsing<Value> {
  /** Undefined: invalid. */
  readonly read: (text: string) => Value | undefined;
  // A method, so that rows of any value are compatible.
  write(value: Value): string;
  /** Follows "takes" or "Enter". */
  readonly values: string;
  /** In the help. */
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

/** Types a row by what `read` returns. */
export const parsed = <const Row extends Words, Value>(row: Row, parsing: Parsing<Value>) =>
  ({ kind: 'parsed', ...row, ...parsing }) as const;

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

export type OptionValues<Rows extends OptionRows> = {
  readonly [Key in keyof Rows]: OptionValue<Rows[Key]>;
};

export const defaultsOf = <const Rows extends OptionRows>(rows: Rows): OptionValues<Rows> =>
  // Each default is of its row; `fromEntries` does not keep the keys.
  Object.fromEntries(Object.entries<OptionRow>(rows).map(([key, row]) => [key, defaultOf(row)])) as OptionValues<Rows>;

/** Null for a number or parsed value without a default. */
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

/** A form may use another unit. */
interface Typed {
  readonly isShown?: boolean;
}

const perOf = (row: NumberRow, { isShown = false }: Typed): number => (isShown ? (row.shown?.per ?? 1) : 1);

/** Reads typed text; undefined: invalid. */
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

/** Reverses `readOption`; '': null. */
export function writeOption(row: OptionRow, value: unknown, typed: Typed = {}): string {
  if (value === null || value === undefined) return '';
  if (row.kind === 'parsed') return row.write(value);
  if (row.kind === 'number') return String(Number(value) / perOf(row, typed));
  return typeof value === 'string' ? value : '';
}

/** Describes valid values, after the name or "Enter". */
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
