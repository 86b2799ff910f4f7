import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { version } from '../../../package.json';
import { asFailure, fail } from '../../shared/failure.ts';
import { createApp, type AppParts } from '../app.ts';
import { accessCommand } from './access-command.ts';
import { accountCommand } from './account-command.ts';
import { firstWord, globalOptions, parseArguments, type OptionTable } from './arguments.ts';
import type { CliStreams, Command } from './context.ts';
import { demoCommand } from './demo-command.ts';
import { describeFailure } from './describe-failure.ts';
import { readEnvironment } from './environment.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exit-codes.ts';
import { exportCommand } from './export-command.ts';
import { formatsCommand } from './formats-command.ts';
import { formatHelp } from './help.ts';
import { listCommands } from './list-commands.ts';
import {
  availabilityCommand,
  catalogCommand,
  customerCommand,
  summaryCommand,
} from './kept-record-commands.ts';
import { ledgerCommand } from './ledger-command.ts';
import { presetCommand } from './preset-command.ts';
import { serviceCommand } from './service-command.ts';
import { createOutput, type Output } from './output.ts';
import { noteCommand } from './note-command.ts';
import { showCommand } from './show-command.ts';
import { syncCommand } from './sync-command.ts';
import { tagCommand } from './tag-command.ts';
import { templateCommand } from './template-command.ts';
import { testCommand } from './test-command.ts';
import { defaultDataDir } from '../data-dir.ts';
import type { Desktop } from '../desktop.ts';
import { createOsKeychain } from '../keychain.ts';
import type { Log } from '../ports.ts';

/** Every command of the command line, by the word that calls it. */
export const commands = {
  account: accountCommand,
  sync: syncCommand,
  ...listCommands,
  show: showCommand,
  tag: tagCommand,
  note: noteCommand,
  export: exportCommand,
  template: templateCommand,
  preset: presetCommand,
  formats: formatsCommand,
  test: testCommand,
  customer: customerCommand,
  summary: summaryCommand,
  ledger: ledgerCommand,
  catalog: catalogCommand,
  availability: availabilityCommand,
  access: accessCommand,
  service: serviceCommand,
  demo: demoCommand,
} as const;

/**
 * Runs one command line, without `node` and the program's own name in `argv`.
 *
 * @returns the exit code (see `exitCodes`); nothing is thrown
 */
export async function runCli(
  argv: readonly string[],
  streams: CliStreams,
  parts: Pick<AppParts, 'workerFile'> = {},
): Promise<ExitCode> {
  const interrupt = createInterrupt();
  const output = createOutput(streams, argv.includes('--json'), interrupt.signal);
  try {
    const code = await run(argv, streams, output, interrupt, parts);
    const problem = output.problem();
    if (problem) throw problem;
    return code;
  } catch (error) {
    const failure = asFailure(error);
    output.message(`proxydeck: ${describeFailure(failure)}`);
    if (failure.code === 'internal')
      output.message(String(error instanceof Error ? error.stack : error));
    output.json({ error: failure });
    return exitCodeOf(failure.code);
  } finally {
    interrupt.ignore();
  }
}

interface Interrupt {
  readonly signal: AbortSignal;
  /** From now on Ctrl+C and SIGTERM abort the signal; the second one ends the process. */
  readonly listen: () => void;
  /** From now on the system's own handling applies, which ends the process. */
  readonly ignore: () => void;
}

function createInterrupt(): Interrupt {
  const controller = new AbortController();
  const ignore = (): void => {
    process.off('SIGINT', onInterrupt);
    process.off('SIGTERM', onInterrupt);
  };
  const onInterrupt = (): void => {
    ignore();
    controller.abort();
  };
  return {
    signal: controller.signal,
    listen() {
      process.on('SIGINT', onInterrupt);
      process.on('SIGTERM', onInterrupt);
    },
    ignore,
  };
}

type CommandName = keyof typeof commands;

async function run(
  argv: readonly string[],
  streams: CliStreams,
  output: Output,
  { signal, listen }: Interrupt,
  parts: Pick<AppParts, 'workerFile'>,
): Promise<ExitCode> {
  const everyOption = Object.values(commands).reduce<OptionTable>(
    (table, command) => ({ ...table, ...command.options }),
    globalOptions,
  );
  const word = firstWord(argv, everyOption);
  const named = word === 'help' ? firstWord(argv.slice(argv.indexOf(word) + 1), everyOption) : word;
  const command = named === undefined || named === 'help' ? undefined : findCommand(named);
  const { words, options } = parseArguments(argv, { ...globalOptions, ...command?.options });
  if (options.version) {
    output.line(version);
    output.json({ version });
    return exitCodes.done;
  }
  if (options.help || command === undefined || word === 'help') {
    output.line(formatHelp(commands, command));
    output.json({
      commands: Object.values(commands).map(({ usage, summary }) => ({ usage, summary })),
    });
    return options.help || word === 'help' ? exitCodes.done : exitCodes.wrongUsage;
  }
  // A handler runs only between two pieces of work, so a long query would make the process deaf.
  if (command.endsAtOnce !== true) listen();
  const dataDir = command.leavesNothing
    ? mkdtempSync(join(tmpdir(), 'proxydeck-demo-'))
    : resolve(options['data-dir'] ?? defaultDataDir());
  const environment = readEnvironment(streams.env, options.account);
  const app = createApp({
    dataDir,
    keychain: createOsKeychain(),
    desktop: noDesktop,
    emit: () => undefined,
    log: createTerminalLog(output),
    environment,
    ...parts,
  });
  let accountId: string | undefined;
  try {
    await app.accounts.finishRemovals();
    return await command.run(
      {
        app,
        output,
        streams,
        signal,
        session: () => app.session((accountId = app.accounts.named(options.account).id)),
      },
      words.slice(1),
      options,
    );
  } catch (error) {
    throw accountId === undefined ? error : await app.recover(accountId, error);
  } finally {
    await app.close();
    if (command.leavesNothing) rmSync(dataDir, { recursive: true, force: true });
  }
}

function findCommand(word: string): Command<OptionTable> {
  if (!Object.hasOwn(commands, word)) {
    throw fail(
      'invalid-input',
      `There is no command "${word}". The commands are: ${Object.keys(commands).join(', ')}.`,
    );
  }
  const command: Command<OptionTable> = commands[word as CommandName];
  return command;
}

/** A terminal has no save dialog and no clipboard; no command asks for one. */
const noDesktop: Desktop = {
  applySettings: () => undefined,
  chooseSaveFile: () => Promise.resolve(null),
  dragFiles: () => undefined,
  copySecret: () => Promise.reject(fail('invalid-input', 'A command line has no clipboard.')),
};

/** On a terminal the log is what a person should know; errors are said where they end the command. */
function createTerminalLog(output: Output): Log {
  return {
    info: (event, facts) => {
      const details = Object.entries(facts ?? {}).map(
        ([name, value]) => `${name} ${String(value)}`,
      );
      output.message([event, ...details].join(', '));
    },
    error: (event) => {
      output.message(event);
    },
  };
}
