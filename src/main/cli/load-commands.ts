import { fail } from '../../shared/failure.ts';
import type { OptionTable } from './arguments.ts';
import type { Command } from './context.ts';

type Load = () => Promise<Command<OptionTable>>;

/** Loads a command by its name, so that only the command that runs is loaded. */
const loaders: { readonly [name: string]: Load } = {
  account: async () => (await import('./commands/account.ts')).accountCommand,
  sync: async () => (await import('./commands/sync.ts')).syncCommand,
  services: async () => (await import('./commands/lists.ts')).listCommands.services,
  proxies: async () => (await import('./commands/lists.ts')).listCommands.proxies,
  users: async () => (await import('./commands/lists.ts')).listCommands.users,
  show: async () => (await import('./commands/show.ts')).showCommand,
  tag: async () => (await import('./commands/tag.ts')).tagCommand,
  note: async () => (await import('./commands/note.ts')).noteCommand,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  template: async () => (await import('./commands/template.ts')).templateCommand,
  preset: async () => (await import('./commands/preset.ts')).presetCommand,
  formats: async () => (await import('./commands/formats.ts')).formatsCommand,
  test: async () => (await import('./commands/test.ts')).testCommand,
  customer: async () => (await import('./commands/cached-records.ts')).customerCommand,
  summary: async () => (await import('./commands/cached-records.ts')).summaryCommand,
  ledger: async () => (await import('./commands/ledger.ts')).ledgerCommand,
  catalog: async () => (await import('./commands/cached-records.ts')).catalogCommand,
  availability: async () => (await import('./commands/cached-records.ts')).availabilityCommand,
  access: async () => (await import('./commands/access.ts')).accessCommand,
  service: async () => (await import('./commands/service.ts')).serviceCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
};

/** Loads one command. Failure `invalid-input` if it does not exist. */
export async function loadCommand(word: string): Promise<Command<OptionTable>> {
  const load = Object.hasOwn(loaders, word) ? loaders[word] : undefined;
  if (load) return load();
  throw fail(
    'invalid-input',
    `Unknown command: "${word}". The commands are: ${Object.keys(loaders).join(', ')}.`,
  );
}

/** Loads all commands, in the order of the help. */
export const loadCommands = (): Promise<Command<OptionTable>[]> =>
  Promise.all(Object.values(loaders).map((load) => load()));
