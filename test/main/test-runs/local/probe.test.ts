import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { defaultRule, describeProbe, probeReasons } from '../../../../src/shared/test-runs/local-test.ts';
import type { DialedProxy } from '../../../../src/main/dial/tunnel.ts';
import { probe, type ProbeOptions } from '../../../../src/main/test-runs/local/probe.ts';
import { makeCertificates } from '../../../support/make-certificates.ts';
import { startHttpProxy, startSocksProxy } from '../../../support/built-in-proxies.ts';
import { findFreePort } from '../../../support/real-proxies.ts';
import { listen } from '../../../support/listen.ts';

const hardPassword = 'p:a@ss/w%41+ &"\'$\\#?é';

async function startTarget(answer: RequestListener, host?: string): Promise<URL> {
  const server = createHttpServer(answer);
  return new URL(`http://127.0.0.1:${String(await listen(server, host))}/`);
}

const arrived: RequestListener = (_request, response) => response.end('arrived');

const issued = makeCertificates();
const readRoots = (): string[] => [readFileSync(issued.trustedRoots, 'utf8')];

async function startSecureTarget(): Promise<URL> {
  const server = createHttpsServer(issued.of('good'), arrived);
  return new URL(`https://localhost:${String(await listen(server))}/`);
}

/** A proxy or target that does something odd with each connection. */
const startOdd = (behave: (socket: Socket) => void): Promise<number> => listen(createServer(behave));

const proxyAt = (
  port: number,
  protocol: DialedProxy['protocol'] = 'http',
  password: string | null = null,
  host = '127.0.0.1',
): DialedProxy => ({ host, port, protocol, credentials: password === null ? null : { username: 'user1', password } });

/** The side at fault, the reason and the status. */
async function verdictOf(proxy: DialedProxy, url: URL, options: ProbeOptions = {}): Promise<string> {
  const result = await probe(proxy, url, { certificates: readRoots(), ...options });
  return result.reason === null ? 'works' : `${probeReasons[result.reason].fault}: ${describeProbe(result)}`;
}

describe('a proxy that works', () => {
  test.each(['127.0.0.1', '::1'] as const)(
    'over HTTP on %s takes the hard password, to HTTP and HTTPS',
    async (host) => {
      const port = await startHttpProxy({ host, password: hardPassword });
      const proxy = proxyAt(port, 'http', hardPassword, host);
      const plain = await probe(proxy, await startTarget(arrived));
      expect(plain).toMatchObject({ reason: null, status: 200 });
      expect(plain.phases).toMatchObject({ lookup: null, handshake: null, tls: null });
      const secure = await probe(proxy, await startSecureTarget(), { certificates: readRoots() });
      expect(secure).toMatchObject({ reason: null, status: 200 });
      const { connect, handshake, tls, firstByte } = secure.phases;
      for (const phase of [connect, handshake, tls, firstByte]) expect(phase).toBeGreaterThan(0);
      const sum = Object.values(secure.phases).reduce<number>((total, ms) => total + (ms ?? 0), 0);
      expect(secure.firstByteMs).toBeLessThanOrEqual(sum + 50);
      expect(secure.bytes).toBeGreaterThan(500);
    },
  );

  test.each(['127.0.0.1', '::1'] as const)(
    'over SOCKS5 on %s resolves the name of the target and takes the hard password',
    async (host) => {
      const port = await startSocksProxy({ host, password: hardPassword });
      const proxy = proxyAt(port, 'socks5', hardPassword, host);
      expect(await verdictOf(proxy, await startSecureTarget())).toBe('works');
      expect(await verdictOf(proxy, await startTarget(arrived))).toBe('works');
    },
  );

  test('a wrong password is the proxy’s fault in every protocol', async () => {
    const http = await startHttpProxy({ host: '127.0.0.1', password: 'right' });
    const socks = await startSocksProxy({ host: '127.0.0.1', password: 'right' });
    const [plain, secure] = [await startTarget(arrived), await startSecureTarget()];
    const wrong = 'proxy: Wrong credentials';
    expect(await verdictOf(proxyAt(http, 'http', 'wrong'), plain)).toBe(`${wrong} (407)`);
    expect(await verdictOf(proxyAt(http, 'http', 'wrong'), secure)).toBe(`${wrong} (407)`);
    expect(await verdictOf(proxyAt(socks, 'socks5', 'wrong'), secure)).toBe(wrong);
    expect(await verdictOf(proxyAt(socks, 'socks5'), secure)).toBe(wrong);
  });

  test('a target that the proxy cannot reach is the target’s fault', async () => {
    const closed = new URL(`http://127.0.0.1:${String(await findFreePort())}/`);
    const closedSecure = new URL(`https://localhost:${closed.port}/`);
    const http = proxyAt(await startHttpProxy({ host: '127.0.0.1', password: null }));
    const socks = proxyAt(await startSocksProxy({ host: '127.0.0.1', password: null }), 'socks5');
    const expected = 'target: Proxy cannot reach the target';
    expect(await verdictOf(http, closed)).toBe(`${expected} (503)`);
    expect(await verdictOf(http, closedSecure)).toBe(`${expected} (503)`);
    expect(await verdictOf(socks, closedSecure)).toBe(expected);
  });
});

