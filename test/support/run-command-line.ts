import { PassThrough, Writable } from 'node:stream';
import { runCli } from '../../src/main/cli/run.ts';
import { builtWorker } from './built-worker.ts';

/** What a command line printed and how it ended. */
export interface CommandLineResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The one document of `--json`. */
  json(): unknown;
}

/** Runs a command line in this process, with an environment and an input of its own. */
export async function runCommandLine(
  argv: readonly string[],
  options: { env?: NodeJS.ProcessEnv; input?: string } = {},
): Promise<CommandLineResult> {
  const stdout = createSink();
  const stderr = createSink();
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

function createSink(): { stream: Writable; text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
