/** What a proxy must pass on, and what it must not (RFC 9110 and 9112), byte by byte. */
import { METHODS } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { startMirror } from '../../support/mirror.ts';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';

const login = `Proxy-Authorization: Basic ${Buffer.from(`rotate:${token}`).toString('base64')}`;
type Protocol = 'http' | 'socks5';

/** Sends bytes and reads until `isDone`, or until the other side closes. */
const converse = (
  port: number,
  text: string,
  isDone: (received: string) => boolean = () => false,
  onData: (received: string, write: (more: string) => void) => void = () => undefined,
): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      onData(received, (more) => socket.write(more, 'latin1'));
      if (isDone(received)) socket.destroy();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(received);
    });
  });
const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [/ HTTP\/1\.\d$/.test(line) ? line : `${line} HTTP/1.1`, 'Host: a.test', login, ...headers, '', body].join('\r\n');

/** Sends one request through a gateway to a target that answers it. */
async function send(text: string, protocol: Protocol = 'http', answer?: Parameters<typeof startMirror>[0]) {
  const mirror = await startMirror(answer);
  const { port, gateway } = await openGateway([proxyOn(mirror.port, { protocol })], { protocol });
  return { mirror, port, gateway, answer: await converse(port, text) };
}
const closing = 'Connection: close';

describe('the target of a request', () => {
  test.each([
    '/a/../b',
    '/a/./b//c',
    '/%2e%2e/y',
    '/%zz?%',
    "/q?sig=it's",
    '/q?a="b"',
    '/{id}',
    '/a|b^c`d',
    '/a\\b\\..\\c',
    '/<b>?<i>',
    '/q?url=http://b.test/../c',
    '/:80/@x?a=b@c:d',
    '/q?a=%2F%2f+%20&&=;',
    '/?',
    '?q=1/../2',
    '//b.test/c',
    '/a;b=c,(d)!$*~',
    '/[1]?x[]=1',
  ])('%s arrives as the client wrote it', async (path) => {
    const sent = path.startsWith('/') ? path : `/${path}`;
    const [plain, tunnel, webSocket] = await Promise.all([
      send(request(`GET http://a.test${path}`, [closing])),
      send(request(`GET http://a.test${path}`, [closing]), 'socks5'),
      send(request(`GET ws://a.test${path}`, ['Connection: Upgrade', 'Upgrade: websocket'])),
    ]);
    expect(plain.mirror.received().split('\r\n')[0]).toBe(`GET http://a.test${sent} HTTP/1.1`);
    expect(tunnel.mirror.received().split('\r\n')[0]).toBe(`GET ${sent} HTTP/1.1`);
    expect(webSocket.mirror.received().split('\r\n')[0]).toBe(`GET ${sent} HTTP/1.1`);
    for (const { answer } of [plain, tunnel, webSocket]) expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*arrived$/);
  });

  test.each([
    ['http://a.test', 'http://a.test/', 'a.test'],
    ['http://me:hush@a.test/x#part', 'http://a.test/x', 'a.test'],
    ['HTTP://A.Test:80/', 'http://A.Test:80/', 'A.Test:80'],
    ['http://a.test.:8080/', 'http://a.test.:8080/', 'a.test.:8080'],
    ['http://a_b.test:/', 'http://a_b.test/', 'a_b.test'],
    ['http://a.test:0081/', 'http://a.test:81/', 'a.test:81'],
    ['http://[2001:DB8::1]:81/', 'http://[2001:DB8::1]:81/', '[2001:DB8::1]:81'],
    // Programs read such addresses in several ways: the one that was decided about is sent.
    ['http://010.8.8.8/', 'http://8.8.8.8/', '8.8.8.8'],
    ['http://134744072/', 'http://8.8.8.8/', '8.8.8.8'],
    ['http://[2001:db8:0:0::1]/', 'http://[2001:db8::1]/', '[2001:db8::1]'],
    ['http://a%2etest/', 'http://a.test/', 'a.test'],
    ['ws://a.test/socket', 'http://a.test/socket', 'a.test'],
  ])('%s is requested as %s', async (url, sent, host) => {
    const { mirror } = await send(request(`GET ${url}`, [closing]));
    expect(mirror.received()).toMatch(new RegExp(`^GET [^\r]*\r\nHost: [^\r]*\r\n`));
    expect(mirror.received().split('\r\n').slice(0, 2)).toEqual([`GET ${sent} HTTP/1.1`, `Host: ${host}`]);
    expect(mirror.received()).not.toContain('hush');
  });

  test.each([
    ['http', 'http://a.test', 'http://a.test'],
    ['http', 'http://a.test/', 'http://a.test/'],
    ['socks5', 'http://a.test', '*'],
    ['socks5', 'http://a.test/', '/'],
    ['socks5', 'http://a.test?q', '/?q'],
  ] as const)('over %s, OPTIONS of %s is one of %s (RFC 9112, 3.2.4)', async (protocol, url, sent) => {
    const { mirror } = await send(request(`OPTIONS ${url}`, [closing]), protocol);
    expect(mirror.received().split('\r\n')[0]).toBe(`OPTIONS ${sent} HTTP/1.1`);
  });

  test.each(METHODS.filter((method) => method !== 'CONNECT' && method !== 'TRACE'))(
    '%s is passed on',
    async (method) => {
      const { mirror, answer } = await send(request(`${method} http://a.test/`, [closing]));
      expect(mirror.received().split('\r\n')[0]).toBe(`${method} http://a.test/ HTTP/1.1`);
      expect(answer).toContain('HTTP/1.1 200 OK');
    },
  );
});