/** `dial/faults` has the faults that the gateway reports, too. */
describe('a target at fault', () => {
  test('a body that the rule does not want', async () => {
    const proxy = proxyAt(await startSocksProxy({ host: '127.0.0.1', password: null }), 'socks5');
    const target = await startTarget(arrived);
    const rule = { statuses: [[200, 299]], contains: '', lacks: '', maxMs: null } as const;
    const wrong = 'target: Unexpected body (200)';
    expect(await verdictOf(proxy, target, { rule: { ...rule, contains: 'arri' } })).toBe('works');
    expect(await verdictOf(proxy, target, { rule: { ...rule, contains: 'gone' } })).toBe(wrong);
    expect(await verdictOf(proxy, target, { rule: { ...rule, lacks: 'rriv' } })).toBe(wrong);
    expect(await verdictOf(proxy, target, { rule: { ...rule, maxMs: 0 } })).toBe('proxy: Too slow (200)');
  });

  test.each([
    [
      'sends slowly',
      'proxy: Too slow',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
        const timer = setInterval(() => socket.write('.'), 20);
        socket.on('close', () => {
          clearInterval(timer);
        });
      },
    ],
    [
      'sends invalid chunks',
      'target: Answer is not HTTP',
      (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nno\r\n'),
    ],
    [
      'sends endless headers',
      'target: Answer is not HTTP',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const line = `${'x'.repeat(1000)}: y\r\n`;
        const pump = (): void => {
          while (!socket.destroyed && socket.write(line));
        };
        socket.on('drain', pump);
        pump();
      },
    ],
    [
      'floods with 103',
      'target: No answer from the target',
      (socket: Socket) => {
        const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 1);
        socket.on('close', () => {
          clearInterval(timer);
        });
      },
    ],
  ] as const)('one that %s', async (_name, expected, behave) => {
    const proxy = proxyAt(await startSocksProxy({ host: '127.0.0.1', password: null }), 'socks5');
    const port = await startOdd((socket) => {
      socket.once('data', () => {
        behave(socket);
      });
    });
    const url = new URL(`http://127.0.0.1:${String(port)}/`);
    const timeoutMs = { firstByte: 1000, body: 1000 };
    expect(await verdictOf(proxy, url, { timeoutMs })).toBe(expected);
  });
});

describe('a page that is reset', () => {
  // A proxy sends it, because those that pass on a page end it with the connection.
  test.each([
    ['has a length', 'Content-Length: 1000000\r\n\r\n'],
    ['has a length, and the connection ends after it', 'Connection: close\r\nContent-Length: 1000000\r\n\r\n'],
    ['has chunks', 'Transfer-Encoding: chunked\r\n\r\nf4240\r\n'],
    [
      'has chunks, and the connection ends after it',
      'Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nf4240\r\n',
    ],
    ['ends with the connection', 'Connection: close\r\n\r\n'],
    ['ends with the connection, which it does not say', '\r\n'],
  ])('%s', async (_name, headers) => {
    const port = await startOdd((socket) => {
      socket.once('data', () => {
        socket.write(`HTTP/1.1 200 OK\r\n${headers}<html>`, () => socket.resetAndDestroy());
      });
    });
    expect(await verdictOf(proxyAt(port), new URL('http://target.test/'))).toBe('target: Connection reset');
  });
});

const word = 'Grüße';
const html = `<html><head><title>${word}</title></head></html>`;
const withMeta = (meta: string): string =>
  `<!DOCTYPE html>\n<html><head>\n${meta}\n<title>страница</title></head></html>`;
/** As Windows-1251 writes it. */
const inCyrillic = (text: string): Buffer =>
  Buffer.from(
    Array.from(text, (sign) => (/[а-я]/.test(sign) ? sign.charCodeAt(0) - 0x430 + 0xe0 : sign.charCodeAt(0))),
  );
