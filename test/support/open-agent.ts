import { Client } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { PassThrough } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runCli } from '../../src/main/cli/run-cli.ts';
import type { JsonObject } from '../../src/shared/json.ts';
import { builtWorker } from './built-worker.ts';

/** An answer of a tool. */
export interface Answer {
  /** The text for the model. */
  readonly text: string;
  readonly isError: boolean;
  /** The same as JSON; empty for an error. */
  readonly value: JsonObject;
  /** The objects in a list of the answer. */
  readonly items: (name: string) => readonly JsonObject[];
}

interface ServerOptions {
  readonly dataDir: string;
  readonly words?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs `proxydeck mcp` in this process until the test ends, and records every byte that it writes. */
export function startServer({ dataDir, words = [], env = {} }: ServerOptions) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  stdout.on('data', (chunk: Buffer) => out.push(chunk));
  stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const argv = ['--data-dir', dataDir, 'mcp', ...words];
  const ended = runCli(argv, { stdin, stdout, stderr, env }, { workerFile: builtWorker }).finally(() => stdout.end());
  onTestFinished(async () => {
    stdin.end();
    await ended;
  });
  return {
    stdin,
    stdout,
    /** Its exit code. */
    ended,
    /** Everything on standard output, byte for byte. */
    written: () => Buffer.concat(out),
    /** What was said on standard error. */
    said: () => Buffer.concat(err).toString('utf8'),
  };
}

/** Starts `proxydeck mcp` as an assistant does, with the official client. */
export async function openAgent(options: ServerOptions) {
  const { stdin, stdout, written, said } = startServer(options);
  const client = new Client({ name: 'test', version: '1.0.0' });
  // Messages are the same lines on both sides.
  await client.connect(new StdioServerTransport(stdout, stdin));
  onTestFinished(() => client.close());
  return {
    client,
    /** Calls a tool; an error of the protocol is thrown. */
    async call(
      name: string,
      args: Record<string, unknown> = {},
      more: Parameters<Client['callTool']>[1] = {},
    ): Promise<Answer> {
      const result = await client.callTool({ name, arguments: args }, more);
      const [first] = result.content;
      // What was sent is JSON.
      const value = (result.structuredContent ?? {}) as JsonObject;
      return {
        text: first?.type === 'text' ? first.text : '',
        isError: result.isError === true,
        value,
        items: (list) => (value[list] as readonly JsonObject[] | undefined) ?? [],
      };
    },
    written,
    said,
  };
}
