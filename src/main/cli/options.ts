/** What each option of the command line is, once for all commands that have it: its kind, its value and its meaning. */
import {
  describeValues,
  exportOptionRows,
  type ExportOptionRow,
} from '../../shared/exports/export-options.ts';
import type { OptionKind, OptionTable } from './arguments.ts';

interface OptionRow {
  readonly kind: OptionKind;
  /** What its value is called; a flag has none. */
  readonly value?: string;
  /** A sentence, with the default if there is one. */
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
  protocol: {
    kind: 'text',
    value: 'http|socks5',
    meaning: 'The protocol to the proxies. Default: http.',
  },
  ip: { kind: 'text', value: '4|6', meaning: 'The version of the addresses. Default: 4.' },
  output: { kind: 'text', value: 'FILE', meaning: 'The file to write. Default: standard output.' },
  preset: { kind: 'text', value: 'NAME', meaning: 'All choices of a saved preset.' },
  'save-preset': { kind: 'text', value: 'NAME', meaning: 'Save the choices as a preset.' },
  'refresh-after-sync': {
    kind: 'flag',
    meaning: 'Write the file of the preset again after every sync.',
  },
  confirm: { kind: 'flag', meaning: 'Compare the access with the service afterwards.' },
  url: { kind: 'list', value: 'URL...', meaning: 'What to fetch through each proxy.' },
  from: { kind: 'text', value: 'here|service', meaning: 'Who tests. Default: the service.' },
  'only-failed': {
    kind: 'count',
    value: 'RUN',
    meaning: 'Only the proxies that failed in this run.',
  },
  name: { kind: 'text', value: 'TEXT', meaning: 'A name for the run.' },
  server: {
    kind: 'list',
    value: 'ID...',
    meaning: 'The tester servers of the service. Default: all.',
  },
  resume: { kind: 'count', value: 'RUN', meaning: 'Go on with what is left of this run.' },
  results: { kind: 'count', value: 'RUN', meaning: 'Print the results of this run.' },
  repeat: { kind: 'count', value: 'N', meaning: 'Requests for each URL and proxy. Default: 1.' },
  concurrency: { kind: 'count', value: 'N', meaning: 'Proxies that are tested at once.' },
  timeout: { kind: 'count', value: 'MS', meaning: 'For each step of a request, in milliseconds.' },
  rate: {
    kind: 'count',
    value: 'N',
    meaning: 'Requests per second to each target. Default: no limit.',
  },
  'max-bytes': { kind: 'count', value: 'N', meaning: 'Stop after this much data.' },
  status: {
    kind: 'text',
    value: 'CODES',
    meaning: 'The status codes that pass. Default: 200-299.',
  },
  expect: { kind: 'text', value: 'TEXT', meaning: 'The body must contain this text.' },
  without: { kind: 'text', value: 'TEXT', meaning: 'The body must not contain this text.' },
  'max-time': {
    kind: 'count',
    value: 'MS',
    meaning: 'The first byte must arrive within this time.',
  },
  judge: { kind: 'text', value: 'URL', meaning: 'A page that says which address it sees.' },
  port: { kind: 'count', value: 'N', meaning: 'The local port. Default: a free one.' },
  rotate: {
    kind: 'text',
    value: 'HOW',
    meaning: 'request, connection, sticky:10m or fixed. Default: request.',
  },
  token: {
    kind: 'text',
    value: 'TEXT',
    meaning: 'The token of this run. Default: a random one, which is printed.',
  },
  'no-token': { kind: 'flag', meaning: 'Let every program of this machine use it.' },
  'allow-private': {
    kind: 'flag',
    meaning: 'Also allow targets on this machine and in private networks.',
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
} as const satisfies { readonly [option: string]: OptionRow };

type Rows = typeof rows;

const exportRows = Object.values<ExportOptionRow>(exportOptionRows);

const ofExport: { readonly [option: string]: OptionRow } = Object.fromEntries(
  exportRows.map((row) => {
    const value =
      row.kind === 'one'
        ? row.choices.map(([choice]) => choice).join('|')
        : { count: 'N', hours: 'HOURS', text: 'TEXT', labels: 'A,B,...', flag: undefined }[
            row.kind
          ];
    const kind = row.kind === 'flag' ? 'flag' : 'text';
    const hasRange = row.kind === 'count' || row.kind === 'hours';
    return [
      row.name,
      {
        kind,
        ...(value !== undefined && { value }),
        // Made when help is printed: the first number that is formatted takes 12 ms.
        get meaning() {
          return row.meaning + (hasRange ? ` Takes ${describeValues(row)}.` : '');
        },
      },
    ];
  }),
);

const all: { readonly [option: string]: OptionRow } = { ...rows, ...ofExport };

/** The row of an option; undefined: no command has it. */
export const rowOfOption = (name: string): OptionRow | undefined =>
  Object.hasOwn(all, name) ? all[name] : undefined;

/** The options of a command, by their names. */
export const optionsOf = <Name extends keyof Rows>(
  ...names: readonly Name[]
): { readonly [N in Name]: Rows[N]['kind'] } =>
  // `fromEntries` does not keep the names.
  Object.fromEntries(names.map((name) => [name, rows[name].kind])) as {
    readonly [N in Name]: Rows[N]['kind'];
  };

/** Every option of any command: before a command is known, they tell its name from a value. */
export const everyOption: OptionTable = Object.fromEntries(
  Object.entries(all).map(([name, { kind }]) => [name, kind]),
);

/** The options that are rows of `exportOptionRows`. */
export const exportRowOptions = Object.fromEntries(
  Object.entries(ofExport).map(([name, { kind }]) => [name, kind]),
  // `fromEntries` does not keep the names.
) as {
  readonly [Row in ExportOptionRow as Row['name']]: Row['kind'] extends 'flag' ? 'flag' : 'text';
};

/** The options of every command, before or after its name. */
export const globalOptions = optionsOf('data-dir', 'account', 'json', 'help', 'version');
