import { PassThrough, Writable } from 'node:stream';
import { runCli } from '../../src/main/cli/run-cli.ts';
import { builtWorker } from './built-worker.ts';

/** What a command line printed and how it ended. */
export interface CommandLineResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one document of `--json`. */
  json(): unknown;
}

/**
 * Runs a command line in this process, with an environment and an input of its own.
 *
 * @param options `onMessage` learns of everything on standard error at once, `onOutput` of everything on standard output
 */
export async function runCommandLine(
  argv: readonly string[],
  options: {
    env?: NodeJS.ProcessEnv;
    input?: string;
    onMessage?: (text: string) => void;
    onOutput?: (text: string) => void;
  } = {},
): Promise<CommandLineResult> {
  const stdout = createSink(options.onOutput);
  const stderr = createSink(options.onMessage);
  const stdin = new PassThrough();
  stdin.end(options.input ?? '');
  const streams = { stdin, stdout: stdout.stream, stderr: stderr.stream, env: options.env ?? {} };
  const code = await runCli(argv, streams, { workerFile: builtWorker });
  return {
    code,
    stdout: stdout.text(),
    stderr: stderr.text(),
    json: () => JSON.parse(stdout.text()) as unknown,
  };
}

/** The same; one that does not end with 0 is thrown, with its code and what it printed. */
export async function runSuccessfully(...args: Parameters<typeof runCommandLine>): Promise<CommandLineResult> {
  const result = await runCommandLine(...args);
  if (result.code !== 0) throw Object.assign(new Error(result.stderr), result);
  return result;
}

function createSink(onText: (text: string) => void = () => undefined): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      onText(chunk.toString('utf8'));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
