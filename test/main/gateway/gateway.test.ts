import { createHook } from 'node:async_hooks';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, request as httpRequest, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startHttpProxy, startSocksProxy } from '../../support/built-in-proxies.ts';
import { getThrough } from '../../support/get-through.ts';
import { makeCertificates } from '../../support/make-certificates.ts';
import { needs } from '../../support/needs.ts';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { findFreePort } from '../../support/real-proxies.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { listen } from '../../support/listen.ts';
import { startMirror } from '../../support/mirror.ts';

const password = 'p:a@ss/w%41+ &"\'$\\#?é';
const issued = makeCertificates();

/** Typed, where the matchers of the library are not. */
const containing = (text: string): unknown => expect.stringContaining(text);
const moreThan = (bound: number): unknown => expect.toSatisfy((bytes: number) => bytes > bound);

const arrived: RequestListener = (_request, response) => response.end('arrived');
const startTarget = async (answer: RequestListener = arrived): Promise<string> =>
  `http://127.0.0.1:${String(await listen(createHttpServer(answer)))}/`;
const startSecureTarget = async (answer: RequestListener = arrived): Promise<string> =>
  `https://localhost:${String(await listen(createHttpsServer(issued.of('good'), answer)))}/`;

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly problem: string;
}
const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(program, args, { env: { ...process.env, ...env }, maxBuffer: 2 ** 26 }, (error, out, problem) => {
      const code = typeof error?.code === 'number' ? error.code : error ? -1 : 0;
      resolve({ code, out, problem });
    });
  });
/** Runs curl through a proxy; the status of a tunnel and of the response are on the last line. */
const curl = async (proxy: string, url: string, ...more: readonly string[]) => {
  needs('curl');
  const ran = await run('curl', [
    ...['-sS', '--max-time', '20', '--noproxy', '', '--cacert', issued.trustedRoots, '-x', proxy],
    ...['-w', '\n%{http_connect} %{response_code}', ...more, url],
  ]);
  const lines = ran.out.split('\n');
  const [tunnel = '', status = ''] = (lines.pop() ?? '').split(' ');
  return { ...ran, body: lines.join('\n'), tunnel: Number(tunnel), status: Number(status) };
};

/** A server that does something odd with each connection. */
const startOdd = (behave: (socket: Socket) => void): Promise<number> => listen(createServer(behave));

const startProxy = {
  http: async () => proxyOn(await startHttpProxy({ host: '127.0.0.1', password }), { password }),
  socks5: async () => proxyOn(await startSocksProxy({ host: '127.0.0.1', password }), { password, protocol: 'socks5' }),
};

describe.each(['http', 'socks5'] as const)('curl through a proxy of the protocol %s', (protocol) => {
  test('by HTTP and SOCKS5, plain and secure, with one token', async () => {
    const { url, gateway, attempts } = await openGateway([await startProxy[protocol]()], { protocol });
    const [plain, secure] = [await startTarget(), await startSecureTarget()];
    for (const scheme of ['http', 'socks5h']) {
      for (const target of [plain, secure]) {
        const { body, status, problem } = await curl(url(scheme), target);
        expect([scheme, target, body, status, problem]).toEqual([scheme, target, 'arrived', 200, '']);
      }
    }
    await vi.waitFor(() => {
      expect(attempts.map(({ verdict }) => verdict.reason)).toEqual([null, null, null, null]);
    }, patience);
    expect(attempts.every(({ receivedBytes, sentBytes }) => receivedBytes > 0 && sentBytes > 0)).toBe(true);
    expect(gateway.state()).toMatchObject({ openCount: 0, failureCount: 0 });
  });
});

test('a large body passes in both directions as it is', async () => {
  const sent = Buffer.alloc(3_000_000, 'abcdefg');
  const target = await startTarget((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => response.end(Buffer.concat(chunks)));
  });
  const { url } = await openGateway([await startProxy.http()]);
  const file = `${makeTemporaryFolder()}/body`;
  writeFileSync(file, sent);
  for (const more of [[], ['--proxytunnel'], ['-H', 'Transfer-Encoding: chunked', '-H', 'Expect:']]) {
    const { body, problem, status } = await curl(url('http'), target, ...['--data-binary', `@${file}`, ...more]);
    expect([more, problem, status, body.length]).toEqual([more, '', 200, sent.length]);
  }
});

