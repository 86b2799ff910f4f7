/** What each option of the command line takes and means, once for all commands that have it. */
import {
  describeValues,
  exportOptionRows,
  type ExportOptionRow,
} from '../../shared/exports/export-options.ts';

interface OptionWords {
  /** What its value is called; a flag has none. */
  readonly value?: string;
  /** A sentence, with the default if there is one. */
  readonly meaning: string;
}

const words: { readonly [option: string]: OptionWords } = {
  'data-dir': { value: 'DIR', meaning: 'The data folder. Default: the one of the window.' },
  account: { value: 'NAME', meaning: 'The account. Default: the one that the window shows.' },
  json: { meaning: 'Print one JSON document on standard output and nothing else.' },
  help: { meaning: 'Show this help.' },
  version: { meaning: 'Show the version.' },
  'base-url': { value: 'URL', meaning: 'The address of the service.' },
  'public-key': {
    value: 'KEY',
    meaning: 'The public key. The private one is read from standard input.',
  },
  'accept-empty': { meaning: 'Accept a list that is suddenly empty, or less than half as long.' },
  full: { meaning: 'Also write the rows that did not change.' },
  only: { value: 'RESOURCE...', meaning: 'Only these parts. Default: everything.' },
  wait: { meaning: 'Wait for another sync of the account to end.' },
  where: {
    value: 'QUERY',
    meaning: 'A filter, such as "country:US online:yes -tag:burnt". Default: all.',
  },
  sort: { value: 'FIELD[:desc]', meaning: 'The order; may be used several times.' },
  limit: { value: 'N', meaning: 'At most this many. Default: all.' },
  offset: { value: 'N', meaning: 'Leave out this many at the beginning. Default: 0.' },
  count: { meaning: 'Print only how many there are.' },
  secrets: { meaning: 'Also print passwords and other secret fields.' },
  by: { value: 'TABLE', meaning: 'Which table of costs. Default: services.' },
  csv: { meaning: 'Print CSV.' },
  since: {
    value: 'SYNC|DATE',
    meaning: 'After this sync, or since this date in UTC. Default: all.',
  },
  kind: { value: 'KIND', meaning: 'Only this kind of change; may be used several times.' },
  online: { meaning: 'Fetch it from the service again. Default: from the cache.' },
  services: { meaning: 'Services instead of proxies.' },
  user: { value: 'ID', meaning: "The proxy user. Default: each proxy's default user." },
  gateway: { value: 'RULE', meaning: 'The local address of this rule, as one entry that rotates.' },
  format: {
    value: 'NAME',
    meaning: 'The format; see proxydeck formats. Default: host:port:user:pass.',
  },
  template: { value: 'TEXT', meaning: 'A line of your own, such as "{host}:{port} {country}".' },
  'template-name': { value: 'NAME', meaning: 'A line that was saved with: template save.' },
  protocol: { value: 'http|socks5', meaning: 'The protocol to the proxies. Default: http.' },
  ip: { value: '4|6', meaning: 'The version of the addresses. Default: 4.' },
  output: { value: 'FILE', meaning: 'The file to write. Default: standard output.' },
  preset: { value: 'NAME', meaning: 'All choices of a saved preset.' },
  'save-preset': { value: 'NAME', meaning: 'Save the choices as a preset.' },
  'refresh-after-sync': { meaning: 'Write the file of the preset again after every sync.' },
  confirm: { meaning: 'Compare the access with the service afterwards.' },
  url: { value: 'URL...', meaning: 'What to fetch through each proxy.' },
  from: { value: 'here|service', meaning: 'Who tests. Default: the service.' },
  'only-failed': { value: 'RUN', meaning: 'Only the proxies that failed in this run.' },
  name: { value: 'TEXT', meaning: 'A name for the run.' },
  server: { value: 'ID...', meaning: 'The tester servers of the service. Default: all.' },
  resume: { value: 'RUN', meaning: 'Go on with what is left of this run.' },
  results: { value: 'RUN', meaning: 'Print the results of this run.' },
  repeat: { value: 'N', meaning: 'Requests for each URL and proxy. Default: 1.' },
  concurrency: { value: 'N', meaning: 'Proxies that are tested at once.' },
  timeout: { value: 'MS', meaning: 'For each step of a request, in milliseconds.' },
  rate: { value: 'N', meaning: 'Requests per second to each target. Default: no limit.' },
  'max-bytes': { value: 'N', meaning: 'Stop after this much data.' },
  status: { value: 'CODES', meaning: 'The status codes that pass. Default: 200-299.' },
  expect: { value: 'TEXT', meaning: 'The body must contain this text.' },
  without: { value: 'TEXT', meaning: 'The body must not contain this text.' },
  'max-time': { value: 'MS', meaning: 'The first byte must arrive within this time.' },
  judge: { value: 'URL', meaning: 'A page that says which address it sees.' },
  port: { value: 'N', meaning: 'The local port. Default: a free one.' },
  rotate: { value: 'HOW', meaning: 'request, connection, sticky:10m or fixed. Default: request.' },
  token: {
    value: 'TEXT',
    meaning: 'The token of this run. Default: a random one, which is printed.',
  },
  'no-token': { meaning: 'Let every program of this machine use it.' },
  'allow-private': { meaning: 'Also allow targets on this machine and in private networks.' },
  allow: { value: 'ACT', meaning: 'What an agent may change; may be used several times.' },
  folder: { value: 'DIR', meaning: 'Where exports of an agent are written.' },
  'group-by': { value: 'FIELDS', meaning: 'country, subdivision, city, asn, zip_code, os.' },
  proxy: { value: 'ID...', meaning: 'The proxies by their IDs.' },
  'payment-method': { value: 'ID', meaning: 'How the service is paid.' },
  'automatic-collection': { value: 'on|off', meaning: 'Whether the service renews automatically.' },
  cancel: { value: 'on|off', meaning: 'Cancel it at the end of its period, or do not.' },
  comment: { value: 'TEXT', meaning: 'A comment on the cancellation.' },
  feedback: { value: 'TEXT', meaning: 'Feedback on the cancellation.' },
  metadata: { value: 'FILE', meaning: 'A JSON file with metadata of your own.' },
  log: { meaning: 'The log of the window.' },
  proxies: { value: 'N', meaning: 'How many proxies the demo has. Default: 250.' },
};

const ofExport: { readonly [option: string]: OptionWords } = Object.fromEntries(
  Object.values<ExportOptionRow>(exportOptionRows).map((row) => {
    const value =
      row.kind === 'one'
        ? row.choices.map(([choice]) => choice).join('|')
        : { count: 'N', hours: 'HOURS', text: 'TEXT', labels: 'A,B,...', flag: undefined }[
            row.kind
          ];
    const range =
      row.kind === 'count' || row.kind === 'hours' ? ` Takes ${describeValues(row)}.` : '';
    return [row.name, { ...(value !== undefined && { value }), meaning: row.meaning + range }];
  }),
);

/** The words of an option; undefined: it has none, which a test refuses. */
export const wordsOfOption = (name: string): OptionWords | undefined =>
  Object.hasOwn(words, name) ? words[name] : ofExport[name];