const bomb = (): Buffer =>
  brotliCompressSync(Buffer.alloc(2 ** 26), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

describe('the text of a page is searched as a browser shows it', () => {
  test.each<[name: string, headers: Record<string, string>, body: Buffer, contains: string, expected?: string]>([
    ['gzip', { 'content-encoding': 'gzip' }, gzipSync(html), word],
    ['x-gzip', { 'content-encoding': 'x-gzip' }, gzipSync(html), word],
    ['deflate', { 'content-encoding': 'deflate' }, deflateSync(html), word],
    ['deflate without the header of zlib', { 'content-encoding': 'deflate' }, deflateRawSync(html), word],
    ['br', { 'content-encoding': 'br' }, brotliCompressSync(html), word],
    ['zstd', { 'content-encoding': 'zstd' }, zstdCompressSync(html), word],
    ['GZIP in capitals', { 'content-encoding': 'GZIP' }, gzipSync(html), word],
    ['one coding after the other', { 'content-encoding': 'gzip, br' }, brotliCompressSync(gzipSync(html)), word],
    ['identity', { 'content-encoding': 'identity' }, Buffer.from(html), word],
    ['no page at all', { 'content-encoding': 'gzip' }, Buffer.alloc(0), ''],
    [
      'a page in another coding than its header says, without a text',
      { 'content-encoding': 'gzip' },
      Buffer.from(html),
      '',
    ],
    [
      'a page in another coding than its header says',
      { 'content-encoding': 'gzip' },
      Buffer.from(html),
      word,
      'target: Unexpected body (200)',
    ],
    ['a compressed page without its end', { 'content-encoding': 'gzip' }, gzipSync(html).subarray(0, -9), word],
    ['a page made to fill the memory', { 'content-encoding': 'br' }, bomb(), word, 'target: Answer is too large (200)'],
    [
      'ISO 8859-1 by the header',
      { 'content-type': 'text/html; charset=ISO-8859-1' },
      Buffer.from(html, 'latin1'),
      word,
    ],
    ['quotes', { 'content-type': 'text/html; Charset="iso-8859-1"' }, Buffer.from(html, 'latin1'), word],
    [
      'the header before the page',
      { 'content-type': 'text/html; charset=utf-8' },
      Buffer.from(`<meta charset=koi8-r>${html}`),
      word,
    ],
    [
      'Shift_JIS by the header',
      { 'content-type': 'text/plain; charset=Shift_JIS' },
      Buffer.from('93fa967b', 'hex'),
      '日本',
    ],
    [
      '<meta charset>',
      { 'content-type': 'text/html' },
      inCyrillic(withMeta('<meta charset="windows-1251">')),
      'страница',
    ],
    [
      '<meta http-equiv>',
      { 'content-type': 'text/html' },
      inCyrillic(withMeta('<META http-equiv=Content-Type content="text/html; charset=windows-1251">')),
      'страница',
    ],
    [
      'no <meta> in a comment',
      { 'content-type': 'text/html' },
      inCyrillic(withMeta('<!-- <meta charset="koi8-r"> --><meta charset=windows-1251>')),
      'страница',
    ],
    [
      'the declaration of XML',
      {},
      inCyrillic('<?xml version="1.0" encoding="windows-1251"?><a>страница</a>'),
      'страница',
    ],
    [
      '<meta> of a page that is compressed',
      { 'content-encoding': 'br' },
      brotliCompressSync(inCyrillic(withMeta('<meta charset=cp1251>'))),
      'страница',
    ],
    ['UTF-16 by its byte order mark', {}, Buffer.from(`\ufeff${html}`, 'utf16le'), word],
    ['UTF-8 whose <meta> says UTF-16', {}, Buffer.from(`<meta charset=utf-16>${html}`), word],
    ['a character set that nobody knows', { 'content-type': 'text/html; charset=x-none' }, Buffer.from(html), word],
  ])('%s', async (_name, headers, body, contains, expected = 'works') => {
    const proxy = proxyAt(await startSocksProxy({ host: '127.0.0.1', password: null }), 'socks5');
    const target = await startTarget((_request, response) => response.writeHead(200, headers).end(body));
    expect(await verdictOf(proxy, target, { rule: { ...defaultRule, contains } })).toBe(expected);
  });

  test('it asks for the codings of browsers', async () => {
    const proxy = proxyAt(await startSocksProxy({ host: '127.0.0.1', password: null }), 'socks5');
    const target = await startTarget((request, response) => response.end(request.headers['accept-encoding']));
    const rule = { ...defaultRule, contains: 'gzip, deflate, br, zstd' };
    expect(await verdictOf(proxy, target, { rule })).toBe('works');
  });
});

describe('a page that is larger than the limit', () => {
  const page = `<html>first${' '.repeat(3_000_000)}last</html>`;
  test.each([
    ['without a text', {}, 'works'],
    ['with the text before the limit', { contains: 'first' }, 'works'],
    ['with the text after the limit', { contains: 'last' }, 'target: Answer is too large (200)'],
    ['with an unwanted text before the limit', { lacks: 'first' }, 'target: Unexpected body (200)'],
    ['with an unwanted text after the limit', { lacks: 'last' }, 'works'],
    ['with another status', { statuses: [[404, 404]] }, 'target: Unexpected status (200)'],
  ] as const)('%s', async (_name, rule, expected) => {
    const proxy = proxyAt(await startSocksProxy({ host: '127.0.0.1', password: null }), 'socks5');
    const target = await startTarget((_request, response) => response.end(page));
    expect(await verdictOf(proxy, target, { rule: { ...defaultRule, ...rule } })).toBe(expected);
  });
});

describe('a plain request is believed if the proxy has no page for a name that no server has', () => {
  const own = (body: string) => ({ status: 200, body });
  test.each<
    [
      name: string,
      answer: (host: string) => { status: number; body: string } | null,
      expected: string,
      more?: ProbeOptions,
    ]
  >([
    ['a web server with one page for everything', () => own('welcome'), 'proxy: Not a proxy answer (200)'],
    ['a web server whose page names the host', (host) => own(`welcome to ${host}`), 'proxy: Not a proxy answer (200)'],
    [
      'a web server that redirects, by a rule that allows it',
      () => ({ status: 302, body: '' }),
      'proxy: Not a proxy answer (302)',
      { rule: { ...defaultRule, statuses: [[200, 399]] } },
    ],
    [
      'a web server without the text of the rule',
      () => own('no'),
      'target: Unexpected body (200)',
      { rule: { ...defaultRule, contains: 'welcome' } },
    ],
    [
      'a proxy that cannot find the name',
      (host) => (host.endsWith('.invalid') ? { status: 502, body: 'no' } : own('welcome')),
      'works',
    ],
    [
      'such a proxy, by a rule that allows every status',
      (host) => (host.endsWith('.invalid') ? { status: 502, body: 'no' } : own('welcome')),
      'works',
      { rule: { ...defaultRule, statuses: [[100, 599]] } },
    ],
    ['a proxy that closes', (host) => (host.endsWith('.invalid') ? null : own('welcome')), 'works'],
    [
      'a proxy whose resolver leads unknown names to a page of its own, by a rule with a text',
      (host) => (host.endsWith('.invalid') ? own('Buy this name') : own('welcome')),
      'works',
      { rule: { ...defaultRule, contains: 'welcome' } },
    ],
    ['a proxy that has carried a request before', () => own('welcome'), 'works', { hasCarried: true }],
  ])('%s', async (_name, answer, expected, options) => {
    const port = await startOdd((socket) => {
      socket.once('data', (data: Buffer) => {
        const [, host = ''] = /^GET http:\/\/([^/:]+):8080\/path\?query /.exec(data.toString('latin1')) ?? [];
        const answered = answer(host);
        if (answered === null) socket.destroy();
        else socket.end(`HTTP/1.1 ${String(answered.status)} Answer\r\n\r\n${answered.body}`);
      });
    });
    expect(await verdictOf(proxyAt(port), new URL('http://target.test:8080/path?query'), options)).toBe(expected);
  });
});

test('credentials that a protocol cannot carry are reported, and nothing is sent', async () => {
  let connections = 0;
  const port = await startOdd(() => {
    connections += 1;
  });
  const proxy = { ...proxyAt(port), credentials: { username: 'a:b', password: 'c' } };
  expect(await probe(proxy, new URL('http://127.0.0.1/'))).toMatchObject({ reason: 'untestable' });
  const long = { username: 'a', password: 'x'.repeat(256) };
  const socks = { ...proxyAt(port, 'socks5'), credentials: long };
  expect(await probe(socks, new URL('http://127.0.0.1/'))).toMatchObject({ reason: 'untestable' });
  expect(connections).toBe(0);
});

test('a canceled probe ends at once and closes its connection', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<undefined>();
  const controller = new AbortController();
  const port = await startOdd((socket) => {
    socket.on('close', () => {
      resolve(undefined);
    });
    controller.abort();
  });
  const url = new URL('https://localhost:1/');
  const { signal } = controller;
  await expect(probe(proxyAt(port), url, { signal })).rejects.toThrow(/abort/i);
  await closed;
});