test('a client that reads slowly gets every byte of a download in order', async () => {
  const sent = randomBytes(16 * 1024 * 1024);
  const target = new URL(await startTarget((_request, response) => response.end(sent)));
  const { url } = await openGateway([await startProxy.http()]);
  const { hostname, port, username, password: rulesToken } = new URL(url('http'));
  const login = Buffer.from(`${username}:${rulesToken}`).toString('base64');
  const request = httpRequest({
    host: hostname,
    port,
    method: 'CONNECT',
    path: target.host,
    headers: { 'Proxy-Authorization': `Basic ${login}` },
    agent: false,
  }).end();
  const [, socket] = (await once(request, 'connect')) as [unknown, Socket];
  socket.write(`GET / HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\n\r\n`);
  const received: Buffer[] = [];
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received.push(chunk);
    // It reads more slowly than the target sends.
    await wait(1);
  }
  const body = Buffer.concat(received).subarray(-sent.length);
  expect(body.equals(sent)).toBe(true);
});

test('headers reach the target in their spelling, without those of the proxy', async () => {
  let raw: readonly string[] = [];
  const target = await startTarget((request, response) => {
    raw = request.rawHeaders;
    response.writeHead(200, ['X-Answer', 'yes', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end('arrived');
  });
  // Without a header of its own that a proxy adds.
  const { url } = await openGateway([await startProxy.socks5()], { protocol: 'socks5' });
  const { out } = await curl(url('http'), target, '-i', '-H', 'X-cUsToM: 1', '-A', 'me');
  expect(raw.join('|')).toContain('X-cUsToM|1');
  expect(raw.join('|').toLowerCase()).not.toMatch(/proxy/);
  expect(out).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2');
});

describe('without the right token', () => {
  test.each([
    ['no token', 'http://127.0.0.1', 'No token'],
    ['a wrong token', 'http://rotate:wrong@127.0.0.1', 'Wrong token'],
    ['another user name', `http://other:${token}@127.0.0.1`, 'Wrong token'],
  ])('%s gets a 407 and a page', async (_name, address, label) => {
    let requests = 0;
    const target = await startTarget((_request, response) => {
      requests += 1;
      response.end();
    });
    const { port, gateway } = await openGateway([await startProxy.http()]);
    const proxy = `${address}:${String(port)}`;
    expect(await getThrough(proxy, target)).toMatchObject({ status: 407, body: containing(label) });
    expect(await curl(proxy, target, '--proxytunnel')).toMatchObject({ tunnel: 407, code: 56 });
    expect(requests).toBe(0);
    expect(gateway.state().failures).toMatchObject([{ fault: 'client', proxy: null }, { fault: 'client' }]);
  });

  test('SOCKS5 is turned away', async () => {
    const { port } = await openGateway([await startProxy.http()]);
    const target = await startTarget();
    expect((await curl(`socks5h://127.0.0.1:${String(port)}`, target)).code).toBe(97);
    expect((await curl(`socks5h://rotate:wrong@127.0.0.1:${String(port)}`, target)).code).toBe(97);
  });

  test('a rule without token needs none', async () => {
    const { port } = await openGateway([await startProxy.http()], { needsToken: false });
    const target = await startTarget();
    for (const scheme of ['http', 'socks5h']) {
      expect((await curl(`${scheme}://127.0.0.1:${String(port)}`, target)).body).toBe('arrived');
    }
  });
});

describe('a proxy that fails', () => {
  const target = () => startTarget();

  test.each(['http', 'socks5h'])('by %s, the next one is used', async (scheme) => {
    const good = await startProxy.http();
    const down = proxyOn(await findFreePort());
    const closing = proxyOn(await startOdd((socket) => socket.destroy()));
    const { url, gateway } = await openGateway([down, closing, good]);
    const get =
      scheme === 'http' ? getThrough : (...[proxy, address]: Parameters<typeof getThrough>) => curl(proxy, address);
    for (let round = 0; round < 6; round += 1) {
      expect((await get(url(scheme), await target(), round % 2 > 0)).body).toBe('arrived');
    }
    const { rules, failures } = gateway.state();
    const reasons = rules[0]?.out.map(({ reason }) => reason);
    expect(reasons?.toSorted()).toEqual(['closed', 'refused']);
    expect(rules[0]).toMatchObject({ inRotation: 1, proxyCount: 3, outCount: 2, failed: 6 });
    expect(failures.every(({ outcome }) => outcome.kind === 'sent')).toBe(true);
    // What another proxy carried has not failed.
    expect(rules[0]?.recent).toEqual({ requests: 6, failed: 0 });
  });

  test('after three of them, the client gets the reason', async () => {
    const down = await Promise.all(Array.from({ length: 4 }, () => findFreePort()));
    const { gateway, url, attempts } = await openGateway(down.map((port) => proxyOn(port)));
    expect(await getThrough(url('http'), await target())).toMatchObject({
      status: 502,
      body: containing('Connection refused'),
    });
    expect(attempts).toHaveLength(3);
    expect(await getThrough(url('http'), await target(), true)).toMatchObject({ status: 502 });
    expect(gateway.state().rules[0]?.recent).toEqual({ requests: 2, failed: 2 });
    expect((await curl(url('socks5h'), await target())).code).toBe(97);
    expect(new Set(attempts.map(({ proxy }) => proxy.proxy_id)).size).toBe(4);
  });

  test('with wrong credentials, it is out of rotation until the next sync', async () => {
    const good = await startProxy.http();
    const wrong = { ...good, proxy_id: 'wrong', credentials: { username: 'user1', password: 'secret-wrong' } };
    const { url, gateway } = await openGateway([wrong, good]);
    for (const isTunnel of [false, false, true]) {
      expect((await getThrough(url('http'), await target(), isTunnel)).body).toBe('arrived');
    }
    const { rules, failures } = gateway.state();
    expect(rules[0]?.out).toMatchObject([{ proxy_id: 'wrong', reason: 'wrong-credentials', untilMs: null }]);
    expect(failures).toMatchObject([
      { reason: 'wrong-credentials', status: 407, fault: 'proxy', outUntil: 'sync', outcome: { kind: 'sent' } },
    ]);
    await gateway.refresh();
    expect(gateway.state().rules[0]).toMatchObject({ inRotation: 2, outCount: 0 });
  });

  test('all of them with wrong credentials: the client gets a page without them, and not a 407', async () => {
    const upstream = await startProxy.http();
    const proxies = ['a', 'b', 'c', 'd'].map((proxy_id) => ({
      ...upstream,
      proxy_id,
      credentials: { username: 'user1', password: 'secret-wrong' },
    }));
    const { url, gateway } = await openGateway(proxies);
    const plain = await curl(url('http'), await target(), '-i');
    expect(plain).toMatchObject({ status: 502, body: containing('Wrong credentials (407)') });
    expect(plain.out).toContain('Proxy-Status: Proxydeck; details="wrong-credentials"');
    expect(plain.out).not.toMatch(/secret|user1|Proxy-Authenticate/);
    expect(gateway.state().rules[0]).toMatchObject({ inRotation: 1, outCount: 3 });
    // The last one, and then there is none.
    expect(await getThrough(url('http'), await target(), true)).toMatchObject({ status: 502 });
    expect(await getThrough(url('http'), await target())).toMatchObject({
      status: 503,
      body: containing('No proxy in rotation'),
    });
    expect((await curl(url('socks5h'), await target())).code).toBe(97);
    expect(JSON.stringify(gateway.state())).not.toMatch(/secret|user1/);
  });

  test('a request that is not safe to repeat is sent once', async () => {
    let requests = 0;
    const broken = proxyOn(
      await startOdd((socket) => {
        socket.once('data', (data) => {
          // The proxy is also asked for a tunnel to nowhere, which sends nothing to the target.
          if (!data.toString().startsWith('CONNECT nowhere.invalid:443 ')) requests += 1;
          socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
        });
      }),
    );
    const others = ['a', 'b'].map((proxy_id) => ({ ...broken, proxy_id }));
    const { url } = await openGateway([broken, ...others]);
    expect(await curl(url('http'), await target(), '-d', 'x=1')).toMatchObject({ status: 502 });
    expect(requests).toBe(1);
    expect(await getThrough(url('http'), await target())).toMatchObject({ status: 502 });
    // Of the three, one is already out.
    expect(requests).toBe(3);
  });

  test('a target that cannot be reached is not tried through another proxy', async () => {
    const first = await startProxy.http();
    const { url, gateway } = await openGateway([first, { ...first, proxy_id: 'same' }]);
    const closed = `https://localhost:${String(await findFreePort())}/`;
    expect(await curl(url('http'), closed)).toMatchObject({ tunnel: 502 });
    expect(gateway.state().failures).toMatchObject([
      { reason: 'unreachable', fault: 'target', outUntil: null, outcome: { kind: 'refused' } },
    ]);
    expect(gateway.state().rules[0]).toMatchObject({ inRotation: 2 });
  });

  test('a proxy that stays silent is given up after its time', async () => {
    const silent = proxyOn(await startOdd(() => undefined));
    const good = await startProxy.http();
    const { url, gateway } = await openGateway(
      [silent, good],
      {},
      // The good one needs some of it, however busy the machine is.
      { times: { handshake: 2_000 } },
    );
    for (let round = 0; round < 2; round += 1) {
      expect((await getThrough(url('http'), await target(), true)).body).toBe('arrived');
    }
    expect(gateway.state().failures).toContainEqual(expect.objectContaining({ reason: 'no-answer', fault: 'proxy' }));
  });

  test('half a response is never taken for a whole one', async () => {
    const broken = proxyOn(
      await startOdd((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n', () => socket.destroy());
        });
      }),
    );
    const { url, gateway } = await openGateway([broken]);
    const { code, body } = await curl(url('http'), await target());
    expect(code).not.toBe(0);
    expect(body).toBe('hello');
    expect(gateway.state().failures).toMatchObject([{ reason: 'reset', outcome: { kind: 'closed' } }]);
  });
});

