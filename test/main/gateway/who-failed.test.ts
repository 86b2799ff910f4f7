/** Who caused a failure: neither may a target empty the rotation, nor a broken proxy stay in it. */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import type { RuleProxy } from '../../../src/main/gateway/attempts.ts';
import { openGateway, proxyOn } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { getThrough } from '../../support/get-through.ts';
import { startHttpProxy } from '../../support/built-in-proxies.ts';
import { createPlainProxy } from '../../support/plain-proxy.ts';
import { findFreePort, startSquid, startTinyproxy } from '../../support/real-proxies.ts';
import { rounds } from '../../support/rounds.ts';
import { createTransparentProxy } from '../../support/transparent-proxy.ts';
import { listen } from '../../support/listen.ts';

const startOdd = (behave: (socket: Socket) => void): Promise<number> => listen(createServer(behave));
/** @returns its URL; the host 127.0.0.2 is the same server */
const startTarget = async (): Promise<string> =>
  `http://127.0.0.1:${String(
    await listen(
      createHttpServer((_request, response) => response.end('arrived')),
      '0.0.0.0',
    ),
  )}/`;

/** The status of a request or of its tunnel; 0 without any. */
const statusOf = (proxy: string, url: string, isTunnel = false): Promise<number> =>
  getThrough(proxy, url, isTunnel).then(
    ({ status }) => status,
    () => 0,
  );

/** Three proxies that are one program. */
const threeOf = (port: number): RuleProxy[] => ['a', 'b', 'c'].map((proxy_id) => proxyOn(port, { proxy_id }));
const startWorking = async (): Promise<RuleProxy[]> =>
  threeOf(await startHttpProxy({ host: '127.0.0.1', password: null }));
const startProxies = {
  'a proxy that passes everything on': async () => threeOf(await listen(createTransparentProxy())),
  /** It knows no CONNECT, so it cannot be asked. */
  'a proxy for plain requests only': async () => threeOf(await listen(createPlainProxy())),
  squid: async () => threeOf(await startSquid({ host: '127.0.0.1', password: null })),
  tinyproxy: async () => threeOf(await startTinyproxy({ host: '127.0.0.1', password: null })),
};
/** The programs of others are in `npm run test:all`. */
const proxyPrograms = Object.entries(startProxies).slice(0, rounds({ few: 2, many: Infinity }));

const answers = {
  'a 407': 'HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n',
  'a 401 of squid':
    'HTTP/1.1 401 Unauthorized\r\nX-Squid-Error: ERR_CACHE_ACCESS_DENIED 0\r\nContent-Length: 0\r\n\r\n',
  'a 401 of tinyproxy': 'HTTP/1.1 401 Unauthorized\r\nServer: tinyproxy/1.11.1\r\nContent-Length: 0\r\n\r\n',
  'a 403 of squid': 'HTTP/1.1 403 Forbidden\r\nX-Squid-Error: ERR_ACCESS_DENIED 0\r\nContent-Length: 0\r\n\r\n',
  'a 503 of squid': 'HTTP/1.1 503 No\r\nX-Squid-Error: ERR_CONNECT_FAIL 111\r\nContent-Length: 0\r\n\r\n',
  'no answer': '',
  'something else than HTTP': '220 mail.example ESMTP\r\n',
  'a header that is none': 'HTTP/1.1 200 OK\r\n\x01\x02: y\r\n\r\n',
  'an empty header': 'HTTP/1.1 200 OK\r\n: y\r\nContent-Length: 0\r\n\r\n',
  'a change of protocols': 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345',
  'endless cookies': `HTTP/1.1 200 OK\r\nSet-Cookie: ${'x'.repeat(87_000)}\r\nContent-Length: 0\r\n\r\n`,
};

