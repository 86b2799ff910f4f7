import type { Readable, Writable } from 'node:stream';
import { failures, type FailureCode } from '../../shared/failure.ts';
import type { App } from '../app.ts';
import type { Emit } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
import type { OptionTable, OptionValues } from './arguments.ts';
import { type Output } from './output.ts';

export interface CliStreams {
  readonly stdin: Readable & { isTTY?: boolean };
  readonly stdout: Writable;
  readonly stderr: Writable & { isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}

export interface Opened {
  readonly app: App;
  /** `--account`, or the current one. Failure `unknown-account`. */
  readonly session: () => Session;
  readonly follow: (listener: Emit) => void;
}

export interface CommandContext extends ProcessContext, Opened {}

/** For commands that open the app themselves. */
interface ServingContext extends ProcessContext {
  /** To be called once. */
  readonly open: () => Promise<Opened>;
}

interface ProcessContext {
  readonly output: Output;
  readonly streams: CliStreams;
  /** By Ctrl+C or SIGTERM, unless a command ends at once. */
  readonly signal: AbortSignal;
  readonly commands: Commands;
}

/** For commands about other commands. */
interface Commands {
  readonly names: readonly string[];
  /** Failure `invalid-input`. */
  load(name: string): Promise<Command<OptionTable>>;
}

export type Command<Table extends OptionTable> = CommandText<Table> & (RunningCommand<Table> | ServingCommand<Table>);

interface RunningCommand<Table extends OptionTable> {
  readonly serve?: undefined;
  run(context: CommandContext, words: readonly string[], options: OptionValues<Table>): Promise<ExitCode>;
}

/** Its first answer does not wait for the app. */
interface ServingCommand<Table extends OptionTable> {
  serve(context: ServingContext, words: readonly string[], options: OptionValues<Table>): Promise<ExitCode>;
}

interface CommandText<Table extends OptionTable> {
  readonly usage: string;
  readonly summary: string;
  /** Without `proxydeck`. */
  readonly example: string;
  readonly options: Table;
  /** Uses a temporary data folder. */
  readonly leavesNothing?: boolean;
  /** Ends at once on signals unless `--online` or `--follow`: it only reads. */
  readonly endsAtOnce?: boolean;
}

/** Types a command's function by its options. */
export function defineCommand<const Table extends OptionTable>(command: Command<Table>): Command<Table> {
  return command;
}

/** Scripts rely on them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  wrongUsage: 2,
  keys: 3,
  service: 4,
  incomplete: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeOf = (code: FailureCode): ExitCode => exitCodes[failures[code].exit];
