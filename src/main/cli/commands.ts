import { fail } from '../../shared/failure.ts';
import type { OptionTable } from './arguments.ts';
import type { Command } from './context.ts';

type Load = () => Promise<Command<OptionTable>>;

/** Loads each command when it is needed, by the word that calls it: a start loads one of them. */
const loaders: { readonly [name: string]: Load } = {
  account: async () => (await import('./account-command.ts')).accountCommand,
  sync: async () => (await import('./sync-command.ts')).syncCommand,
  services: async () => (await import('./list-commands.ts')).listCommands.services,
  proxies: async () => (await import('./list-commands.ts')).listCommands.proxies,
  users: async () => (await import('./list-commands.ts')).listCommands.users,
  show: async () => (await import('./show-command.ts')).showCommand,
  tag: async () => (await import('./tag-command.ts')).tagCommand,
  note: async () => (await import('./note-command.ts')).noteCommand,
  export: async () => (await import('./export-command.ts')).exportCommand,
  template: async () => (await import('./template-command.ts')).templateCommand,
  preset: async () => (await import('./preset-command.ts')).presetCommand,
  formats: async () => (await import('./formats-command.ts')).formatsCommand,
  test: async () => (await import('./test-command.ts')).testCommand,
  customer: async () => (await import('./kept-record-commands.ts')).customerCommand,
  summary: async () => (await import('./kept-record-commands.ts')).summaryCommand,
  ledger: async () => (await import('./ledger-command.ts')).ledgerCommand,
  catalog: async () => (await import('./kept-record-commands.ts')).catalogCommand,
  availability: async () => (await import('./kept-record-commands.ts')).availabilityCommand,
  access: async () => (await import('./access-command.ts')).accessCommand,
  service: async () => (await import('./service-command.ts')).serviceCommand,
  demo: async () => (await import('./demo-command.ts')).demoCommand,
};

/** Loads one command. Failure `invalid-input` if there is no such command. */
export async function loadCommand(word: string): Promise<Command<OptionTable>> {
  const load = Object.hasOwn(loaders, word) ? loaders[word] : undefined;
  if (load) return load();
  throw fail(
    'invalid-input',
    `There is no command "${word}". The commands are: ${Object.keys(loaders).join(', ')}.`,
  );
}

/** Loads all commands, in the order of the help. */
export const loadCommands = (): Promise<Command<OptionTable>[]> =>
  Promise.all(Object.values(loaders).map((load) => load()));
