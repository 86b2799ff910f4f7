/** The maximum number of users in an export. */
export const maxExportUsers = 30;

export const maxLabels = 1000;
export const maxLabelLength = 100;

/** Whether a text can be a label: one line without commas. */
const isLabel = (text: string): boolean =>
  text !== '' &&
  text === text.trim() &&
  text.length <= maxLabelLength &&
  !/[,\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

/** Parses comma-separated labels; undefined if one is empty or invalid, or if there are too many. */
function readLabels(text: string): readonly string[] | undefined {
  const labels = text.split(',').map((label) => label.trim());
  return labels.length <= maxLabels && labels.every(isLabel) ? labels : undefined;
}

/**
 * The options that limit, order and distribute an export. A row says everything about one: its name on the command
 * line, its label in the dialog, what it means and which values it takes. The dialog, the command line, its help and the
 * schema of what is sent and stored derive from it, so that what one accepts the others can read.
 */

interface Words {
  /** On the command line, without dashes. */
  readonly name: string;
  /** In the dialog. */
  readonly label: string;
  /** In the help, as a sentence. */
  readonly meaning: string;
}
/** A whole number from 1. */
interface CountRow extends Words {
  readonly kind: 'count';
  readonly most: number;
}
/** A number of hours, also with a fraction. */
interface HoursRow extends Words {
  readonly kind: 'hours';
  readonly most: number;
}
interface TextRow extends Words {
  readonly kind: 'text';
  readonly most: number;
}
interface FlagRow extends Words {
  readonly kind: 'flag';
}
interface LabelsRow extends Words {
  readonly kind: 'labels';
}
/** The first choice is what an export does without the option. */
interface OneRow<Choice extends string> extends Words {
  readonly kind: 'one';
  readonly choices: readonly (readonly [choice: Choice, label: string])[];
}

const one = <const Name extends string, const Choice extends string>(
  row: Omit<OneRow<Choice>, 'kind' | 'name'> & { readonly name: Name },
) => ({ kind: 'one', ...row }) as const;

export const exportOptionRows = {
  sharing: one({
    name: 'sharing',
    label: 'Distribution',
    meaning:
      'For several users: each proxy once, for the user with the fewest so far, or a file for each user.',
    choices: [
      ['spread', 'Split evenly'],
      ['file-each', 'One file per user, all proxies'],
    ],
  }),
  credentials: one({
    name: 'credentials',
    label: 'Credentials',
    meaning:
      "The user's own, those of each proxy's default user, or none for users who log in by IP address.",
    choices: [
      ['user', "The proxy user's own"],
      ['default', "Each proxy's default proxy user"],
      ['none', 'None (authorized by IP address)'],
    ],
  }),
  aliveWithinHours: {
    kind: 'hours',
    name: 'alive-within',
    label: 'Worked within (hours)',
    meaning: 'Only proxies that worked in their last test, within this many hours.',
    most: 87_600,
  },
  isDistinct: {
    kind: 'flag',
    name: 'distinct',
    label: 'Remove duplicates (same address and port)',
    meaning: 'Only the first of several proxies with the same address and port.',
  },
  shuffleSeed: {
    kind: 'text',
    name: 'shuffle',
    label: 'Seed',
    meaning: 'A random order; the same seed gives the same order.',
    most: 200,
  },
  perCountry: {
    kind: 'count',
    name: 'per-country',
    label: 'Maximum per country',
    meaning: 'At most this many per country; proxies without one count as one country.',
    most: 1_000_000,
  },
  proxiesPerFile: {
    kind: 'count',
    name: 'per-file',
    label: 'Maximum per file',
    meaning: 'Starts a new file after this many proxies.',
    most: 1_000_000,
  },
  labels: {
    kind: 'labels',
    name: 'labels',
    label: 'Labels in rotation, separated by commas',
    meaning: 'Labels, separated by commas, that the rows get in rotation.',
  },
} as const satisfies {
  readonly [name: string]: CountRow | HoursRow | TextRow | FlagRow | LabelsRow | OneRow<string>;
};
type Rows = typeof exportOptionRows;
export type ExportOptionRow = Rows[keyof Rows];

type ValueOf<Row extends ExportOptionRow> = Row extends { readonly kind: 'count' | 'hours' }
  ? number
  : Row extends { readonly kind: 'flag' }
    ? boolean
    : Row extends { readonly kind: 'labels' }
      ? readonly string[]
      : Row extends OneRow<infer Choice>
        ? Choice
        : string;

/** The value of an option, by the name of its row. */
export type OptionValue<N extends keyof Rows> = ValueOf<Rows[N]>;

/** Whether a value is one of a row. Plain code instead of a schema, because the window loads it. */
export function acceptsOption(row: ExportOptionRow, value: unknown): boolean {
  switch (row.kind) {
    case 'count':
      return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= row.most;
    case 'hours':
      return typeof value === 'number' && value > 0 && value <= row.most;
    case 'text':
      return typeof value === 'string' && value.length <= row.most;
    case 'flag':
      return typeof value === 'boolean';
    case 'labels':
      return (
        Array.isArray(value) &&
        value.length >= 1 &&
        value.length <= maxLabels &&
        value.every((label) => typeof label === 'string' && isLabel(label))
      );
    case 'one':
      return row.choices.some(([choice]) => choice === value);
  }
}

/** Which values a row takes, in words that follow its name or "Enter". */
export function describeValues(row: ExportOptionRow): string {
  switch (row.kind) {
    case 'count':
      return `a whole number of at least 1 and at most ${row.most.toLocaleString('en-US')}`;
    case 'hours':
      return `hours, such as 24 or 0.5, at most ${row.most.toLocaleString('en-US')}`;
    case 'text':
      return `a text of at most ${String(row.most)} characters`;
    case 'flag':
      return 'no value';
    case 'labels':
      return `at most ${String(maxLabels)} labels, separated by commas, each with 1 to ${String(maxLabelLength)} characters`;
    case 'one':
      return row.choices.map(([choice]) => choice).join(' or ');
  }
}

/** Reads what was typed for a row, in the dialog or on the command line; undefined: it is not one of its values. */
export function readOption<N extends keyof Rows>(
  name: N,
  text: string,
): OptionValue<N> | undefined {
  const row: ExportOptionRow = exportOptionRows[name];
  const value = valueOf(row, text);
  // It is of the row's kind, which the compiler can't follow through the name.
  return acceptsOption(row, value) ? (value as OptionValue<N>) : undefined;
}

function valueOf(row: ExportOptionRow, text: string): unknown {
  switch (row.kind) {
    case 'count':
      return /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
    case 'hours':
      return /^\d{1,9}(\.\d{1,3})?$/.test(text.trim()) ? Number(text) : undefined;
    case 'labels':
      return readLabels(text);
    case 'flag':
      return true;
    case 'text':
    case 'one':
      return text;
  }
}
