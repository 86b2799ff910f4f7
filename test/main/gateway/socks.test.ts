/** The server's side of RFC 1928 and RFC 1929, byte by byte; curl and others are in gateway.test.ts. */
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { startSocksProxy } from '../../support/built-in-proxies.ts';

/** A client that sends bytes and reads as many as it expects. */
function openClient(port: number) {
  const socket: Socket = connect({ host: '127.0.0.1', port });
  onTestFinished(() => void socket.destroy());
  let received = Buffer.alloc(0);
  let isEnded = false;
  let wake = (): void => undefined;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    wake();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isEnded = true;
    wake();
  });
  const until = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    send: (...bytes: (number | string | Buffer)[]) => {
      socket.write(
        Buffer.concat(bytes.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part)))),
      );
    },
    async read(count: number): Promise<number[]> {
      await until(() => received.length >= count || isEnded);
      const bytes = [...received.subarray(0, count)];
      received = received.subarray(count);
      return bytes;
    },
    /** Everything until the server closes. */
    async readAll(): Promise<string> {
      socket.end();
      await until(() => isEnded);
      return received.toString('latin1');
    },
    async isClosed(): Promise<boolean> {
      await until(() => isEnded);
      return received.length === 0;
    },
  };
}

const withLength = (text: string): Buffer => Buffer.concat([Buffer.of(text.length), Buffer.from(text)]);
const portBytes = (port: number): Buffer => Buffer.of(port >> 8, port & 0xff);

async function startTarget(host = '127.0.0.1'): Promise<number> {
  const server = createServer((_request, response) => response.end('arrived'));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}

async function open(choices: Parameters<typeof openGateway>[1] = {}) {
  const upstream = proxyOn(await startSocksProxy({ host: '127.0.0.1', password: null }), { protocol: 'socks5' });
  const opened = await openGateway([upstream], { protocol: 'socks5', ...choices });
  return { ...opened, client: openClient(opened.port) };
}

const login = [0x01, withLength('rotate'), withLength(token)];
const request = (kind: number, address: Buffer | string, port: number, command = 0x01) =>
  [0x05, command, 0x00, kind, address, portBytes(port)] as const;
const get = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const succeeded = [0x05, 0x00, 0x00, 0x01, 0, 0, 0, 0, 0, 0];

test('the password method is agreed on, and a tunnel opens', async () => {
  const { client } = await open();
  const port = await startTarget();
  client.send(0x05, 0x02, 0x00, 0x02);
  expect(await client.read(2)).toEqual([0x05, 0x02]);
  client.send(...login);
  expect(await client.read(2)).toEqual([0x01, 0x00]);
  client.send(...request(0x01, Buffer.of(127, 0, 0, 1), port));
  expect(await client.read(10)).toEqual(succeeded);
  client.send(get);
  expect(await client.readAll()).toMatch(/200 OK[^]*arrived/);
});

test('everything may come in one packet, and byte by byte', async () => {
  const { client, port: gatewayPort } = await open();
  const port = await startTarget();
  const all = [0x05, 0x01, 0x02, ...login, ...request(0x03, withLength('localhost'), port), get];
  client.send(...all);
  expect(await client.read(14)).toEqual([0x05, 0x02, 0x01, 0x00, ...succeeded]);
  expect(await client.readAll()).toMatch(/arrived/);
  const slow = openClient(gatewayPort);
  const bytes = Buffer.concat(all.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part))));
  for (const byte of bytes) {
    slow.send(byte);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await slow.read(14)).toEqual([0x05, 0x02, 0x01, 0x00, ...succeeded]);
  expect(await slow.readAll()).toMatch(/arrived/);
});

test('an IPv6 address is a target, also if it comes as a name', async () => {
  const { port: gatewayPort } = await open({ needsToken: false });
  const port = await startTarget('::1');
  const address = Buffer.alloc(16);
  address[15] = 1;
  for (const [kind, bytes] of [
    [0x04, address],
    [0x03, withLength('::1')],
  ] as const) {
    const client = openClient(gatewayPort);
    client.send(0x05, 0x01, 0x00, ...request(kind, bytes, port));
    const [version, method, , code] = await client.read(12);
    expect([version, method]).toEqual([0x05, 0x00]);
    // Dante listens on IPv4 alone here: that it was asked is enough.
    expect(code).not.toBe(0x08);
  }
});

test('a client that offers no method that is allowed gets 0xFF, and the connection is closed', async () => {
  const { client } = await open();
  client.send(0x05, 0x02, 0x00, 0x01);
  expect(await client.read(2)).toEqual([0x05, 0xff]);
  expect(await client.isClosed()).toBe(true);
});

test('a wrong password gets status 1, and the connection is closed', async () => {
  const { client, gateway } = await open();
  client.send(0x05, 0x01, 0x02, 0x01, withLength('rotate'), withLength('wrong'));
  expect(await client.read(4)).toEqual([0x05, 0x02, 0x01, 0x01]);
  expect(await client.isClosed()).toBe(true);
  expect(gateway.state().failures).toMatchObject([{ reason: 'wrong-token', fault: 'client' }]);
});

test.each([
  ['BIND', 0x02],
  ['UDP ASSOCIATE', 0x03],
])('the command %s is not supported', async (_name, command) => {
  const { client } = await open({ needsToken: false });
  client.send(0x05, 0x01, 0x00, ...request(0x01, Buffer.of(203, 0, 113, 1), 80, command));
  expect(await client.read(6)).toEqual([0x05, 0x00, 0x05, 0x07, 0x00, 0x01]);
  expect((await client.read(6)).length).toBe(6);
  expect(await client.isClosed()).toBe(true);
});

test('an unknown kind of address is not supported', async () => {
  const { client } = await open({ needsToken: false });
  client.send(0x05, 0x01, 0x00, 0x05, 0x01, 0x00, 0x09, 'whatever');
  expect((await client.read(12)).slice(2, 4)).toEqual([0x05, 0x08]);
});

test.each([
  ['a name with a path', 'host/x'],
  ['a name with a line break', 'a\r\nX: 1'],
  ['a name with credentials', 'user@host'],
  ['an empty name', ''],
])('%s is refused', async (_name, name) => {
  const { client } = await open({ needsToken: false });
  client.send(0x05, 0x01, 0x00, ...request(0x03, withLength(name), 80));
  expect((await client.read(12)).slice(2, 4)).toEqual([0x05, 0x01]);
});

test.each([
  ['another version of the login', [0x05, 0x01, 0x02, 0x02, withLength('rotate'), withLength(token)], 2],
  ['another version of the request', [0x05, 0x01, 0x02, ...login, 0x04, 0x01, 0x00, 0x01], 4],
])('%s closes the connection', async (_name, bytes, answered) => {
  const { client } = await open();
  client.send(...bytes);
  expect((await client.read(answered)).length).toBe(answered);
  expect(await client.isClosed()).toBe(true);
});
