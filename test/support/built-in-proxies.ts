/** Proxies in the process of the test. `real-proxies.ts` starts programs instead, for slow tests. */
import { createServer as createHttpServer, request as requestHttp, type IncomingMessage } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { listen, type After } from './listen.ts';
import { targetAddress, targetName, type ProxyOptions } from './real-proxies.ts';

/** Resolves what no name server knows: the target, and the name that cannot exist. */
const addressOf = (host: string): string | undefined =>
  host === targetName ? targetAddress : host.endsWith('.invalid') ? undefined : host;

/** Starts an HTTP proxy for tunnels and plain requests, and gives its port. */
export async function startHttpProxy({ host, password }: ProxyOptions, after: After = onTestFinished): Promise<number> {
  const login = `Basic ${Buffer.from(`user1:${password ?? ''}`).toString('base64')}`;
  const isKnown = ({ headers }: IncomingMessage): boolean =>
    password === null || headers['proxy-authorization'] === login;
  /** Names the proxy as the author of its answer (RFC 9209). */
  const own = { 'Proxy-Status': 'proxy.test; error=destination_unavailable' };
  const challenge = { 'Proxy-Authenticate': 'Basic realm="proxy"', 'Content-Length': '0' };
  const server = createHttpServer((request, response) => {
    if (!isKnown(request)) {
      request.resume();
      response.writeHead(407, challenge).end();
      return;
    }
    const url = new URL(request.url ?? '');
    const address = addressOf(url.hostname);
    const kept = Object.entries(request.headers).filter(([name]) => !/^proxy-|^connection$/.test(name));
    const headers = { ...Object.fromEntries(kept), via: '1.1 proxy.test' };
    const fail = (): void => {
      if (response.headersSent) response.destroy();
      else response.writeHead(503, own).end();
    };
    if (address === undefined) {
      fail();
      return;
    }
    const path = `${url.pathname}${url.search}`;
    const sending = requestHttp(
      { host: address, port: url.port, path, method: request.method, headers, agent: false },
      (received) => {
        response.writeHead(received.statusCode ?? 502, received.headers);
        received.pipe(response);
        received.on('error', () => response.destroy());
      },
    );
    sending.on('error', fail);
    response.on('close', () => sending.destroy());
    request.pipe(sending);
  });
  server.on('connect', (request: IncomingMessage, client: Socket, head: Buffer) => {
    client.on('error', () => undefined);
    if (!isKnown(request)) {
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${linesOf(challenge)}\r\n`);
      return;
    }
    const { hostname, port } = new URL(`http://${request.url ?? ''}`);
    join({
      ...{ client, head, host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) },
      opened: () => 'HTTP/1.1 200 Connection established\r\n\r\n',
      refused: () => `HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n${linesOf(own)}\r\n`,
    });
  });
  return listen(server, host, after);
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');

/** Starts a SOCKS5 proxy (RFC 1928, RFC 1929) that opens connections, and gives its port. */
export async function startSocksProxy(
  { host, password }: ProxyOptions,
  after: After = onTestFinished,
): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => undefined);
    void serve(client, password).catch(() => client.destroy());
  });
  return listen(server, host, after);
}

async function serve(client: Socket, password: string | null): Promise<void> {
  let received: Buffer = Buffer.alloc(0);
  const read = async (count: number): Promise<Buffer> => {
    while (received.length < count) received = Buffer.concat([received, await next(client)]);
    const part = received.subarray(0, count);
    received = received.subarray(count);
    return part;
  };
  const readText = async (): Promise<string> => String(await read(await readByte()));
  const readByte = async (): Promise<number> => (await read(1)).readUInt8();

  await read(1);
  const methods = await read(await readByte());
  const method = password === null ? 0 : 2;
  if (!methods.includes(method)) {
    client.end(Buffer.of(5, 0xff));
    return;
  }
  client.write(Buffer.of(5, method));
  if (password !== null) {
    await read(1);
    const isKnown = (await readText()) === 'user1' && (await readText()) === password;
    client.write(Buffer.of(1, isKnown ? 0 : 1));
    if (!isKnown) {
      client.end();
      return;
    }
  }
  const [, command, , kind] = await read(4);
  const host = kind === 3 ? await readText() : kind === 4 ? formatIpv6(await read(16)) : [...(await read(4))].join('.');
  const port = (await read(2)).readUInt16BE();
  const reply = (code: number): Buffer => Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0);
  if (command !== 1) {
    client.end(reply(7));
    return;
  }
  const codes: Readonly<Record<string, number>> = { ECONNREFUSED: 5, ENETUNREACH: 3 };
  join({
    ...{ client, head: received, host, port },
    opened: () => reply(0),
    refused: (code) => reply(codes[code] ?? 4),
  });
}

const formatIpv6 = (bytes: Buffer): string =>
  Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16)).join(':');

/** Waits for more data; a connection that ends is an error. */
function next(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onClose = (): void => {
      reject(new Error('The client has left.'));
    };
    socket.once('close', onClose);
    socket.once('data', (data: Buffer) => {
      socket.pause();
      socket.off('close', onClose);
      resolve(data);
    });
    socket.resume();
  });
}

interface Tunnel {
  readonly client: Socket;
  /** What the client sent already. */
  readonly head: Buffer;
  readonly host: string;
  readonly port: number;
  readonly opened: () => string | Buffer;
  readonly refused: (code: string) => string | Buffer;
}

/** Connects a client to its target, and closes either with the other. */
function join({ client, head, host, port, opened, refused }: Tunnel): void {
  const address = addressOf(host);
  if (address === undefined) {
    client.end(refused('ENOTFOUND'));
    return;
  }
  const target = connect({ host: address, port, allowHalfOpen: true });
  const onRefused = ({ code = '' }: NodeJS.ErrnoException): void => void client.end(refused(code));
  target.once('error', onRefused);
  target.on('close', () => void client.end());
  client.on('close', () => target.destroy());
  target.once('connect', () => {
    target.off('error', onRefused);
    target.on('error', () => client.destroy());
    client.write(opened());
    target.write(head);
    target.pipe(client);
    client.pipe(target);
  });
}
