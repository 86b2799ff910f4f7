import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { ExportRow } from '../../../../src/main/exports/format.ts';
import { findFormat } from '../../../../src/main/exports/formats/index.ts';
import { makeTemporaryFolder } from '../../../support/temporary-folder.ts';

const passwords = ['p@ss:1', 'p:a@ss/w%41+ &"\'$\\#?é'];
const has = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const squidAuth = '/usr/lib/squid/basic_ncsa_auth';

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}

async function findFreePort(): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a proxy and waits until it takes connections. */
async function startProxy(port: number, program: string, args: readonly string[]): Promise<void> {
  const proxy = spawn(program, args, { stdio: 'ignore' });
  onTestFinished(() => void proxy.kill('SIGKILL'));
  for (let tries = 0; tries < 200; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => {
        resolve(false);
      });
    });
    if (isOpen) return;
    await wait(50);
  }
  throw new Error(`${program} takes no connections`);
}

/** Runs an exported line as it is, but for the target, and gives what arrived. */
async function runLine(row: ExportRow): Promise<string> {
  const target = createServer((_, response) => response.end('arrived'));
  const port = await listen(target);
  onTestFinished(() => void target.close());
  const format = findFormat('curl');
  expect(format.refuse(row)).toBeUndefined();
  const script = `curl() { command curl -s -S -m 20 "$1" "$2" http://127.0.0.1:${String(port)}/; }\n${format.encode(row)}\n`;
  const shell = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for await (const chunk of shell.stdout) printed += String(chunk);
  return printed;
}

test.skipIf(!has('squid') || !has('curl')).each(passwords)(
  'the curl line brings curl through squid with the password %s, and not with another',
  async (password) => {
    const folder = makeTemporaryFolder();
    chmodSync(folder, 0o755);
    const hash = execFileSync('openssl', ['passwd', '-apr1', '-stdin'], { input: password });
    writeFileSync(join(folder, 'users'), `user1:${String(hash)}`, { mode: 0o644 });
    const port = await findFreePort();
    const settings = [
      `http_port 127.0.0.1:${String(port)}`,
      `auth_param basic program ${squidAuth} ${join(folder, 'users')}`,
      'acl known proxy_auth REQUIRED',
      'http_access allow known',
      'http_access deny all',
      'pid_filename none',
      'access_log none',
      'cache_log /dev/null',
      'cache deny all',
      'pinger_enable off',
      'shutdown_lifetime 0 seconds',
    ];
    writeFileSync(join(folder, 'squid.conf'), `${settings.join('\n')}\n`, { mode: 0o644 });
    await startProxy(port, 'squid', ['-N', '-f', join(folder, 'squid.conf')]);
    const row: ExportRow = {
      host: '127.0.0.1',
      port,
      username: 'user1',
      password,
      protocol: 'http',
      index: 1,
    };
    expect(await runLine(row)).toBe('arrived');
    expect(await runLine({ ...row, password: `${password}x` })).not.toContain('arrived');
  },
  60_000,
);

test.skipIf(!has('microsocks') || !has('curl')).each(passwords)(
  'the curl line brings curl through microsocks with the password %s, and not with another',
  async (password) => {
    const port = await findFreePort();
    const args = ['-i', '127.0.0.1', '-p', String(port), '-u', 'user1', '-P', password];
    await startProxy(port, 'microsocks', args);
    const row: ExportRow = {
      host: '127.0.0.1',
      port,
      username: 'user1',
      password,
      protocol: 'socks5',
      index: 1,
    };
    expect(await runLine(row)).toBe('arrived');
    expect(await runLine({ ...row, password: `${password}x` })).not.toContain('arrived');
  },
  60_000,
);