describe('targets', () => {
  const privateRule = { allowsPrivate: false };

  test.each([
    '127.0.0.1',
    '127.1',
    '[::1]',
    'localhost',
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '[::ffff:127.0.0.1]',
  ])('%s is refused with a page and a code', async (host) => {
    const upstream = await startProxy.http();
    const { url, gateway } = await openGateway([upstream], privateRule);
    for (const target of [`http://${host}:8080/`, `https://${host}:8443/`]) {
      const { status, tunnel } = await curl(url('http'), target);
      expect(status === 403 || tunnel === 403).toBe(true);
      // "not allowed by ruleset"
      expect((await curl(url('socks5h'), target)).problem).toMatch(/\(2\)/);
    }
    expect(gateway.state().failures.map(({ reason }) => reason)).toEqual(Array(4).fill('private'));
    expect(gateway.state().rules[0]).toMatchObject({ connections: 0 });
  });

  test('names of targets are sent to the proxy, and nobody else is asked for them', async () => {
    const started: string[] = [];
    const { port: mirror, received } = await startMirror();
    const { url } = await openGateway([proxyOn(mirror)], privateRule);
    const hook = createHook({ init: (_id, type) => void started.push(type) }).enable();
    onTestFinished(() => void hook.disable());
    for (const host of ['a.test', 'rebind.example', '198-18-0-1.example']) {
      const { body, status } = await getThrough(url('http'), `http://${host}/`);
      expect([status, body]).toEqual([200, 'arrived']);
      expect((await curl(url('socks5h'), `http://${host}/`)).body).toBe('arrived');
      expect((await curl(url('http'), `http://${host}/`, '--proxytunnel')).body).toBe('arrived');
      expect(received()).toContain(host);
    }
    expect(started.filter((type) => /DNSCHANNEL|QUERYWRAP|ADDRINFO/.test(type))).toEqual([]);
  });

  test('the gateway itself is refused even if private targets are allowed', async () => {
    const { url, port } = await openGateway([await startProxy.http()]);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.0.0.3']) {
      const target = `http://${host}:${String(port)}/`;
      expect(await getThrough(url('http'), target)).toMatchObject({
        status: 403,
        body: containing('Address of the gateway'),
      });
    }
  });

  test('the gateway itself is refused as a name that a proxy on this machine could resolve to it', async () => {
    const { port: mirror, received } = await startMirror();
    for (const host of ['127.0.0.1', 'localhost']) {
      const { url, port } = await openGateway([proxyOn(mirror, { host })]);
      for (const scheme of ['http', 'https']) {
        const refused = await curl(url('http'), `${scheme}://vm.example:${String(port)}/`);
        expect(Math.max(refused.status, refused.tunnel)).toBe(403);
      }
      expect((await getThrough(url('http'), `http://vm.example:${String(port + 1)}/`)).body).toBe('arrived');
      expect(received()).not.toContain(`vm.example:${String(port)}/`);
    }
  });

  test('a host of a header is replaced by that of the URL', async () => {
    let host: string | undefined;
    const target = await startTarget((request, response) => {
      ({ host } = request.headers);
      response.end('arrived');
    });
    const { url } = await openGateway([await startProxy.http()]);
    await curl(url('http'), target, '-H', 'Host: bank.example');
    expect(host).toBe(new URL(target).host);
  });
});