const chunked = 'Transfer-Encoding: chunked';
const body = '3\r\nabc\r\n0\r\n';

describe('a request', () => {
  test.each<{
    readonly name: string;
    readonly line?: string;
    readonly headers: readonly string[];
    readonly body?: string;
    readonly has?: readonly string[];
    readonly lacks?: readonly (string | RegExp)[];
  }>([
    {
      name: 'keeps the order, spelling and repetition of its headers, empty values and bytes (9110, 5.3)',
      headers: ['x-B: 2', 'X-a: 1', 'X-b: 3', 'Empty:', 'Bytes: caf\xe9 \xff', 'Date: never', 'Accept: */*'],
      has: ['x-B: 2\r\nX-a: 1\r\nX-b: 3\r\nEmpty: \r\nBytes: caf\xe9 \xff\r\nDate: never\r\nAccept: */*\r\n'],
    },
    {
      name: 'loses what belongs to one connection (9110, 7.6.1)',
      headers: [
        'Connection: X-Mine, close, Upgrade, HTTP2-Settings',
        'X-Mine: 1',
        'Keep-Alive: 5',
        'Proxy-Connection: keep-alive',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
        'Proxy-Authenticate: Basic',
        'Proxy-Authentication-Info: x',
      ],
      lacks: [/X-Mine/, /Keep-Alive: 5/, /Proxy-/, /h2c/, /HTTP2/],
    },
    {
      name: 'names no proxy of its own, and passes on those that the client names (9110, 7.6.3)',
      headers: ['Via: 1.1 before', 'Forwarded: for=unknown'],
      has: ['Via: 1.1 before\r\nForwarded: for=unknown\r\n'],
      lacks: [/X-Forwarded|Proxydeck|Via:.*Via:/is],
    },
    {
      name: 'with a number of forwards keeps it if it is a GET (9110, 7.6.2)',
      headers: ['Max-Forwards: 5'],
      has: ['Max-Forwards: 5\r\n'],
    },
    {
      name: 'of OPTIONS has one forward less (9110, 7.6.2)',
      line: 'OPTIONS http://a.test/',
      headers: ['Max-Forwards: 5'],
      has: ['Max-Forwards: 4\r\n'],
      lacks: ['Max-Forwards: 5'],
    },
    {
      name: 'of OPTIONS keeps forwards that are not a number',
      line: 'OPTIONS http://a.test/',
      headers: ['Max-Forwards: many'],
      has: ['Max-Forwards: many\r\n'],
    },
    {
      name: 'without a body gets none (9112, 6.3)',
      line: 'POST http://a.test/',
      headers: [],
      has: ['Content-Length: 0\r\n'],
      lacks: [/chunked/i],
    },
    { name: 'of GET gets no length', headers: [], lacks: [/chunked|Content-Length/i] },
    {
      name: 'of DELETE keeps its body and its length',
      line: 'DELETE http://a.test/',
      headers: ['content-Length: 3'],
      body: 'abc',
      has: ['content-Length: 3\r\n', '\r\n\r\nabc'],
      lacks: [/chunked/i],
    },
    {
      name: 'keeps its trailers (9110, 6.5)',
      line: 'POST http://a.test/',
      headers: [chunked, 'Trailer: X-Sum, x-Other'],
      body: `${body}X-Sum: 1\r\nx-Other: caf\xe9\r\n\r\n`,
      has: ['Trailer: X-Sum, x-Other\r\n', '\r\n0\r\nX-Sum: 1\r\nx-Other: caf\xe9\r\n\r\n'],
    },
    {
      name: 'hides nothing in its trailers (9110, 6.5.1)',
      line: 'POST http://a.test/',
      headers: [chunked],
      body: `${body}Host: b.test\r\nProxy-Authorization: Basic eA==\r\nX-Sum: 1\r\n\r\n`,
      has: ['\r\n0\r\nX-Sum: 1\r\n\r\n'],
    },
    {
      name: 'without chunks has no trailers to name',
      line: 'POST http://a.test/',
      headers: ['Trailer: X-Sum', 'Content-Length: 3'],
      body: 'abc',
      has: ['\r\n\r\nabc'],
      lacks: [/Trailer/],
    },
    {
      name: 'says that trailers are welcome, for this connection (9110, 10.1.4)',
      headers: ['TE: gzip;q=0.5, Trailers', 'Connection: TE, close'],
      has: ['TE: trailers\r\n', 'Connection: TE\r\n'],
      lacks: [/gzip/],
    },
    { name: 'says nothing of transfer codings', headers: ['TE: gzip', 'Connection: TE, close'], lacks: [/TE:/] },
    {
      name: 'keeps an expectation that nobody here knows (9110, 10.1.1)',
      headers: ['Expect: 207-miracle'],
      has: ['Expect: 207-miracle\r\n'],
    },
    {
      name: 'of HTTP/1.0 expects nothing (9110, 10.1.1)',
      line: 'POST http://a.test/ HTTP/1.0',
      headers: ['Expect: 100-continue', 'Content-Length: 3'],
      body: 'abc',
      has: [' HTTP/1.1\r\n', '\r\n\r\nabc'],
      lacks: [/Expect/],
    },
  ])('$name', async ({ line = 'GET http://a.test/', headers, body: content = '', has = [], lacks = [] }) => {
    const text = request(
      line,
      [...headers, ...(headers.some((one) => one.startsWith('Connection')) ? [] : [closing])],
      content,
    );
    const isComplete = (received: string): boolean =>
      received.includes('\r\n\r\n') &&
      (!content.includes('abc') || /abc$/.test(received) || /\r\n0\r\n([^\r]+\r\n)*\r\n$/.test(received));
    const { mirror } = await send(text, 'http', (socket, received) => {
      if (isComplete(received)) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
    for (const part of has) expect(mirror.received()).toContain(part);
    for (const part of lacks) {
      if (typeof part === 'string') expect(mirror.received()).not.toContain(part);
      else expect(mirror.received()).not.toMatch(part);
    }
    expect(mirror.received()).not.toContain(token);
    expect(mirror.received()).not.toMatch(/Proxy-Authorization/i);
  });

  test('of OPTIONS that may go no further is answered here (9110, 7.6.2)', async () => {
    const { mirror, answer, gateway } = await send(request('OPTIONS http://a.test/', ['Max-Forwards: 0', closing]));
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*Content-Length: 0\r\n/);
    expect(mirror.received()).toBe('');
    expect(gateway.state().failures).toEqual([]);
  });

  test('that waits for 100 gets that of the target, once, and sends its body then (9110, 10.1.1)', async () => {
    const mirror = await startMirror((socket, received) => {
      if (received.endsWith('abc')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\narrived');
      else if (received.endsWith('\r\n\r\n')) setTimeout(() => socket.write('HTTP/1.1 100 Continue\r\n\r\n'), 50);
    });
    const { port } = await openGateway([proxyOn(mirror.port)]);
    let before: string | undefined;
    const answer = await converse(
      port,
      request('POST http://a.test/', ['Expect: 100-continue', 'Content-Length: 3', closing]),
      undefined,
      (received, write) => {
        if (before !== undefined || !received.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) return;
        before = mirror.received();
        write('abc');
      },
    );
    expect(before).toMatch(/Expect: 100-continue\r\n[^]*\r\n\r\n$/);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 200']);
  });

  test('that waits for 100 may be refused by the target instead', async () => {
    const text = request('POST http://a.test/', ['Expect: 100-continue', 'Content-Length: 3']);
    const { answer } = await send(text, 'http', (socket) => {
      socket.write('HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n');
    });
    // The body that the client does not send would else be the next request.
    expect(answer).toMatch(/^HTTP\/1\.1 417 [^]*Connection: close\r\n/);
  });
});

describe('a response', () => {
  const final = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
  test.each<{
    readonly name: string;
    readonly line?: string;
    readonly sent: string;
    readonly has: readonly string[];
    readonly lacks?: RegExp;
  }>([
    {
      name: 'comes after its early hints, as they were sent (9110, 15.2)',
      sent: `HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\nX-y: 1\r\n\r\n${final}`,
      has: [
        'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nLink: </b.js>; rel=preload\r\nX-y: 1\r\n\r\nHTTP/1.1 200 OK\r\n',
      ],
    },
    {
      name: 'comes after others that stand before it, known or not',
      sent: `HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 199 My Own\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n${final}`,
      has: [
        'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 199 My Own\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n',
      ],
    },
    {
      name: 'comes after a 100 that nobody asked for',
      sent: `HTTP/1.1 100 Continue\r\n\r\n${final}`,
      has: ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n'],
    },
    {
      name: 'is alone for a client of HTTP/1.0 (9110, 15.2)',
      line: 'GET http://a.test/ HTTP/1.0',
      sent: `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n`,
      has: ['HTTP/1.1 200 OK\r\n', '\r\n\r\nok'],
      lacks: /103|chunked|Sum|\r\n2\r\n/,
    },
    {
      name: 'and what stands before it ask for no login of the proxy (9110, 11.7)',
      sent: `HTTP/1.1 103 Early Hints\r\nProxy-Authenticate: Basic realm=x\r\nConnection: X-Mine\r\nX-Mine: 1\r\n\r\nHTTP/1.1 401 No\r\nProxy-Authenticate: Basic realm=x\r\nProxy-Authentication-Info: x\r\nWWW-Authenticate: Basic realm=y\r\nContent-Length: 0\r\n\r\n`,
      has: ['HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=y\r\n'],
      lacks: /Proxy-Auth|X-Mine/i,
    },
    {
      name: 'keeps its trailers (9110, 6.5)',
      sent: 'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: caf\xe9\r\nx-other: 2\r\n\r\n',
      has: ['Trailer: X-Sum\r\n', '\r\n2\r\nok\r\n0\r\nX-Sum: caf\xe9\r\nx-other: 2\r\n\r\n'],
    },
    {
      name: 'hides nothing in its trailers (9110, 6.5.1)',
      sent: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nProxy-Authenticate: Basic\r\nX-Sum: 1\r\n\r\n',
      has: ['\r\n0\r\nX-Sum: 1\r\n\r\n'],
    },
    {
      name: 'keeps its status, its text and its headers, and gets no date (9110, 7.7)',
      sent: 'HTTP/1.1 999 Request denied \xe9\r\nx-A: 1\r\nSet-Cookie: a\r\nset-cookie: b\r\nVia: 1.1 x\r\nAge: 7\r\nContent-Length: 2\r\n\r\nok',
      has: ['HTTP/1.1 999 Request denied \xe9\r\nx-A: 1\r\nSet-Cookie: a\r\nset-cookie: b\r\nVia: 1.1 x\r\nAge: 7\r\n'],
      lacks: /Date:|Proxydeck/i,
    },
    {
      name: 'to HEAD keeps the length of the body that it does not have (9110, 9.3.2)',
      line: 'HEAD http://a.test/',
      sent: 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n',
      has: ['Content-Length: 500\r\n'],
    },
    {
      name: 'to HEAD may name trailers that it does not have',
      line: 'HEAD http://a.test/',
      sent: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n',
      has: ['HTTP/1.1 200 OK\r\n'],
    },
    {
      name: '304 keeps the length of the body that it does not have (9110, 15.4.5)',
      sent: 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\nETag: "x"\r\nTrailer: X-Sum\r\n\r\n',
      has: ['HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\nETag: "x"\r\n'],
    },
    {
      name: 'of HTTP/1.0 ends with its connection (9112, 6.3)',
      sent: 'HTTP/1.0 200 OK\r\nX: 1\r\n\r\nuntil the end',
      has: ['HTTP/1.1 200 OK\r\nX: 1\r\n', '\r\n\r\nd\r\nuntil the end\r\n0\r\n\r\n'],
    },
  ])('$name', async ({ line = 'GET http://a.test/', sent, has, lacks }) => {
    const { answer } = await send(request(line, [closing]), 'http', (socket, received) => {
      if (received.includes('\r\n\r\n')) socket.end(sent, 'latin1');
    });
    for (const part of has) expect(answer).toContain(part);
    if (lacks) expect(answer).not.toMatch(lacks);
  });

  test('early hints are there before the response is', async () => {
    const mirror = await startMirror((socket) => void socket.write('HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n'));
    for (const [protocol, headers] of [
      ['http', []],
      ['socks5', []],
      ['http', ['Connection: Upgrade', 'Upgrade: websocket']],
    ] as const) {
      const { port } = await openGateway([proxyOn(mirror.port, { protocol })], { protocol });
      const answer = await converse(port, request('GET http://a.test/', headers), (so) => so.endsWith('\r\n\r\n'));
      expect(answer).toBe('HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n');
    }
  });

  test('whose coding nobody asked for is not passed on as something else (9112, 6.1)', async () => {
    const { answer } = await send(request('GET http://a.test/', [closing]), 'http', (socket) => {
      socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n');
    });
    expect(answer).toMatch(/^HTTP\/1\.1 502 /);
  });

  test('that closes its connection leaves the one of the client open (9110, 7.6.1)', async () => {
    const mirror = await startMirror();
    const { port } = await openGateway([proxyOn(mirror.port)]);
    const text = request('GET http://a.test/');
    const count = (received: string): number => received.split('arrived').length - 1;
    let isFollowed = false;
    const answer = await converse(
      port,
      text,
      (received) => count(received) === 2,
      (received, write) => {
        if (isFollowed || count(received) !== 1) return;
        isFollowed = true;
        write(text);
      },
    );
    expect(count(answer)).toBe(2);
    expect(answer).not.toMatch(/Connection: close/i);
  });
});

describe('a request that Node’s parser refuses', () => {
  const after = `GET http://a.test/ HTTP/1.1\r\nHost: a\r\n${login}\r\n\r\n`;
  test.each([
    ['of an unknown method', request('FOO http://a.test/'), 501, 'FOO'],
    ['of an unknown method that begins as a known one', request('GETX http://a.test/'), 501, 'GETX'],
    ['of a method in lower case', request('get http://a.test/'), 501, 'get'],
    ['of an unknown method, with a body', request('FOO http://a.test/', ['Content-Length: 3'], 'abc'), 501, 'FOO'],
    ['of an unknown method for a page', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 501, 'FOO'],
    ['of an unknown method, before another one', request('FOO http://a.test/') + after, 501, 'FOO'],
    ['of a version that does not exist', request('GET http://a.test/').replace('HTTP/1.1', 'HTTP/1.7'), 400, ''],
    ['with bytes in its path', request('GET http://a.test/\xe9'), 400, ''],
    ['with a space in a header', request('GET http://a.test/', ['X y: 1']), 400, ''],
    ['with two lengths', request('POST http://a.test/', ['Content-Length: 5', 'Content-Length: 6'], 'abcdef'), 400, ''],
    ['with endless headers', request('GET http://a.test/', [`X: ${'y'.repeat(70_000)}`]), 431, ''],
  ])('%s is answered, and its connection closed', async (_name, text, status, method) => {
    const { answer, mirror, gateway } = await send(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} [^]*\r\nConnection: close\r\n`));
    expect(answer.match(/HTTP\/1\.1 \d/g)).toHaveLength(1);
    expect(answer).toContain(method === '' ? '\r\n\r\nProxydeck' : `: ${method}.`);
    expect(mirror.received()).toBe('');
    expect(gateway.state().failures).toHaveLength(1);
  });

  test('is answered after those before it', async () => {
    const { answer, mirror } = await send(
      request('GET http://a.test/') + request('FOO http://a.test/'),
      'http',
      (socket) => void setTimeout(() => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\narrived'), 100),
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 501']);
    expect(mirror.received()).not.toContain('FOO');
  });

  test.each([
    ['TLS', '\x16\x03\x01\x00\x05hello'],
    ['something else', 'EHLO a.test\r\n'],
    ['SOCKS4', '\x04\x01\x00\x50\x7f\x00\x00\x01\x00'],
  ])('because it is %s is not answered', async (_name, text) => {
    const { answer } = await send(text);
    expect(answer).toBe('');
  });
});

test('a connection that was refused is not counted as open', async () => {
  const { gateway } = await send(request('FOO http://a.test/'));
  await vi.waitFor(() => {
    expect(gateway.openCount()).toBe(0);
  }, patience);
});