describe.each(proxyPrograms)('through %s', (name, start) => {
  test('no answer of a target takes a proxy out of rotation', async () => {
    const { url, gateway } = await openGateway(
      await start(),
      { failuresInRow: 1 },
      { times: { handshake: 2_000, answer: 2_000 } },
    );
    const proxy = url('http');
    const good = await startTarget();
    for (let round = 0; round < 3; round += 1) expect(await statusOf(proxy, good)).toBe(200);
    for (const text of Object.values(answers).filter((_, index) => index % rounds({ few: 3, many: 1 }) === 0)) {
      const evil = await startOdd((socket) => {
        socket.once('data', () => socket.end(text, 'latin1'));
      });
      for (const host of ['127.0.0.1', '127.0.0.2']) await statusOf(proxy, `http://${host}:${String(evil)}/`);
    }
    const [state] = gateway.state().rules;
    // One that cannot be asked may leave, if it fails for two hosts, but never the last half.
    const maxOut = name === 'a proxy for plain requests only' ? 1 : 0;
    expect(state?.outCount).toBeLessThanOrEqual(maxOut);
    for (let round = 0; round < 3; round += 1) expect(await statusOf(proxy, good)).toBe(200);
  }, 120_000);
});

test('a 407 of a target is not sent on, and its request not sent again', async () => {
  let requests = 0;
  const evil = await listen(
    createHttpServer((_request, response) => {
      requests += 1;
      response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="x"' }).end();
    }),
  );
  const { url, gateway } = await openGateway(await startWorking());
  const { status, headers, body } = await getThrough(url('http'), `http://127.0.0.1:${String(evil)}/`);
  expect([status, body]).toEqual([502, expect.stringContaining('Blocked by the target (407)')]);
  expect(headers).not.toHaveProperty('proxy-authenticate');
  expect(requests).toBe(1);
  expect(gateway.state().failures).toMatchObject([{ reason: 'blocked', fault: 'target', outUntil: null }]);
});

test('a proxy that is down leaves the rotation, even if a user visits one host only', async () => {
  const [good] = await startWorking();
  const down = proxyOn(await findFreePort(), { proxy_id: 'down' });
  const silent = proxyOn(await startOdd(() => undefined), { proxy_id: 'silent' });
  const { url, gateway } = await openGateway(
    [down, silent, ...(good ? [good] : [])],
    {},
    // The good one needs some of it, however busy the machine is.
    { times: { handshake: 1_500 } },
  );
  const target = await startTarget();
  for (let round = 0; round < 9; round += 1) expect(await statusOf(url('http'), target)).toBe(200);
  expect(
    gateway
      .state()
      .rules[0]?.out.map(({ proxy_id }) => proxy_id)
      .toSorted(),
  ).toEqual(['down', 'silent']);
});

