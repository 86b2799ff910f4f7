import { ownValue } from '../../shared/own-value.ts';
import { exportOptionRows } from '../../shared/exports/export-options.ts';
import { fail } from '../../shared/failure.ts';
import { defaultFigures, figurePeriods } from '../../shared/records/gateway-figure.ts';
import { ruleRows } from '../../shared/gateway/gateway.ts';
import {
  defaultOf,
  describeValues,
  readOption,
  writeOption,
  type OptionRow,
  type OptionRows,
  type OptionValue,
} from '../../shared/options/option-rows.ts';
import { successRows } from '../../shared/test-runs/local-test.ts';
import { localTestRows, runRows } from '../../shared/test-runs/test-run.ts';
import type { OptionKind, OptionTable } from './arguments.ts';

interface Described {
  readonly kind: OptionKind;
  readonly value?: string;
  /** A sentence, with the default if any. */
  readonly meaning: string;
}

const rows = {
  'data-dir': {
    kind: 'text',
    value: 'DIR',
    meaning: 'The data folder. Default: the one of the window.',
  },
  account: {
    kind: 'text',
    value: 'NAME',
    meaning: 'The account. Default: the one that the window shows.',
  },
  json: { kind: 'flag', meaning: 'Print one JSON document on standard output and nothing else.' },
  help: { kind: 'flag', meaning: 'Show this help.' },
  version: { kind: 'flag', meaning: 'Show the version.' },
  'base-url': { kind: 'text', value: 'URL', meaning: 'The address of the service.' },
  'public-key': {
    kind: 'text',
    value: 'KEY',
    meaning: 'The public key. The private one is read from standard input.',
  },
  'accept-empty': {
    kind: 'flag',
    meaning: 'Accept a list that is suddenly empty, or less than half as long.',
  },
  full: { kind: 'flag', meaning: 'Also write the rows that did not change.' },
  only: { kind: 'list', value: 'RESOURCE...', meaning: 'Only these parts. Default: everything.' },
  wait: { kind: 'flag', meaning: 'Wait for another sync of the account to end.' },
  where: {
    kind: 'text',
    value: 'QUERY',
    meaning: 'A filter, such as "country:US online:yes -tag:burnt". Default: all.',
  },
  sort: { kind: 'repeat', value: 'FIELD[:desc]', meaning: 'The order; may be used several times.' },
  limit: { kind: 'count', value: 'N', meaning: 'At most this many. Default: all.' },
  offset: {
    kind: 'count',
    value: 'N',
    meaning: 'Leave out this many at the beginning. Default: 0.',
  },
  count: { kind: 'flag', meaning: 'Print only how many there are.' },
  secrets: { kind: 'flag', meaning: 'Also print passwords and other secret fields.' },
  by: { kind: 'text', value: 'TABLE', meaning: 'Which table of costs. Default: services.' },
  csv: { kind: 'flag', meaning: 'Print CSV.' },
  follow: { kind: 'flag', meaning: 'Print requests of the gateway as they end, until you stop it.' },
  since: {
    kind: 'text',
    value: 'SYNC|DATE',
    meaning: 'After this sync, or since this date in UTC. Default: all.',
  },
  kind: {
    kind: 'repeat',
    value: 'KIND',
    meaning: 'Only this kind of change; may be used several times.',
  },
  online: { kind: 'flag', meaning: 'Fetch it from the service again. Default: from the cache.' },
  services: { kind: 'flag', meaning: 'Services instead of proxies.' },
  user: {
    kind: 'repeat',
    value: 'ID',
    meaning: "The proxy user. Default: each proxy's default user.",
  },
  gateway: {
    kind: 'text',
    value: 'RULE',
    meaning: 'The local address of this rule, as one entry that rotates.',
  },
  rule: { kind: 'text', value: 'NAME', meaning: 'The rule of the gateway. Default: the first one.' },
  period: {
    kind: 'text',
    value: figurePeriods.join('|'),
    meaning: `How far back. Default: ${defaultFigures.period}.`,
  },
  format: {
    kind: 'text',
    value: 'NAME',
    meaning: 'The format; see proxydeck formats. Default: host:port:user:pass.',
  },
  template: {
    kind: 'text',
    value: 'TEXT',
    meaning: 'A line of your own, such as "{host}:{port} {country}".',
  },
  'template-name': {
    kind: 'text',
    value: 'NAME',
    meaning: 'A line that was saved with: template save.',
  },
  output: { kind: 'text', value: 'FILE', meaning: 'The file to write. Default: standard output.' },
  preset: { kind: 'text', value: 'NAME', meaning: 'All choices of a saved preset.' },
  'save-preset': { kind: 'text', value: 'NAME', meaning: 'Save the choices as a preset.' },
  'refresh-after-sync': {
    kind: 'flag',
    meaning: 'Write the file of the preset again after every sync.',
  },
  confirm: { kind: 'flag', meaning: 'Compare the access with the service afterwards.' },
  url: { kind: 'list', value: 'URL...', meaning: 'What to fetch through each proxy.' },
  from: { kind: 'text', value: 'this-machine|service', meaning: 'Who tests. Default: service.' },
  'only-failed': {
    kind: 'count',
    value: 'RUN',
    meaning: 'Only the proxies that failed in this run.',
  },
  server: {
    kind: 'list',
    value: 'ID...',
    meaning: 'The tester servers of the service. Default: all.',
  },
  delete: { kind: 'count', value: 'RUN', meaning: 'Delete this run: its results leave all figures.' },
  resume: { kind: 'count', value: 'RUN', meaning: 'Continue this run with its remaining proxies.' },
  report: { kind: 'count', value: 'RUN', meaning: 'Print where proxies of this run are blocked, for their seller.' },
  results: { kind: 'count', value: 'RUN', meaning: 'Print the results of this run.' },
  token: {
    kind: 'text',
    value: 'TEXT',
    meaning: 'The token of this run. Default: a random one, which is printed.',
  },
  allow: {
    kind: 'repeat',
    value: 'ACT',
    meaning: 'What an agent may change; may be used several times.',
  },
  folder: { kind: 'text', value: 'DIR', meaning: 'Where exports of an agent are written.' },
  'group-by': {
    kind: 'text',
    value: 'FIELDS',
    meaning: 'country, subdivision, city, asn, zip_code, os.',
  },
  proxy: { kind: 'list', value: 'ID...', meaning: 'The proxies by their IDs.' },
  'payment-method': { kind: 'text', value: 'ID', meaning: 'How the service is paid.' },
  'automatic-collection': {
    kind: 'text',
    value: 'on|off',
    meaning: 'Whether the service renews automatically.',
  },
  cancel: {
    kind: 'text',
    value: 'on|off',
    meaning: 'Cancel it at the end of its period, or do not.',
  },
  comment: { kind: 'text', value: 'TEXT', meaning: 'A comment on the cancellation.' },
  feedback: { kind: 'text', value: 'TEXT', meaning: 'Feedback on the cancellation.' },
  metadata: { kind: 'text', value: 'FILE', meaning: 'A JSON file with metadata of your own.' },
  log: { kind: 'flag', meaning: 'The log of the window.' },
  proxies: { kind: 'count', value: 'N', meaning: 'How many proxies the demo has. Default: 250.' },
} as const satisfies { readonly [option: string]: Described };