/** Sends bytes as they are, and reads until the other side closes. */
const exchange = (port: number, text: string | Buffer, host = '127.0.0.1'): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect({ host, port }, () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(received);
    });
  });

describe('a web page', () => {
  test.each([
    [
      'that asks for an address of the gateway',
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n\r\n',
    ],
    ['whose name leads to the gateway', 'GET /x HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
    [
      'that posts a request inside of another',
      'POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 44\r\n\r\nGET http://127.0.0.1:1/ HTTP/1.1\r\nHost: a\r\n\r\n',
    ],
    [
      'that opens a WebSocket',
      'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nOrigin: https://evil.example\r\n\r\n',
    ],
  ])('%s gets a 403 once, and the connection is closed', async (_name, text) => {
    const { port, gateway } = await openGateway([await startProxy.http()], { needsToken: false });
    const received = await exchange(port, text);
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403']);
    expect(received).not.toMatch(/access-control/i);
    expect(gateway.state().rules[0]).toMatchObject({ connections: 0 });
  });

  test('TLS is not answered', async () => {
    const { port } = await openGateway([await startProxy.http()], { needsToken: false });
    expect(await exchange(port, Buffer.of(0x16, 0x03, 0x01, 0x00, 0x05, 1, 2, 3, 4, 5))).toBe('');
  });
});

describe('listening', () => {
  test('on both loopback addresses and no other', async () => {
    const { port } = await openGateway([await startProxy.http()]);
    const target = await startTarget();
    expect((await curl(`http://rotate:${token}@[::1]:${String(port)}`, target)).body).toBe('arrived');
    const isOpen = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port });
      socket.on('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.on('error', () => {
        resolve(false);
      });
    });
    expect(isOpen).toBe(false);
  });

  test('a port that is taken is a problem of its rule, with a free port', async () => {
    const taken = await listen(createServer());
    const { gateway, rule } = await openGateway([], { port: taken });
    const [state] = gateway.state().rules;
    expect(state?.problem).toMatchObject({ kind: 'port-taken' });
    const freePort = state?.problem?.kind === 'port-taken' ? state.problem.freePort : null;
    expect(freePort).toBeGreaterThan(taken);
    await gateway.apply([{ rule: { ...rule, port: freePort ?? 0 }, token }]);
    expect(gateway.state().rules[0]?.problem).toBeNull();
  });

  test('rules share a port by their names; one that is switched off ends its connections', async () => {
    const [first, second] = [await startProxy.http(), await startProxy.http()];
    const { gateway, rule, url } = await openGateway(
      [first],
      {},
      {
        source: {
          find: ({ name }) => Promise.resolve({ ids: [name], foundCount: 1 }),
          get: (_rule, name) => (name === 'other' ? second : first),
        },
      },
    );
    const other = { ...rule, id: 2, name: 'other' };
    await gateway.apply([
      { rule, token },
      { rule: other, token: 'another' },
    ]);
    const target = await startTarget();
    expect((await getThrough(url('http'), target)).body).toBe('arrived');
    expect((await curl(url('socks5h', 'other', 'another'), target)).body).toBe('arrived');
    const hanging = await startTarget((_request, response) => void response.write('first part'));
    const waiting = curl(url('http', 'other', 'another'), hanging);
    await vi.waitFor(() => {
      expect(gateway.state().connections).toMatchObject([
        { ruleId: 2, protocol: 'HTTP', proxy: { address: second.address } },
      ]);
    }, patience);
    await gateway.apply([{ rule, token }]);
    expect((await waiting).code).not.toBe(0);
    expect(await curl(url('http', 'other', 'another'), target)).toMatchObject({ status: 407 });
    expect((await getThrough(url('http'), target)).body).toBe('arrived');
    await gateway.close();
    expect((await curl(url('http'), target)).code).toBe(7);
  });
});

