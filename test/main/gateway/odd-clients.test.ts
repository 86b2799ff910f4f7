/** Clients that write requests which a browser would not, or stop in the middle. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { startHttpProxy, startSocksProxy } from '../../support/built-in-proxies.ts';
import { listen } from '../../support/listen.ts';

const login = Buffer.from(`rotate:${token}`).toString('base64');

const startTarget = async (answer: RequestListener): Promise<string> =>
  `127.0.0.1:${String(await listen(createHttpServer(answer)))}`;

/** An HTTP proxy that shows what it received, and answers each request. */
async function startMirror() {
  let received = '';
  const port = await listen(
    createServer((socket) => {
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\narrived');
      });
    }),
  );
  return { proxy: proxyOn(port, { password: 'of the proxy' }), received: () => received };
}

/** Sends a text and reads until it has what `isDone` waits for, or the other side closes. */
const converse = (
  port: number,
  text: string | Buffer,
  isDone: (received: string) => boolean = () => false,
): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isDone(received)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(received);
    });
  });
const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: a', `Proxy-Authorization: Basic ${login}`, ...headers, '', body].join('\r\n');
const hasArrived = (text: string): boolean => text.includes('arrived');

test('pipelined requests are answered in their order', async () => {
  const host = await startTarget((incoming, response) => response.end(`<${incoming.url ?? ''}>`));
  const upstream = proxyOn(await startHttpProxy({ host: '127.0.0.1', password: null }));
  const { port } = await openGateway([upstream]);
  const warnings: Error[] = [];
  const warn = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => void process.off('warning', warn));
  const paths = Array.from({ length: 20 }, (_, at) => `/${String(at)}`);
  const text = paths.map((path) => request(`GET http://${host}${path}`)).join('');
  const received = await converse(port, text, (so) => so.includes('</19>'));
  expect(received.match(/<.*?>/g)).toEqual(paths.map((path) => `<${path}>`));
  expect(warnings).toEqual([]);
});

test('a request cannot hide another one behind a header of the connection', async () => {
  const { proxy, received } = await startMirror();
  const { port } = await openGateway([proxy]);
  const hidden = request('GET http://10.0.0.1/hidden');
  const headers = ['Connection: content-length', `Content-Length: ${String(hidden.length)}`];
  await converse(port, request('GET http://a.test/', headers, hidden), hasArrived);
  await vi.waitFor(() => {
    expect(received()).toContain('/hidden');
  }, patience);
  expect(received()).toMatch(new RegExp(`content-length: ${String(hidden.length)}\r\n`, 'i'));
});

test.each([
  ['two lengths', ['Content-Length: 5', 'Content-Length: 6']],
  ['a length and chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked']],
  ['an encoding that ends in something else', ['Transfer-Encoding: chunked, identity']],
])('a request with %s reaches no proxy', async (_name, headers) => {
  const { proxy, received } = await startMirror();
  const { port } = await openGateway([proxy]);
  const answer = await converse(port, request('POST http://a.test/', headers, '0\r\n\r\n'));
  expect(answer).not.toContain('arrived');
  expect(received()).toBe('');
});

test('the user name, the password and the fragment of a URL stay here', async () => {
  const { proxy, received } = await startMirror();
  const { port, gateway } = await openGateway([proxy]);
  await converse(port, request('GET http://me:hush@a.test/path?q#part'), hasArrived);
  expect(received()).toMatch(/^GET http:\/\/a\.test\/path\?q HTTP/);
  const without = request('GET http://me:hush@a.test/hush').replace(login, 'wrong');
  await converse(port, without, (text) => text.includes('No token'));
  expect(gateway.state().failures).toMatchObject([{ reason: 'no-token', target: 'a.test:80' }]);
  expect(received() + JSON.stringify(gateway.state())).not.toContain('hush');
});

test('TRACE, with which a proxy may show the login that it got, is refused', async () => {
  const secret = 'of the proxy';
  const upstream = proxyOn(await startHttpProxy({ host: '127.0.0.1', password: secret }), { password: secret });
  const { port, gateway } = await openGateway([upstream]);
  const answer = await converse(
    port,
    request('TRACE http://127.0.0.1:1/', ['Max-Forwards: 0', 'Connection: close']),
    (text) => text.includes('Gateway.'),
  );
  expect(answer).toContain('HTTP/1.1 405');
  expect(answer).not.toContain(Buffer.from(`user1:${secret}`).toString('base64'));
  expect(gateway.state().rules[0]).toMatchObject({ connections: 0 });
});

