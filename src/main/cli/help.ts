import type { OptionTable } from './arguments.ts';
import type { Command } from './context.ts';

type Described = Pick<Command<OptionTable>, 'usage' | 'summary' | 'example'>;

/** The help text of one command with an example, or of all commands. */
export function formatHelp(commands: readonly Described[], only: Described | undefined): string {
  const describe = ({ usage, summary }: Described): string => `  ${usage}\n      ${summary}`;
  const head = 'proxydeck [--data-dir DIR] [--account NAME] [--json] COMMAND ...';
  if (only) return `${head}\n\n${describe(only)}\n\nExample:\n  proxydeck ${only.example}`;
  return [
    head,
    '',
    ...commands.map(describe),
    '',
    'Help and an example for one command: proxydeck help COMMAND. Version: proxydeck --version.',
    'QUERY is a filter as in the window, such as "country:US online:yes -tag:burnt".',
    '',
    'Without a keychain, PROXYDECK_BASE_URL, PROXYDECK_PUBLIC_KEY and PROXYDECK_PRIVATE_KEY',
    'define the account that --account names (default: env). They are not stored.',
    '',
    'Exit codes: 0 done; 1 failed; 2 wrong usage; 3 keys missing or rejected, or keychain',
    'unavailable; 4 service unreachable, or a wrong response; 5 finished but incomplete.',
  ].join('\n');
}
