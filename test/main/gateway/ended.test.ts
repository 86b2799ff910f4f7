import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { createTransparentProxy } from '../../support/transparent-proxy.ts';
import { listen } from '../../support/listen.ts';

/** A target that never answers, and how many requests it got. */
async function startSilent() {
  let requests = 0;
  const server = createHttpServer(() => (requests += 1));
  server.on('upgrade', () => (requests += 1));
  const host = `127.0.0.1:${String(await listen(server))}`;
  return { host, requests: () => requests };
}

const startProxies = async () => [
  proxyOn(await listen(createTransparentProxy())),
  proxyOn(await listen(createTransparentProxy())),
];

/** Sends the head of a request; settles when the gateway has closed the connection, with what it sent before. */
function send(port: number, line: string, ...headers: readonly string[]): Promise<string> {
  const login = Buffer.from(`rotate:${token}`).toString('base64');
  return new Promise((resolve) => {
    let received = '';
    const head = [`${line} HTTP/1.1`, 'Host: x', `Proxy-Authorization: Basic ${login}`, ...headers, '', ''];
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.write(head.join('\r\n'));
    });
    socket.on('data', (data: Buffer) => (received += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(received);
    });
  });
}

const asWebSocket = [
  ...['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'],
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

describe.each([
  ['a plain request', []],
  ['a WebSocket', asWebSocket],
] as const)('%s that waits for its answer', (_name, headers) => {
  test('is listed; ended by the user, it blames nobody and is not sent again', async () => {
    const target = await startSilent();
    const { gateway, port, attempts } = await openGateway(await startProxies());
    const closed = send(port, `GET http://${target.host}/`, ...headers);
    await vi.waitFor(() => {
      expect(target.requests()).toBe(1);
    }, patience);
    const [open] = gateway.state().connections;
    expect(open).toMatchObject({ target: target.host });
    gateway.end({ id: open?.id });
    expect(await closed).toBe('');
    await vi.waitFor(() => {
      expect(gateway.openCount()).toBe(0);
    }, patience);
    expect(gateway.state()).toMatchObject({ failures: [], rules: [{ failed: 0, outCount: 0 }] });
    expect(attempts.filter(({ verdict }) => verdict.reason !== null)).toEqual([]);
    expect(target.requests()).toBe(1);
  });
});

test.each([
  ['CONNECT', []],
  ['GET', []],
  ['GET', asWebSocket],
] as const)('a rule that is turned off while its proxy is dialed carries nothing: %s %o', async (method, headers) => {
  const asked = Promise.withResolvers<Socket>();
  const proxy = createServer((socket) => {
    socket.once('data', () => {
      socket.once('data', () => {
        asked.resolve(socket);
      });
      socket.write(Buffer.of(5, 0));
    });
  });
  const slow = proxyOn(await listen(proxy), { protocol: 'socks5' });
  const { gateway, port, rule } = await openGateway([slow], { protocol: 'socks5' });
  const other = { rule: { ...rule, id: 2, name: 'other' }, token: 'another' };
  await gateway.apply([{ rule, token }, other]);
  const target = method === 'CONNECT' ? 'a.test:443' : 'http://a.test/';
  const closed = send(port, `${method} ${target}`, ...(headers.length > 0 ? headers : ['Connection: close']));
  const socket = await asked.promise;
  let received = '';
  socket.on('data', (data: Buffer) => (received += data.toString('latin1')));
  await gateway.apply([other]);
  socket.write(Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
  expect(await closed).toMatch(/^HTTP\/1.1 503 |^$/);
  expect(received).toBe('');
  expect(gateway.state()).toMatchObject({ openCount: 0, failures: [] });
});