test('a body whose coding would get lost on the way is refused', async () => {
  const { proxy, received } = await startMirror();
  const { port } = await openGateway([proxy]);
  const answer = await converse(
    port,
    request('POST http://a.test/', ['Transfer-Encoding: gzip, chunked', 'Connection: close'], '4\r\nbody\r\n0\r\n\r\n'),
    (text) => text.includes('Gateway.'),
  );
  expect(answer).toContain('HTTP/1.1 501');
  expect(received()).toBe('');
});

test('a client that sends a large body gets the reason why its request was refused', async () => {
  const { port } = await openGateway([], { allowsPrivate: false });
  const body = 'x'.repeat(8_000_000);
  const headers = [`Content-Length: ${String(body.length)}`];
  for (const [text, status] of [
    [request('POST http://10.0.0.1/', headers, body), '403'],
    [request('POST http://10.0.0.1/', headers, body).replace(login, 'wrong'), '407'],
  ] as const) {
    const received = await converse(port, text, (so) => so.includes('Gateway.'));
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`));
  }
});

test.each([
  ['says nothing', ''],
  ['stops in the middle of a greeting', Buffer.of(5, 2, 0)],
  ['stops in the middle of a header', 'GET http://a.test/ HTTP/1.1\r\nHost: a'],
])('a client that %s is closed after a while', async (_name, text) => {
  const { port } = await openGateway([], {}, { silenceMs: 200 });
  expect(await converse(port, text)).toBe('');
});

test('a client that stays after it was refused is closed', async () => {
  const upstream = proxyOn(await startSocksProxy({ host: '127.0.0.1', password: null }), { protocol: 'socks5' });
  const { port } = await openGateway(
    [upstream],
    { protocol: 'socks5', needsToken: false, allowsPrivate: false },
    { silenceMs: 200 },
  );
  const socks = Buffer.from([5, 1, 0, 5, 1, 0, 1, 127, 0, 0, 1, 0, 80]);
  const connectPrivate = 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: a\r\n\r\n';
  for (const text of [Buffer.concat([socks, Buffer.from('more than asked')]), connectPrivate]) {
    // It keeps its own side open, and reads on.
    const isClosed = new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => {
        socket.write(text);
      });
      socket.on('end', () => {
        const writing = setInterval(() => socket.write('x'), 400);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          clearInterval(writing);
          resolve(true);
        });
      });
      socket.resume();
    });
    expect(await isClosed).toBe(true);
  }
});

test.each([
  ['of a header', 'GET http://a.test/ HTTP/1.1\r\nX: '],
  ['of a login by SOCKS5', Buffer.of(5, 1, 2, 1, 200)],
])('a client that sends one byte %s now and then is closed', async (_name, begin) => {
  const { port } = await openGateway([], {}, { silenceMs: 300 });
  const isClosed = new Promise<void>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.write(begin);
      const drip = setInterval(() => socket.write('x'), 50);
      socket.on('close', () => {
        clearInterval(drip);
        resolve();
      });
    });
    socket.on('error', () => undefined);
    socket.resume();
  });
  await isClosed;
});

test('a client that stops in the middle of its body is closed, and one that sends it slowly is not', async () => {
  const host = await startTarget((incoming, response) => {
    incoming.resume().on('end', () => response.end('arrived'));
  });
  const upstream = proxyOn(await startHttpProxy({ host: '127.0.0.1', password: null }));
  // The slow client takes longer than this in all, and may be late on a busy machine.
  const { port, gateway } = await openGateway([upstream], {}, { silenceMs: 2000 });
  const byteCount = 25;
  const text = request(`POST http://${host}/`, [`Content-Length: ${String(byteCount + 3)}`], 'abc');
  expect(await converse(port, text)).not.toContain('arrived');
  await vi.waitFor(() => {
    expect(gateway.state()).toMatchObject({ openCount: 0 });
  }, patience);
  const received = await new Promise<string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.write(text);
      let left = byteCount;
      const drip = setInterval(() => {
        if (left === 0) clearInterval(drip);
        else socket.write('x');
        left -= 1;
      }, 100);
    });
    socket.on('data', (chunk) => {
      resolve(chunk.toString());
      socket.destroy();
    });
    socket.on('close', () => {
      resolve('');
    });
    socket.on('error', () => undefined);
  });
  expect(received).toContain('arrived');
});

