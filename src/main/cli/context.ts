import type { Readable, Writable } from 'node:stream';
import type { App } from '../app.ts';
import type { Session } from '../accounts/sessions.ts';
import type { ExitCode } from './exit-codes.ts';
import type { OptionTable, OptionValues } from './arguments.ts';
import type { Output } from './output.ts';

/** What a command line has from the process that runs it. */
export interface CliStreams {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}

/** What a command works with. */
export interface CommandContext {
  readonly app: App;
  readonly output: Output;
  readonly streams: CliStreams;
  /** Aborted by Ctrl+C or SIGTERM; never for a command that ends at once. */
  readonly signal: AbortSignal;
  /** The session of `--account`, or of the current account. Failure `unknown-account`. */
  readonly session: () => Session;
}

/** One command: its options, its help and what it does. */
export interface Command<Table extends OptionTable> {
  readonly usage: string;
  readonly summary: string;
  readonly options: Table;
  /** Works in a data folder of its own that is removed afterwards. */
  readonly leavesNothing?: boolean;
  /** Ends at once at Ctrl+C or SIGTERM: it only reads, so there is nothing to finish. */
  readonly endsAtOnce?: boolean;
  run(
    context: CommandContext,
    words: readonly string[],
    options: OptionValues<Table>,
  ): Promise<ExitCode>;
}

/** Lets a table of commands with different options be checked one by one. */
export function defineCommand<const Table extends OptionTable>(
  command: Command<Table>,
): Command<Table> {
  return command;
}
