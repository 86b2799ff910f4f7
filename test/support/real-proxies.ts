import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { nowhere } from '../../src/main/dial/ask-proxy.ts';
import type { After } from './listen.ts';
import { needs } from './needs.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Loopback, but neither `localhost` nor `127.0.0.1`, which clients send to no proxy. */
export const targetAddress = '127.0.0.2';
/** What squid alone resolves, to the same. */
export const targetName = 'target.test';

/** Starts what the requests are for. */
export async function startTarget(): Promise<{ port: number; nameUrl: string; addressUrl: string }> {
  const target = createServer((_, response) => response.end('arrived'));
  const port = await listen(target, targetAddress);
  onTestFinished(() => {
    target.closeAllConnections();
    target.close();
  });
  const url = (host: string) => `http://${host}:${String(port)}/`;
  return { port, nameUrl: url(targetName), addressUrl: url(targetAddress) };
}

export interface ProxyOptions {
  readonly host: '127.0.0.1' | '::1';
  /** Of `user1`; null: everybody may use it. */
  readonly password: string | null;
}

/** Starts squid, an HTTP proxy, and gives its port. Like the others it skips the running test if its program is missing. */
export async function startSquid({ host, password }: ProxyOptions, after: After = onTestFinished): Promise<number> {
  needs('squid', ...(password === null ? [] : ['openssl']));
  const folder = makeTemporaryFolder(after);
  // squid gives up root's rights before it reads its files.
  chmodSync(folder, 0o755);
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o644 });
    return join(folder, name);
  };
  const port = await findFreePort(host);
  const access =
    password === null
      ? ['http_access allow all']
      : [
          `auth_param basic program /usr/lib/squid/basic_ncsa_auth ${write('users', formatUser(password))}`,
          'acl known proxy_auth REQUIRED',
          'http_access allow known',
          'http_access deny all',
        ];
  // The app asks a proxy for the host nowhere, whose address squid would look up in vain for seconds without a network.
  const names = [targetName, nowhere.host].join(' ');
  const settings = [
    `http_port ${host === '::1' ? '[::1]' : host}:${String(port)}`,
    ...access,
    `hosts_file ${write('hosts', `${targetAddress} ${names}\n127.0.0.1 localhost\n`)}`,
    'pid_filename none',
    'access_log none',
    'cache_log /dev/null',
    'cache deny all',
    'pinger_enable off',
    'shutdown_lifetime 0 seconds',
  ];
  const file = write('squid.conf', `${settings.join('\n')}\n`);
  await start({ host, port }, 'squid', ['-N', '-f', file], after);
  return port;
}

function formatUser(password: string): string {
  const hash = execFileSync('openssl', ['passwd', '-apr1', '-stdin'], { input: password });
  return `user1:${String(hash)}`;
}

/** Starts microsocks, a SOCKS5 proxy, and gives its port. */
export async function startMicrosocks(
  { host, password }: ProxyOptions,
  after: After = onTestFinished,
): Promise<number> {
  needs('microsocks');
  const port = await findFreePort(host);
  const user = password === null ? [] : ['-u', 'user1', '-P', password];
  await start({ host, port }, 'microsocks', ['-i', host, '-p', String(port), ...user], after);
  return port;
}

/** Starts tinyproxy, an HTTP proxy, and gives its port. */
export async function startTinyproxy({ host, password }: ProxyOptions): Promise<number> {
  needs('tinyproxy');
  const port = await findFreePort(host);
  const file = join(makeTemporaryFolder(), 'tinyproxy.conf');
  const settings = [
    `Port ${String(port)}`,
    `Listen ${host}`,
    'Timeout 60',
    'MaxClients 500',
    'LogLevel Critical',
    ...(password === null ? [] : [`BasicAuth user1 ${password}`]),
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  await start({ host, port }, 'tinyproxy', ['-d', '-c', file]);
  return port;
}

/** Starts dante, a SOCKS5 proxy that needs no password and allows the clients in `from`, and gives its port. */
export async function startDante({
  host,
  from,
}: {
  readonly host: '127.0.0.1' | '::1';
  readonly from: string;
}): Promise<number> {
  needs('dante-server');
  const port = await findFreePort(host);
  const file = join(makeTemporaryFolder(), 'sockd.conf');
  const settings = [
    'logoutput: /dev/null',
    `internal: ${host} port = ${String(port)}`,
    'external: lo',
    'socksmethod: none',
    'clientmethod: none',
    'client pass { from: 0/0 to: 0/0 }',
    'client pass { from: ::/0 to: ::/0 }',
    `socks pass { from: ${from} to: 0/0 }`,
    `socks pass { from: ${from} to: ::/0 }`,
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  await start({ host, port }, 'danted', ['-f', file]);
  return port;
}

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}

/** A port that was free a moment ago. */
export async function findFreePort(host = '127.0.0.1'): Promise<number> {
  const server = createTcpServer();
  const port = await listen(server, host);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a server, by default until the end of the test, and waits until it takes connections. */
export async function start(
  address: { host: string; port: number },
  program: string,
  args: readonly string[],
  after: After = onTestFinished,
): Promise<void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  after(() => void child.kill('SIGKILL'));
  for (let tries = 0; tries < 400; tries += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(address);
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
  throw new Error(`${program} takes no connections.`);
}