test('no more than 32 pipelined requests of a connection are sent at once, and all are answered', async () => {
  let open = 0;
  let most = 0;
  const proxy = createServer((socket) => {
    open += 1;
    most = Math.max(most, open);
    socket.once('data', () => {
      setTimeout(() => {
        open -= 1;
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n.');
      }, 20);
    });
  });
  const { port } = await openGateway([proxyOn(await listen(proxy))]);
  const count = 1_000;
  let answers = 0;
  await converse(port, request('GET http://a.test/').repeat(count), (received) => {
    answers = received.split('HTTP/1.1 200').length - 1;
    return answers === count;
  });
  expect(answers).toBe(count);
  expect(most).toBe(32);
});

test('a report stays small, whatever clients without a token write', async () => {
  const { port, gateway } = await openGateway([]);
  for (let round = 0; round < 20; round += 1) {
    await converse(port, `GET / HTTP/1.1\r\nHost: ${'x'.repeat(60_000)}\r\n\r\n`);
    const long = request(`GET http://${'y'.repeat(60_000)}/`).replace(login, 'wrong');
    await converse(port, long, (received) => received.includes('Gateway.'));
  }
  expect(gateway.state().failures).toHaveLength(40);
  for (const { target } of gateway.state().failures) expect(target.length).toBeLessThanOrEqual(260);
});

test.each([
  ['200 O\x01\x1bK', '200 OK'],
  ['200 ', '200 '],
  ['000 Nothing', '502 Bad Gateway'],
])('a client gets a valid status line for "%s"', async (sent, expected) => {
  let count = 0;
  const upstream = createServer((socket) => {
    socket.once('data', (data) => {
      if (!data.toString('latin1').startsWith('CONNECT')) count += 1;
      socket.end(`HTTP/1.1 ${sent}\r\nContent-Length: 2\r\n\r\nok`, 'latin1');
    });
  });
  const { port, gateway } = await openGateway([proxyOn(await listen(upstream))]);
  const answer = await converse(port, request('GET http://a.test/', ['Connection: close']));
  expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${expected}`);
  expect(count).toBe(1);
  // Each request is one, whatever its answer was.
  const failed = expected.startsWith('502') ? 1 : 0;
  expect(gateway.state().rules[0]?.recent).toEqual({ requests: 1, failed });
});

test('names of hosts and sessions are no longer than any that exists', async () => {
  const { proxy } = await startMirror();
  const { port } = await openGateway([proxy]);
  const label = `${'a'.repeat(49)}.`;
  const statusOf = async (url: string, username = 'rotate') => {
    const basic = Buffer.from(`${username}:${token}`).toString('base64');
    const text = `GET ${url} HTTP/1.1\r\nHost: a\r\nProxy-Authorization: Basic ${basic}\r\nConnection: close\r\n\r\n`;
    return Number((await converse(port, text)).split(' ')[1]);
  };
  expect(await statusOf(`http://${label.repeat(5)}abc/`)).toBe(200);
  expect(await statusOf(`http://${label.repeat(5)}abcd/`)).toBe(400);
  expect(await statusOf('http://a.test/', `rotate-session-${'s'.repeat(255)}`)).toBe(200);
  expect(await statusOf('http://a.test/', `rotate-session-${'s'.repeat(256)}`)).toBe(407);
});

test.each(['127.0.0.1', '::1', 'localhost'])('a proxy that is the gateway itself, at %s, is not used', async (host) => {
  const proxies = [(await startMirror()).proxy];
  const { port, gateway } = await openGateway(
    proxies,
    { needsToken: false },
    { times: { handshake: 300, answer: 300 } },
  );
  const credentials = { username: 'rotate', password: '' };
  proxies.splice(0, 1, proxyOn(port, { credentials, host }));
  await gateway.refresh();
  const answer = await converse(port, request('GET http://a.test/', ['Connection: close']));
  expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*details="no-proxy"/);
  expect(gateway.state().rules[0]?.connections).toBe(0);
});
