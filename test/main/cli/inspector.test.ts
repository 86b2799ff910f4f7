import { serviceEnv } from '../../support/env.ts';
import { spawn } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { listen } from '../../support/listen.ts';

const cli = resolve(import.meta.dirname, '../../../out/main/cli.js');

test.skipIf(process.platform === 'win32')('a signal does not open the inspector of a running command', async () => {
  const { promise: request, resolve: receive } = Promise.withResolvers<ServerResponse>();
  // Answered only after the signal, so that the command runs until then.
  const server = createServer((_message, response) => {
    receive(response);
  });
  const port = await listen(server);
  const child = spawn(process.execPath, [cli, '--data-dir', makeTemporaryFolder(), 'sync'], {
    env: {
      ...process.env,
      ...serviceEnv({
        baseUrl: `http://127.0.0.1:${String(port)}`,
        publicKey: 'public-key-of-a-test',
        privateKey: 'private-key-of-a-test',
      }),
    },
  });
  let stderr = '';
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const ended = new Promise((done) => child.once('close', done));
  const response = await request;
  child.kill('SIGUSR1');
  response.writeHead(403).end('{}');
  await ended;
  expect(stderr).not.toContain('Debugger listening');
});
