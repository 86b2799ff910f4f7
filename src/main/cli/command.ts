import type { Readable, Writable } from 'node:stream';
import { failures, type FailureCode } from '../../shared/failure.ts';
import type { App } from '../app.ts';
import type { Emit } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
import type { OptionTable, OptionValues } from './arguments.ts';
import { type Output } from './output.ts';

/** The parts of the process that a command line uses. */
export interface CliStreams {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}

/** The app, and the account that the command line names. */
export interface Opened {
  readonly app: App;
  /** The session of `--account`, or of the current account. Failure `unknown-account`. */
  readonly session: () => Session;
  /** Has a function called for every event of the app from now on. */
  readonly follow: (listener: Emit) => void;
}

/** What a command gets to run. */
export interface CommandContext extends ProcessContext, Opened {}

/** What a command gets that opens the app itself. */
interface ServingContext extends ProcessContext {
  /** Loads the app, once. */
  readonly open: () => Promise<Opened>;
}

interface ProcessContext {
  readonly output: Output;
  readonly streams: CliStreams;
  /** Aborted by Ctrl+C or SIGTERM; never for a command that ends at once. */
  readonly signal: AbortSignal;
  readonly commands: Commands;
}

/** All commands and aliases by their first words, for a command that is about the others. */
interface Commands {
  readonly names: readonly string[];
  /** Failure `invalid-input` if there is none of this name. */
  load(name: string): Promise<Command<OptionTable>>;
}

/** One command: its options, its help and its function. */
export type Command<Table extends OptionTable> = CommandText<Table> & (RunningCommand<Table> | ServingCommand<Table>);

interface RunningCommand<Table extends OptionTable> {
  readonly serve?: undefined;
  run(context: CommandContext, words: readonly string[], options: OptionValues<Table>): Promise<ExitCode>;
}

/** Another program waits for its first answer, so it does not wait for the app. */
interface ServingCommand<Table extends OptionTable> {
  serve(context: ServingContext, words: readonly string[], options: OptionValues<Table>): Promise<ExitCode>;
}

interface CommandText<Table extends OptionTable> {
  readonly usage: string;
  readonly summary: string;
  /** A command line for the help, without `proxydeck`. */
  readonly example: string;
  readonly options: Table;
  /** Uses a data folder of its own, which is removed afterwards. */
  readonly leavesNothing?: boolean;
  /** Ends immediately on Ctrl+C or SIGTERM unless `--online` or `--follow` is used: it only reads, so there is nothing to finish. */
  readonly endsAtOnce?: boolean;
}

/** Checks the options of a command against its function. */
export function defineCommand<const Table extends OptionTable>(command: Command<Table>): Command<Table> {
  return command;
}

/** Exit codes of the command line; scripts rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  keys: 3,
  service: 4,
  incomplete: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** The exit code of a failure. */
export const exitCodeOf = (code: FailureCode): ExitCode => exitCodes[failures[code].exit];