test('a rule that is changed works as before until its proxies are found', async () => {
  const upstream = await startProxy.http();
  const isFound = Promise.withResolvers<undefined>();
  let finds = 0;
  const { gateway, rule, url } = await openGateway(
    [upstream],
    {},
    {
      source: {
        async find() {
          finds += 1;
          if (finds > 1) await isFound.promise;
          return { ids: [upstream.proxy_id], foundCount: 1 };
        },
        get: () => upstream,
      },
    },
  );
  const changed = gateway.apply([{ rule: { ...rule, pauseMinutes: 5 }, token }]);
  expect((await getThrough(url('http'), await startTarget())).body).toBe('arrived');
  isFound.resolve(undefined);
  await changed;
  expect(finds).toBe(2);
});

describe('rotation', () => {
  const startMany = async (count: number) => {
    const seen: string[] = [];
    const proxies = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const port = await listen(
          createHttpServer((request, response) => {
            seen.push(String(at));
            if (request.url?.endsWith('/held') === false) response.end('arrived');
          }),
        );
        return proxyOn(port);
      }),
    );
    return { seen, proxies };
  };

  test.each([
    [{ kind: 'request' }, 3],
    [{ kind: 'connection' }, 1],
    [{ kind: 'sticky', minutes: 10 }, 1],
    [{ kind: 'fixed' }, 1],
  ] as const)('%o: three requests of one connection use this many proxies', async (rotation, count) => {
    const { seen, proxies } = await startMany(3);
    const { url } = await openGateway(proxies, { rotation });
    await curl(url('http'), 'http://a.test/1', 'http://a.test/2', 'http://a.test/3');
    expect(seen).toHaveLength(3);
    expect(new Set(seen).size).toBe(count);
  });

  test('connections rotate, sessions of a user name do not', async () => {
    const { seen, proxies } = await startMany(4);
    const { url } = await openGateway(proxies, { rotation: { kind: 'connection' } });
    for (let round = 0; round < 4; round += 1) await getThrough(url('http'), 'http://a.test/');
    expect(new Set(seen).size).toBe(4);
    seen.length = 0;
    for (let round = 0; round < 4; round += 1) await getThrough(url('http', 'rotate-session-cart'), 'http://a.test/');
    expect(new Set(seen).size).toBe(1);
  });

  test('50 requests of a session use one proxy, and the next 50 another one', async () => {
    const { seen, proxies } = await startMany(4);
    const { url } = await openGateway(proxies, { rotation: { kind: 'count', requests: 50 } });
    const urls = Array.from({ length: 50 }, (_, at) => `http://a.test/${String(at)}`);
    await curl(url('http', 'rotate-session-cart'), 'http://a.test/', ...urls.slice(1));
    expect([seen.length, new Set(seen).size]).toEqual([50, 1]);
    await curl(url('http', 'rotate-session-cart'), 'http://a.test/', ...urls.slice(1));
    expect([seen.length, new Set(seen).size]).toEqual([100, 2]);
    // Other sessions count for themselves.
    await getThrough(url('http', 'rotate-session-other'), 'http://a.test/');
    await getThrough(url('http', 'rotate-session-cart'), 'http://a.test/');
    expect(new Set(seen.slice(0, 100))).not.toContain(seen.at(-1));
  });

  test('a proxy with an open request is used after those without, until it ends', async () => {
    const { seen, proxies } = await startMany(3);
    const { url, port, gateway } = await openGateway(proxies, { rotation: { kind: 'least' } });
    const headers = { 'Proxy-Authorization': `Basic ${Buffer.from(`rotate:${token}`).toString('base64')}` };
    const open = httpRequest({ host: '127.0.0.1', port, path: 'http://a.test/held', headers, agent: false });
    open.on('error', () => undefined).end();
    await vi.waitFor(() => {
      expect(seen).toHaveLength(1);
    }, patience);
    const [busy] = seen;
    for (let round = 0; round < 4; round += 1) await getThrough(url('http'), 'http://a.test/');
    expect(seen.slice(1).filter((one) => one === busy)).toEqual([]);
    open.destroy();
    await vi.waitFor(() => {
      expect(gateway.state().openCount).toBe(0);
    }, patience);
    for (let round = 0; round < 3; round += 1) await getThrough(url('http'), 'http://a.test/');
    expect(new Set(seen.slice(-3)).size).toBe(3);
  });

  test('a proxy that was removed from the cache is never used again, also before its pool is read again', async () => {
    const { seen, proxies } = await startMany(3);
    const { url, gateway } = await openGateway(proxies);
    const [removed] = proxies.splice(0, 1);
    for (let round = 0; round < 4; round += 1) await getThrough(url('http'), 'http://a.test/');
    expect(seen).toHaveLength(4);
    expect(seen).not.toContain('0');
    expect(removed).toBeDefined();
    expect(gateway.state().rules[0]).toMatchObject({ inRotation: 2 });
  });
});