/** An upstream that refuses every request, of each kind. */
const startUseless = (status: string): Promise<number> =>
  startOdd((socket) => {
    socket.on('data', () => {
      socket.write(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`);
    });
  });

describe.each(['502 Bad Gateway', '500 Error'])('an upstream that answers everything with %s', (status) => {
  test.each([true, false])(
    'leaves the rotation, with tunnels: %s',
    async (isTunnel) => {
      const proxies = [...(await startWorking()), proxyOn(await startUseless(status), { proxy_id: 'useless' })];
      const { url, gateway } = await openGateway(proxies);
      const target = await startTarget();
      const statuses: number[] = [];
      for (let round = 0; round < 24; round += 1) {
        const address = round < 12 ? target : target.replace('127.0.0.1', '127.0.0.2');
        statuses.push(await statusOf(url('http'), address, isTunnel));
      }
      // A request that was answered cannot be sent again; a tunnel goes through the next proxy.
      expect(statuses.filter((each) => each !== 200).length).toBeLessThanOrEqual(isTunnel ? 1 : 5);
      expect(gateway.state().rules[0]?.out).toMatchObject([{ proxy_id: 'useless', reason: 'unreachable' }]);
    },
    120_000,
  );
});

test('one target cannot pause proxies that have carried nothing yet', async () => {
  const proxies = ['a', 'b', 'c', 'd'].map(async (proxy_id) => proxyOn(await listen(createPlainProxy()), { proxy_id }));
  const { url, gateway } = await openGateway(await Promise.all(proxies), { failuresInRow: 1 });
  let answered = 0;
  const evil = await startOdd((socket) => {
    socket.once('data', () => {
      answered += 1;
      socket.end(
        answered === 1
          ? 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'
          : 'HTTP/1.1 502 Bad Gateway\r\nServer: tinyproxy/1.11.1\r\nContent-Length: 0\r\n\r\n',
      );
    });
  });
  for (let round = 0; round < 12; round += 1) await statusOf(url('http'), `http://127.0.0.1:${String(evil)}/`);
  expect(gateway.state().rules[0]?.outCount).toBe(0);
});

test('a target that goes away does not empty the rotation', async () => {
  const { url, gateway } = await openGateway(await startWorking(), { failuresInRow: 1 });
  const port = await findFreePort();
  const target = createHttpServer((_request, response) => response.end('arrived'));
  await new Promise<void>((resolve) => target.listen(port, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${String(port)}/`;
  expect(await statusOf(url('http'), address, true)).toBe(200);
  target.closeAllConnections();
  await new Promise((resolve) => target.close(resolve));
  for (let round = 0; round < 12; round += 1) await statusOf(url('http'), address, true);
  expect(gateway.state().rules[0]?.inRotation).toBeGreaterThanOrEqual(2);
});

test('a silent proxy is left by a plain request, too, and a silent target is waited for', async () => {
  const [good] = await startWorking();
  const silent = proxyOn(await startOdd(() => undefined), { proxy_id: 'silent' });
  const proxies = [silent, ...(good ? [good] : [])];
  const { url, gateway } = await openGateway(proxies, {}, { times: { handshake: 1_500, answer: 3_000 } });
  const target = await startTarget();
  for (let round = 0; round < 2; round += 1) expect(await statusOf(url('http'), target)).toBe(200);
  expect(gateway.state().failures[0]).toMatchObject({
    reason: 'no-answer',
    fault: 'proxy',
    outcome: { kind: 'sent' },
  });
  const slow = await listen(createHttpServer((_request, response) => void setTimeout(() => response.end('late'), 900)));
  expect(await getThrough(url('http'), `http://127.0.0.1:${String(slow)}/`)).toMatchObject({
    status: 200,
    body: 'late',
  });
  const never = await startOdd(() => undefined);
  expect(await statusOf(url('http'), `http://127.0.0.1:${String(never)}/`)).toBe(504);
  expect(gateway.state().failures[0]).toMatchObject({ reason: 'target-silent', fault: 'target' });
});

test('a response that stands still ends, and so does its connection', async () => {
  const { url, gateway } = await openGateway(await startWorking(), {}, { times: { answer: 2000 } });
  const stuck = await startOdd((socket) => {
    socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf'));
  });
  await statusOf(url('http'), `http://127.0.0.1:${String(stuck)}/`);
  await vi.waitFor(() => {
    expect(gateway.state()).toMatchObject({ openCount: 0 });
  }, patience);
  expect(gateway.state().failures).toMatchObject([{ outcome: { kind: 'closed' } }]);
});

test('a proxy is asked about itself once in some seconds, however many requests fail, and the log leaves that out', async () => {
  const asked: { readonly name: string | undefined; readonly atMs: number }[] = [];
  const proxy = createPlainProxy();
  proxy.on('connect', (request, socket) => {
    asked.push({ name: request.url, atMs: performance.now() });
    socket.end('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n');
  });
  const logged: string[] = [];
  const onRequest = ({ host }: { readonly host: string }): void => {
    logged.push(host);
  };
  const { url, gateway } = await openGateway([proxyOn(await listen(proxy))], {}, { onRequest });
  const closing = await startOdd((socket) => socket.destroy());
  const fail = () => statusOf(url('http'), `http://127.0.0.1:${String(closing)}/`);
  for (let round = 0; round < 3; round += 1) await Promise.all(Array.from({ length: 8 }, fail));
  expect(gateway.state().failureCount).toBe(24);
  expect(new Set(asked.map(({ name }) => name))).toEqual(new Set(['nowhere.invalid:443']));
  expect(new Set(logged)).toEqual(new Set(['127.0.0.1']));
  for (const [index, { atMs }] of asked.slice(1).entries()) {
    expect(atMs - (asked[index]?.atMs ?? 0)).toBeGreaterThan(2_900);
  }
});
