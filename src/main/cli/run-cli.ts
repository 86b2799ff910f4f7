import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { version } from '../../../package.json';
import { asFailure, describeFailure, fail } from '../../shared/failure.ts';
import type { App, AppParts } from '../app.ts';
import { defaultDataDir } from '../data-dir.ts';
import type { Desktop, Emit, Log } from '../ports.ts';
import { describeError } from '../file-log.ts';
import { firstWord, parseArguments } from './arguments.ts';
import { aliases, commandNames, loadCommand, loadCommands, writeOutAlias } from './load-commands.ts';
import { everyOption, globalOptions } from './options.ts';
import { exitCodeOf, exitCodes, type CliStreams, type ExitCode, type Opened } from './command.ts';
import { formatHelp } from './help.ts';
import { createOutput, type Output } from './output.ts';
import type { EnvironmentAccount } from '../accounts/accounts.ts';

/**
 * Runs a command line, without `node` and program.
 *
 * @returns the exit code; never throws
 */
export async function runCli(
  argv: readonly string[],
  streams: CliStreams,
  parts: Pick<AppParts, 'workerFile' | 'clock'> & {
    /** `isResultAwaited`: not after a signal, nor once a server's client has gone. */
    readonly onEnd?: (isResultAwaited: boolean) => void;
  },
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
    if (failure.code === 'internal') output.message(describeError(error));
    if (failure.code === 'keychain-unavailable' || failure.code === 'keychain-locked') output.message(withoutKeychain);
    output.json({ error: failure });
    return exitCodeOf(failure.code);
  } finally {
    interrupt.ignore();
    parts.onEnd?.(!interrupt.signal.aborted);
  }
}

/** What to do instead of the check box that the window has. */
const withoutKeychain =
  'To keep them in memory, set PROXYDECK_BASE_URL, PROXYDECK_PUBLIC_KEY and PROXYDECK_PRIVATE_KEY; they need no "account add".';

type Interrupt = ReturnType<typeof createInterrupt>;

function createInterrupt() {
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
    /** A second signal ends the process. */
    listen: (): void => {
      process.on('SIGINT', onInterrupt);
      process.on('SIGTERM', onInterrupt);
    },
    /** Restores the system's handling. */
    ignore,
    /** The client of a server has gone. */
    end: (): void => {
      controller.abort();
    },
  };
}

async function run(
  argv: readonly string[],
  streams: CliStreams,
  output: Output,
  { signal, listen, end }: Interrupt,
  parts: Pick<AppParts, 'workerFile' | 'clock'>,
): Promise<ExitCode> {
  const word = firstWord(argv, everyOption);
  const named = word === 'help' ? firstWord(argv.slice(argv.indexOf(word) + 1), everyOption) : word;
  const command = named === undefined || named === 'help' ? undefined : await loadCommand(named);
  const { words, options } = parseArguments(argv, { ...globalOptions, ...command?.options });
  if (options.version) {
    output.line(version);
    output.json({ version });
    return exitCodes.done;
  }
  if (options.help || command === undefined || word === 'help') {
    output.line(formatHelp(command));
    const commands = output.isJson ? await loadCommands() : [];
    output.json({ commands: commands.map(({ usage, summary }) => ({ usage, summary })) });
    return options.help || word === 'help' ? exitCodes.done : exitCodes.wrongUsage;
  }
  // A handler would not run during a long query.
  const { online, follow } = options as { readonly online?: unknown; readonly follow?: unknown }; // Not every command has them.
  if (command.endsAtOnce !== true || online === true || follow === true) listen();
  const dataDir = command.leavesNothing
    ? mkdtempSync(join(tmpdir(), 'proxydeck-demo-'))
    : resolve(options['data-dir'] ?? defaultDataDir());
  const environment = readEnvironment(streams.env, options.account);
  let app: App | undefined;
  let accountId: string | undefined;
  let listener: Emit = () => undefined;
  const open = async (): Promise<Opened> => {
    // Help and version need none of it.
    const { createApp } = await import('../app.ts');
    const { createOsKeychain } = await import('../accounts/keychain.ts');
    const opened = (app ??= createApp({
      dataDir,
      program: `"proxydeck ${word ?? ''}"`,
      keychain: createOsKeychain(),
      desktop: noDesktop,
      emit: (name, payload) => {
        listener(name, payload);
      },
      log: createTerminalLog(output),
      environment,
      ...parts,
    }));
    await opened.accounts.finishRemovals();
    return {
      app: opened,
      session: () => opened.session((accountId = opened.accounts.named(options.account).id)),
      follow(follower) {
        listener = follower;
      },
    };
  };
  const context = {
    output,
    streams,
    signal,
    commands: { names: [...commandNames, ...Object.keys(aliases)], load: loadCommand },
  };
  try {
    const given = writeOutAlias(words).slice(1);
    return command.serve
      ? await command.serve({ ...context, open }, given, options)
      : await command.run({ ...context, ...(await open()) }, given, options);
  } catch (error) {
    if (accountId !== undefined && asFailure(error).code === 'database-damaged')
      app?.session(accountId).store.checkAtNextStart();
    throw error;
  } finally {
    if (command.serve) end();
    await app?.close();
    if (command.leavesNothing) rmSync(dataDir, { recursive: true, force: true });
  }
}

const noDesktop: Desktop = {
  applySettings: () => undefined,
  chooseSaveFile: () => Promise.resolve(null),
  copySecret: () => Promise.reject(fail('invalid-input', 'The command line has no clipboard.')),
};

function createTerminalLog(output: Output): Log {
  return {
    info: (event, facts) => {
      const details = Object.entries(facts ?? {}).map(([name, value]) => `${name} ${String(value)}`);
      output.message([event, ...details].join(', '));
    },
    error: (event, error) => {
      output.message(`${event}: ${describeError(error)}`);
    },
  };
}

/**
 * Reads the account of `PROXYDECK_BASE_URL`, `PROXYDECK_PUBLIC_KEY` and `PROXYDECK_PRIVATE_KEY`, for machines without a
 * keychain; undefined without a base URL.
 *
 * @param name of `--account`, default `env`
 * @throws FailureError `keys-missing`
 */
function readEnvironment(env: NodeJS.ProcessEnv, name: string | undefined): EnvironmentAccount | undefined {
  const baseUrl = env['PROXYDECK_BASE_URL'];
  if (baseUrl === undefined || baseUrl === '') return undefined;
  const publicKey = env['PROXYDECK_PUBLIC_KEY'] ?? '';
  const privateKey = env['PROXYDECK_PRIVATE_KEY'] ?? '';
  if (publicKey === '' || privateKey === '') {
    throw fail(
      'keys-missing',
      'PROXYDECK_BASE_URL is set, but PROXYDECK_PUBLIC_KEY or PROXYDECK_PRIVATE_KEY is not. Set all three or none.',
    );
  }
  return { name: name ?? 'env', baseUrl, keys: { publicKey, privateKey } };
}
