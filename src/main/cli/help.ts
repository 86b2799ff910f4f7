import type { OptionTable } from './arguments.ts';
import { aliases } from './load-commands.ts';
import { globalOptions, rowOfOption } from './options.ts';
import type { Command } from './command.ts';

type Described = Pick<Command<OptionTable>, 'usage' | 'summary' | 'example' | 'options'>;

export const commandGroups: readonly {
  readonly title: string;
  readonly commands: { readonly [name: string]: string };
}[] = [
  {
    title: 'Look',
    commands: {
      list: 'Rows of a list, such as proxies or changes',
      show: 'Every field of one record, the overview, costs',
    },
  },
  {
    title: 'Work',
    commands: {
      sync: 'Fetch the account into the cache',
      export: 'Proxies with their credentials, as lines or files',
      preset: 'Saved exports',
      template: 'Saved export lines',
      test: 'Test proxies by the service or from this machine',
      serve: 'One local address for many proxies, until Ctrl+C',
      gateway: 'Which line takes a URL; where proxies are blocked',
      tag: 'Tag proxies and services',
      note: 'Notes on proxies and services',
      access: 'Which proxy users may use a proxy, says the service',
      service: 'Change the settings of a service',
      mcp: 'Serve AI agents by the Model Context Protocol',
    },
  },
  {
    title: 'Set up',
    commands: {
      account: 'Add, select, check and remove accounts',
      settings: 'Show and change settings',
      backup: 'Save your own records into a file',
      restore: 'Replace your own records by a backup',
      completion: 'Completion for bash, zsh or fish',
      diagnostics: 'Versions, sizes and last errors, without addresses',
      demo: 'The main job with a built-in service; saves nothing',
    },
  },
  {
    title: 'Short for list and show',
    commands: Object.fromEntries(
      Object.entries(aliases).map(([alias, words]) => [alias, `The same as "${words.join(' ')}"`]),
    ),
  },
];

const width = 80;
const head = 'Usage: proxydeck [--account NAME] [--json] COMMAND [OPTION...]';

/** Writes the help of a command, or of all, in 80 columns. */
export function formatHelp(only: Described | undefined): string {
  if (only) return formatCommand(only);
  return [
    head,
    ...commandGroups.flatMap(({ title, commands }) => [
      '',
      title,
      ...Object.entries(commands).flatMap(([name, line]) => entry(name, line)),
    ]),
    '',
    'Options of every command',
    ...formatOptions(globalOptions),
    '',
    'Options and an example of a command: proxydeck help COMMAND',
    '',
    ...wrap(
      'Without a keychain, PROXYDECK_BASE_URL, PROXYDECK_PUBLIC_KEY and PROXYDECK_PRIVATE_KEY define the account that --account names (default: env). They are not stored.',
    ),
    '',
    ...wrap(
      'Exit codes: 0 done; 1 failed; 2 wrong usage; 3 keys missing or rejected, or keychain unavailable; 4 service unreachable, or a wrong response; 5 finished but incomplete.',
    ),
  ].join('\n');
}

function formatCommand({ usage, summary, example, options }: Described): string {
  const [name = ''] = usage.split(' ');
  const forms = usage
    .split('\n')
    .map((form) => form.trim())
    .map((form) => (form.startsWith(name) ? form : `${name} ${form}`));
  return [
    ...wrap(summary),
    '',
    'Usage',
    ...forms.flatMap((form) => wrap(`proxydeck ${form}`, '  ')),
    ...(Object.keys(options).length === 0 ? [] : ['', 'Options', ...formatOptions(options)]),
    '',
    'Examples',
    `  proxydeck ${example}`,
    `  proxydeck --json ${example}`,
  ].join('\n');
}

const formatOptions = (options: OptionTable): string[] =>
  Object.keys(options).flatMap((option) => {
    const { value, meaning = '' } = rowOfOption(option) ?? {};
    return entry(`--${option}${value === undefined ? '' : ` ${value}`}`, meaning);
  });

const column = 28;

/** Long names get their own line. */
function entry(name: string, text: string): string[] {
  const indent = ' '.repeat(column);
  const [first = '', ...others] = wrap(text, indent);
  const start = `  ${name}`;
  return start.length < column ? [start.padEnd(column) + first.trimStart(), ...others] : [start, first, ...others];
}

function wrap(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}