type Rows = typeof rows;

const describe = (row: OptionRow): Described => {
  if (row.kind === 'flag') return { kind: 'flag', meaning: row.offMeaning ?? row.meaning };
  return {
    kind: 'text',
    value: nameValue(row),
    // Late: formatting the first number takes 12 ms.
    get meaning() {
      const hasRange = row.kind === 'number' || row.kind === 'parsed';
      const none = row.kind === 'number' ? (row.placeholder?.toLowerCase() ?? '') : '';
      const without = writeOption(row, defaultOf(row)) || none;
      return [
        row.meaning,
        ...(hasRange ? [`Takes ${describeValues(row)}.`] : []),
        ...(without === '' ? [] : [`Default: ${without}.`]),
      ].join(' ');
    },
  };
};

function nameValue(row: OptionRow): string {
  if (row.kind === 'one') return row.choices.map(([choice]) => choice).join('|');
  if (row.kind === 'parsed') return row.valueName;
  return row.kind === 'number' ? (row.unit?.toUpperCase() ?? 'N') : 'TEXT';
}

const sharedRows: readonly OptionRow[] = [exportOptionRows, runRows, localTestRows, successRows, ruleRows].flatMap(
  (table: OptionRows) => Object.values(table),
);

const all: { readonly [option: string]: Described } = {
  ...rows,
  ...Object.fromEntries(sharedRows.flatMap((row) => (row.name === undefined ? [] : [[row.name, describe(row)]]))),
};

/** Undefined: no command has it. */
export const rowOfOption = (name: string): Described | undefined => ownValue(all, name);

export const optionsOf = <Name extends keyof Rows>(
  ...names: readonly Name[]
): { readonly [N in Name]: Rows[N]['kind'] } =>
  // `fromEntries` does not keep the names.
  Object.fromEntries(names.map((name) => [name, rows[name].kind])) as {
    readonly [N in Name]: Rows[N]['kind'];
  };

/** Tells names from values before the command is known. */
export const everyOption: OptionTable = Object.fromEntries(Object.entries(all).map(([name, { kind }]) => [name, kind]));

/** The values that an option takes; empty: any text. */
export const choicesOf = (name: string): readonly string[] => {
  const row = sharedRows.find((one) => one.name === name);
  return row?.kind === 'one' ? row.choices.map(([choice]) => choice) : [];
};

type RowOptions<Table extends OptionRows> = {
  readonly [
    Key in keyof Table as Table[Key] extends { readonly name: infer Name extends string } ? Name : never
  ]: Table[Key]['kind'] extends 'flag' ? 'flag' : 'text';
};
export const optionsOfRows = <const Table extends OptionRows>(table: Table): RowOptions<Table> =>
  // `fromEntries` does not keep the names.
  Object.fromEntries(
    Object.values<OptionRow>(table).flatMap((row) =>
      row.name === undefined ? [] : [[row.name, row.kind === 'flag' ? 'flag' : 'text']],
    ),
  ) as RowOptions<Table>;

/**
 * Reads rows.
 *
 * @param before default values
 * @throws FailureError `invalid-input` with the option and its values
 */
export const readRows = <
  const Table extends OptionRows,
  Before extends { readonly [Key in keyof Table]?: OptionValue<Table[Key]> | undefined },
>(
  table: Table,
  given: { readonly [option: string]: unknown },
  before: Before,
): Before =>
  // Each value is one of its row.
  ({
    ...before,
    ...Object.fromEntries(
      Object.entries<OptionRow>(table).flatMap(([key, row]) => {
        const text = row.name === undefined ? undefined : ownValue(given, row.name);
        if (row.kind === 'flag') return text === true ? [[key, !defaultOf(row)]] : [];
        if (typeof text !== 'string') return [];
        const value = readOption(row, text);
        if (value !== undefined) return [[key, value]];
        throw fail('invalid-input', `--${row.name ?? key} takes ${describeValues(row)}, not "${text}".`);
      }),
    ),
  });

export const globalOptions = optionsOf('data-dir', 'account', 'json', 'help', 'version');
