import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../src/shared/json.ts';
import { expect, onTestFinished } from 'vitest';
import { makeTemporaryFolder } from './temporary-folder.ts';

export const builtCli = join(import.meta.dirname, '../../out/main/cli.js');

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

/** Starts `proxydeck mcp` of the build as an assistant does, with the official client, and records every byte that it writes. */
export async function openAgent(options: {
  readonly dataDir: string;
  readonly words?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}) {
  expect(existsSync(builtCli), 'the real command line is built by: npm run build').toBe(true);
  const { dataDir, words = [], env = {} } = options;
  const folder = makeTemporaryFolder();
  const [out, err] = [join(folder, 'out'), join(folder, 'err')];
  const cli = [process.execPath, builtCli, '--data-dir', dataDir, 'mcp', ...words];
  const transport = new StdioClientTransport({
    command: 'sh',
    args: ['-c', 'out="$1" err="$2"; shift 2; "$@" 2>"$err" | tee "$out"', 'sh', out, err, ...cli],
    env: Object.fromEntries(
      Object.entries({ PATH: process.env['PATH'], ...env }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
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
    /** Everything on standard output, byte for byte. */
    written: () => readFileSync(out),
    /** What was said on standard error. */
    said: () => readFileSync(err, 'utf8'),
  };
}