test('a connection is listed with what it carried, and can be ended', async () => {
  const target = await startTarget((_request, response) => void response.write('x'.repeat(10_000)));
  const { url, gateway } = await openGateway([
    proxyOn(await startHttpProxy({ host: '127.0.0.1', password: null }), { country_id: 'US', city_name: 'Dallas' }),
  ]);
  const waiting = curl(url('socks5h'), target);
  await vi.waitFor(() => {
    expect(gateway.state().connections).toMatchObject([
      {
        protocol: 'SOCKS5',
        target: new URL(target).host,
        receivedBytes: moreThan(10_000),
        proxy: { country_id: 'US', city_name: 'Dallas' },
      },
    ]);
  }, patience);
  const [open] = gateway.state().connections;
  expect(open?.client).toMatch(/^127\.0\.0\.1:\d+$/);
  gateway.end({ id: open?.id });
  expect((await waiting).code).not.toBe(0);
  await vi.waitFor(() => {
    expect(gateway.state()).toMatchObject({ openCount: 0, rules: [{ open: 0, connections: 1 }] });
  }, patience);
});

test('a client that goes while its proxy is dialed says nothing about the proxy', async () => {
  const dialed = Promise.withResolvers<undefined>();
  const silent = proxyOn(
    await startOdd(() => {
      dialed.resolve(undefined);
    }),
  );
  const { port, gateway, attempts } = await openGateway([silent]);
  const login = Buffer.from(`rotate:${token}`).toString('base64');
  const socket = connect({ host: '127.0.0.1', port }, () => {
    socket.write(`CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nProxy-Authorization: Basic ${login}\r\n\r\n`);
  });
  await dialed.promise;
  socket.resetAndDestroy();
  await gateway.refresh();
  expect(gateway.state().failures).toEqual([]);
  expect(attempts).toEqual([]);
});

test('a server that speaks first, and one that answers after the client has ended, are heard', async () => {
  const server = await startOdd((socket) => {
    socket.write('220 hello\r\n');
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString();
    });
    socket.on('end', () => socket.end(`got ${received}`));
  });
  const { port } = await openGateway([await startProxy.socks5()], { protocol: 'socks5' });
  const login = Buffer.from(`rotate:${token}`).toString('base64');
  const head = `CONNECT 127.0.0.1:${String(server)} HTTP/1.1\r\nHost: x\r\nProxy-Authorization: Basic ${login}\r\n\r\nearly`;
  const received = await new Promise<string>((resolve) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => socket.write(head));
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (text.endsWith('220 hello\r\n')) socket.end(' and late');
    });
    socket.on('end', () => {
      resolve(text);
    });
  });
  expect(received).toBe('HTTP/1.1 200 Connection established\r\n\r\n220 hello\r\ngot early and late');
});
