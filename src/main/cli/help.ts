import type { OptionTable } from './arguments.ts';
import type { Command } from './context.ts';

type Described = Pick<Command<OptionTable>, 'usage' | 'summary'>;

/** The help text: of one command, or of all. */
export function formatHelp(commands: readonly Described[], only: Described | undefined): string {
  const describe = ({ usage, summary }: Described): string => `  ${usage}\n      ${summary}`;
  const head = 'proxydeck [--data-dir DIR] [--account NAME] [--json] COMMAND ...';
  if (only) return `${head}\n\n${describe(only)}`;
  return [
    head,
    '',
    ...commands.map(describe),
    '',
    'One command alone: proxydeck help COMMAND. The version: proxydeck --version.',
    'QUERY is the filter language of the window, such as "country:US online:yes -tag:burnt".',
    '',
    'Without a keychain, PROXYDECK_BASE_URL, PROXYDECK_PUBLIC_KEY and PROXYDECK_PRIVATE_KEY',
    'stand for the account named by --account (env without it); nothing of them is stored.',
    '',
    'Exit codes: 0 done; 1 failed; 2 wrong usage; 3 keys missing or refused, or keychain',
    'unavailable; 4 service unreachable or answering wrongly; 5 finished but incomplete.',
  ].join('\n');
}
