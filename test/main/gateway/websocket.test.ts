import { createHash } from 'node:crypto';
import { createServer, request as requestHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { startHttpProxy, startSocksProxy } from '../../support/built-in-proxies.ts';

/** Accepts a WebSocket and sends back what it receives; another path gets a page. */
async function startTarget(): Promise<{ host: string; headers: () => readonly string[] }> {
  let headers: readonly string[] = [];
  const server = createServer((_request, response) => response.end('a page'));
  server.on('upgrade', (request, socket) => {
    headers = request.rawHeaders;
    if (request.url === '/login') {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    if (request.url === '/stalls') {
      socket.write('HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nhalf');
      return;
    }
    if (request.url !== '/socket?a=1') {
      socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno');
      return;
    }
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\nfirst`,
    );
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  return { host: `127.0.0.1:${String(port)}`, headers: () => headers };
}

const askFor = (port: number, url: string) =>
  requestHttp({
    host: '127.0.0.1',
    port,
    path: url,
    agent: false,
    headers: {
      Host: new URL(url).host,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      'Proxy-Authorization': `Basic ${Buffer.from(`rotate:${token}`).toString('base64')}`,
    },
  }).end();

const start = {
  http: async () => proxyOn(await startHttpProxy({ host: '127.0.0.1', password: null })),
  socks5: async () => proxyOn(await startSocksProxy({ host: '127.0.0.1', password: null }), { protocol: 'socks5' }),
};

test.each(['http', 'socks5'] as const)(
  'a WebSocket of a plain request is opened through a tunnel, over %s',
  async (protocol) => {
    const target = await startTarget();
    const { port, gateway } = await openGateway([await start[protocol]()], { protocol });
    const received = await new Promise<string>((resolve, reject) => {
      const sending = askFor(port, `http://${target.host}/socket?a=1`);
      sending.on('error', reject);
      sending.on('upgrade', (response, socket, head) => {
        expect(response.headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
        let text = head.toString();
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (text === 'first and second') socket.end();
        });
        socket.on('close', () => {
          resolve(text);
        });
        socket.write(' and second');
      });
    });
    expect(received).toBe('first and second');
    expect(target.headers().join().toLowerCase()).not.toContain('proxy');
    expect(gateway.state().failures).toEqual([]);
  },
);

test('a target that wants no WebSocket is heard, and its connection closed', async () => {
  const target = await startTarget();
  const { port } = await openGateway([await start.http()]);
  const answer = await new Promise<string>((resolve, reject) => {
    const sending = askFor(port, `http://${target.host}/other`);
    sending.on('error', reject);
    sending.on('response', (response) => {
      let text = `${String(response.statusCode)} ${response.headers.connection ?? ''} `;
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve(text);
      });
    });
  });
  expect(answer).toBe('403 close no');
});

test('a refusal that stands still is listed, and ends within the time of a plain answer', async () => {
  const target = await startTarget();
  const { port, gateway } = await openGateway(
    [await start.http()],
    {},
    { times: { connect: 5_000, handshake: 5_000, answer: 300 } },
  );
  const sending = askFor(port, `http://${target.host}/stalls`);
  const listed = await new Promise<number>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.on('error', () => undefined);
      response.once('data', () => {
        resolve(gateway.state().connections.length);
      });
    });
  });
  expect(listed).toBe(1);
  await new Promise((resolve) => sending.on('close', resolve));
  await vi.waitFor(() => {
    expect(gateway.state().connections).toEqual([]);
  }, patience);
});

test('a target that asks for the password of a proxy is blocked, with or without a WebSocket', async () => {
  const target = await startTarget();
  const { port } = await openGateway([await start.http()]);
  const status = await new Promise((resolve, reject) => {
    const sending = askFor(port, `http://${target.host}/login`);
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  expect(status).toBe(502);
});

test('a WebSocket to this machine is refused, unless the rule allows private targets', async () => {
  const target = await startTarget();
  const { port } = await openGateway([await start.http()], { allowsPrivate: false });
  const sending = askFor(port, `http://${target.host}/socket?a=1`);
  const status = await new Promise((resolve) => {
    sending.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
  });
  expect(status).toBe(403);
  expect(target.headers()).toEqual([]);
});
