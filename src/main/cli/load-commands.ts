import { fail } from '../../shared/failure.ts';
import type { OptionTable } from './arguments.ts';
import type { Command } from './context.ts';

type Load = () => Promise<Command<OptionTable>>;

/** Loads a command by its name, so that only the command that runs is loaded. */
const loaders: { readonly [name: string]: Load } = {
  overview: async () => (await import('./commands/records/overview.ts')).overviewCommand,
  account: async () => (await import('./commands/account.ts')).accountCommand,
  sync: async () => (await import('./commands/sync.ts')).syncCommand,
  list: async () => (await import('./commands/records/lists.ts')).listCommand,
  costs: async () => (await import('./commands/records/costs.ts')).costsCommand,
  show: async () => (await import('./commands/records/show.ts')).showCommand,
  tag: async () => (await import('./commands/tag.ts')).tagCommand,
  note: async () => (await import('./commands/note.ts')).noteCommand,
  export: async () => (await import('./commands/exports/export.ts')).exportCommand,
  template: async () => (await import('./commands/exports/template.ts')).templateCommand,
  preset: async () => (await import('./commands/exports/preset.ts')).presetCommand,
  formats: async () => (await import('./commands/exports/formats.ts')).formatsCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  access: async () => (await import('./commands/access.ts')).accessCommand,
  service: async () => (await import('./commands/service.ts')).serviceCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/backup.ts')).restoreCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  diagnostics: async () => (await import('./commands/diagnostics.ts')).diagnosticsCommand,
  settings: async () => (await import('./commands/settings.ts')).settingsCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
};

/** Other words for a command and its first word, because people type them. */
export const aliases: { readonly [word: string]: readonly [command: string, word: string] } = {
  services: ['list', 'services'],
  proxies: ['list', 'proxies'],
  users: ['list', 'users'],
  ledger: ['list', 'ledger'],
  changes: ['list', 'changes'],
  customer: ['show', 'customer'],
  summary: ['show', 'summary'],
  catalog: ['show', 'catalog'],
  availability: ['show', 'availability'],
};

/** The first words of all commands and aliases. */
export const commandNames: readonly string[] = [...Object.keys(loaders), ...Object.keys(aliases)];

/** The words of a command line without its aliases. */
export function expandAlias([first = '', ...rest]: readonly string[]): readonly string[] {
  const meant = Object.hasOwn(aliases, first) ? aliases[first] : undefined;
  return [...(meant ?? [first]), ...rest];
}

/** Loads one command. Failure `invalid-input` if it does not exist. */
export async function loadCommand(word: string): Promise<Command<OptionTable>> {
  const [name = ''] = expandAlias([word]);
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (load) return load();
  throw fail(
    'invalid-input',
    `Unknown command: "${word}". The commands are: ${commandNames.join(', ')}.`,
  );
}

/** Loads all commands, in the order of the help. */
export const loadCommands = (): Promise<Command<OptionTable>[]> =>
  Promise.all(Object.values(loaders).map((load) => load()));
