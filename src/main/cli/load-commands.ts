import { ownValue } from '../../shared/own-value.ts';
import { fail } from '../../shared/failure.ts';
import type { OptionTable } from './arguments.ts';
import type { Command } from './command.ts';

type Load = () => Promise<Command<OptionTable>>;

/** Loads only the command that runs. */
const loaders = {
  account: async () => (await import('./commands/account.ts')).accountCommand,
  sync: async () => (await import('./commands/sync.ts')).syncCommand,
  list: async () => (await import('./commands/list.ts')).listCommand,
  show: async () => (await import('./commands/show.ts')).showCommand,
  tag: async () => (await import('./commands/tag.ts')).tagCommand,
  note: async () => (await import('./commands/tag.ts')).noteCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  template: async () => (await import('./commands/saved-exports.ts')).templateCommand,
  preset: async () => (await import('./commands/saved-exports.ts')).presetCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  gateway: async () => (await import('./commands/gateway.ts')).gatewayCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  access: async () => (await import('./commands/access.ts')).accessCommand,
  service: async () => (await import('./commands/service.ts')).serviceCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/backup.ts')).restoreCommand,
  completion: async () => (await import('./commands/completion.ts')).completionCommand,
  diagnostics: async () => (await import('./commands/diagnostics.ts')).diagnosticsCommand,
  settings: async () => (await import('./commands/settings.ts')).settingsCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
} satisfies { readonly [name: string]: Load };

export type CommandName = keyof typeof loaders;

export const aliases: { readonly [word: string]: readonly [command: string, word: string] } = {
  services: ['list', 'services'],
  proxies: ['list', 'proxies'],
  users: ['list', 'users'],
  ledger: ['list', 'ledger'],
  changes: ['list', 'changes'],
  log: ['list', 'log'],
  hosts: ['list', 'hosts'],
  overview: ['show', 'overview'],
  costs: ['show', 'costs'],
  customer: ['show', 'customer'],
  summary: ['show', 'summary'],
  catalog: ['show', 'catalog'],
  availability: ['show', 'availability'],
  formats: ['show', 'formats'],
};

/** In the order of the help. */
export const commandNames: readonly string[] = Object.keys(loaders);

export const writeOutAlias = ([first = '', ...others]: readonly string[]): readonly string[] => [
  ...(ownValue(aliases, first) ?? [first]),
  ...others,
];

/** By name or alias. Failure `invalid-input`. */
export async function loadCommand(word: string): Promise<Command<OptionTable>> {
  const [name = ''] = writeOutAlias([word]);
  const load = ownValue<Load>(loaders, name);
  if (load) return load();
  throw fail('invalid-input', `Unknown command: "${word}". The commands are: ${commandNames.join(', ')}.`);
}

/** In the order of the help. */
export const loadCommands = (): Promise<Command<OptionTable>[]> =>
  Promise.all(Object.values(loaders).map((load) => load()));
