/** What the gateway does with requests of a rule that has lines. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as requestHttp, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import { fetch, ProxyAgent } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RuleProxy } from '../../../src/main/gateway/attempts.ts';
import type { GatewayRule, RuleChoices } from '../../../src/shared/gateway/gateway.ts';
import type { GatewayRequest } from '../../../src/shared/records/gateway-request.ts';
import { listen } from '../../support/listen.ts';
import { needs } from '../../support/needs.ts';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { patience } from '../../support/patience.ts';
import { findFreePort } from '../../support/real-proxies.ts';

/** A proxy that answers every request itself, by default with its name, also inside of tunnels. */
async function startProxy(name: string, answer: RequestListener = (_request, response) => response.end(name)) {
  const server = createServer(answer);
  const seen: string[] = [];
  server.on('connect', (request, socket: Socket) => {
    seen.push(request.url ?? '');
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.emit('connection', socket);
  });
  server.on('request', ({ url = '' }) => seen.push(url));
  return { ...proxyOn(await listen(server), { proxy_id: name }), seen };
}
const down = async (name: string): Promise<RuleProxy> => proxyOn(await findFreePort(), { proxy_id: name });

/** A gateway with a rule for each list of proxies; the first one, `rotate`, has lines. */
async function openWithLines(
  lines: string,
  proxies: { readonly [rule: string]: readonly RuleProxy[] },
  choices: { readonly [rule: string]: Partial<RuleChoices> } = {},
) {
  const requests: GatewayRequest[] = [];
  const own = choices['rotate'] ?? {};
  const { gateway, rule, url, port } = await openGateway([], own, {
    source: {
      find: ({ name }) =>
        Promise.resolve({
          ids: (proxies[name] ?? []).map(({ proxy_id: id }) => id),
          foundCount: proxies[name]?.length ?? 0,
        }),
      get: ({ name }, id) => proxies[name]?.find(({ proxy_id: known }) => known === id),
    },
    onRequest: (request) => requests.push(request),
  });
  const others = Object.keys(proxies).filter((name) => name !== 'rotate');
  const apply = (text: string): Promise<void> =>
    gateway.apply([
      { rule: { ...rule, lines: text }, token },
      ...others.map((name, at): { rule: GatewayRule; token: string } => ({
        rule: { ...rule, id: at + 2, name, ...choices[name] },
        token,
      })),
    ]);
  await apply(lines);
  const agent = new ProxyAgent({ uri: `http://127.0.0.1:${String(port)}`, token: `Basic ${btoa(`rotate:${token}`)}` });
  onTestFinished(() => agent.destroy());
  /** A plain request. */
  const get = async (target: string, method = 'GET') => {
    const sending = requestHttp({
      port,
      method,
      path: target,
      headers: { 'Proxy-Authorization': `Basic ${btoa(`rotate:${token}`)}` },
      agent: false,
    }).end();
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    let body = '';
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) body += chunk;
    return { status: response.statusCode, body, proxyStatus: response.headers['proxy-status'] };
  };
  /** The status of CONNECT, and the socket if it is open. */
  const tunnel = async (target: string) => {
    const sending = requestHttp({
      port,
      method: 'CONNECT',
      path: target,
      headers: { 'Proxy-Authorization': `Basic ${btoa(`rotate:${token}`)}` },
      agent: false,
    }).end();
    const [response, socket] = (await once(sending, 'connect')) as [IncomingMessage, Socket];
    onTestFinished(() => void socket.destroy());
    return { status: response.statusCode, proxyStatus: response.headers['proxy-status'], socket };
  };
  const socks = (host: string, targetPort: number): Promise<string> =>
    SocksClient.createConnection({
      proxy: { host: '127.0.0.1', port, type: 5, userId: 'rotate', password: token },
      command: 'connect',
      destination: { host, port: targetPort },
    }).then(
      ({ socket }) => {
        socket.destroy();
        return 'open';
      },
      (error: unknown) => String(error),
    );
  return { gateway, apply, get, tunnel, socks, agent, requests, url, port };
}

test('each line sends its targets to its rule, and the proxies of the rule itself take what it says', async () => {
  const [own, isp] = [await startProxy('own'), await startProxy('isp')];
  const { get, tunnel, socks, requests } = await openWithLines('*.example.com -> us-isp\n* -> this rule', {
    rotate: [own],
    'us-isp': [isp],
  });
  expect(await get('http://shop.example.com/')).toMatchObject({ status: 200, body: 'isp' });
  expect(await get('http://other.example/')).toMatchObject({ status: 200, body: 'own' });
  expect(await tunnel('SHOP.example.com.:443')).toMatchObject({ status: 200 });
  expect(await socks('example.com', 443)).toBe('open');
  expect(isp.seen).toEqual(['http://shop.example.com/', 'shop.example.com.:443', 'example.com:443']);
  await vi.waitFor(() => {
    expect(requests.slice(0, 2).map(({ rule, line }) => [rule, line])).toEqual([
      ['rotate', '1'],
      ['rotate', '2'],
    ]);
  }, patience);
});

test('a blocked target gets a 403 with the reason, by SOCKS5 code 2, and is counted instead of listed as a failure', async () => {
  const own = await startProxy('own');
  const { get, tunnel, socks, gateway, requests } = await openWithLines('*.ads.example -> block\n* -> this rule', {
    rotate: [own],
  });
  expect(await get('http://x.ads.example/')).toMatchObject({
    status: 403,
    body: expect.stringContaining('Blocked by a line of the rule. Rule: rotate.') as unknown,
    proxyStatus: 'Proxydeck; details="blocked-by-line"',
  });
  expect(await tunnel('ads.example:443')).toMatchObject({ status: 403 });
  expect(await socks('x.ads.example', 443)).toContain('NotAllowed');
  expect(own.seen).toEqual([]);
  const [state] = gateway.state().rules;
  expect(state).toMatchObject({ blocked: 3, failed: 0, lines: [{ requests: 3, failed: 0 }, { requests: 0 }] });
  expect(requests).toMatchObject([
    { line: '1 block', outcome: 'refused', reason: 'blocked-by-line', tries: [] },
    { line: '1 block' },
    { line: '1 block', kind: 'socks5' },
  ]);
});

test('what no line takes is refused, never sent', async () => {
  const own = await startProxy('own');
  const { get, tunnel, socks, gateway } = await openWithLines('*.example.com -> this rule', { rotate: [own] });
  expect(await get('http://other.example/')).toMatchObject({
    status: 403,
    proxyStatus: 'Proxydeck; details="no-line"',
  });
  expect(await tunnel('198.51.100.1:443')).toMatchObject({ status: 403 });
  expect(await socks('other.example', 443)).toContain('NotAllowed');
  expect(own.seen).toEqual([]);
  expect(gateway.state().failures).toMatchObject([{ reason: 'no-line' }, {}, {}]);
});

test('the next rule of a line is used only if no connection can be made, and a retry never uses the same proxy', async () => {
  const own = await startProxy('own');
  const { get, tunnel, socks, requests, gateway } = await openWithLines(
    '* -> us-isp, empty, off, this rule',
    {
      rotate: [own],
      'us-isp': [await down('one'), await down('two'), await down('three'), await down('four')],
      empty: [],
      off: [await startProxy('off')],
    },
    { off: { isOn: false } },
  );
  expect(await get('http://shop.example.com/')).toMatchObject({ status: 200, body: 'own' });
  expect(await tunnel('shop.example.com:443')).toMatchObject({ status: 200 });
  expect(await socks('shop.example.com', 443)).toBe('open');
  await vi.waitFor(() => {
    expect(requests.length).toBeGreaterThanOrEqual(1);
  }, patience);
  const [first] = requests;
  expect(first?.tries.map(({ reason }) => reason)).toEqual(['refused', 'refused', 'refused', null]);
  expect(new Set(first?.tries.map(({ proxy_id: id }) => id)).size).toBe(4);
  expect(gateway.state().rules[0]?.recent).toEqual({ requests: 3, failed: 0 });
});

test('all rules of a line down: the answer says how many proxies were tried, and nothing goes direct', async () => {
  let arrived = 0;
  const target = await listen(createServer((_request, response) => void ((arrived += 1), response.end())));
  const { get, gateway } = await openWithLines('* -> us-isp, this rule', {
    rotate: [await down('one')],
    'us-isp': [await down('two')],
  });
  expect(await get(`http://127.0.0.1:${String(target)}/`)).toMatchObject({
    status: 502,
    proxyStatus: 'Proxydeck; details="refused"; tries=2',
  });
  expect(arrived).toBe(0);
  expect(gateway.state().rules[0]?.lines).toEqual([{ requests: 1, failed: 1 }]);
});

test('a request that is not safe to repeat is not sent to the next rule', async () => {
  const own = await startProxy('own');
  const closing = proxyOn(await listen(createTcpServer((socket) => socket.once('data', () => socket.destroy()))));
  const { get } = await openWithLines('* -> closing, this rule', { rotate: [own], closing: [closing] });
  expect(await get('http://a.example/')).toMatchObject({ status: 200, body: 'own' });
  expect(await get('http://a.example/', 'POST')).toMatchObject({ status: 502 });
  expect(own.seen).toHaveLength(1);
});

test("a direct line connects without a proxy, is shown and logged as that, and is nobody's traffic", async () => {
  const target = await listen(createServer((_request, response) => response.end('itself')));
  const { get, tunnel, socks, gateway, requests } = await openWithLines('127.0.0.1 -> direct', {
    rotate: [await down('one')],
  });
  expect(await get(`http://127.0.0.1:${String(target)}/x`)).toMatchObject({ status: 200, body: 'itself' });
  const { status, socket } = await tunnel(`127.1:${String(target)}`);
  expect(status).toBe(200);
  expect(gateway.state().connections).toMatchObject([{ proxy: null, line: 1, target: `127.0.0.1:${String(target)}` }]);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let received = '';
  for await (const chunk of socket.setEncoding('utf8') as AsyncIterable<string>) received += chunk;
  expect(received).toContain('itself');
  expect(await socks('::ffff:127.0.0.1', target)).toBe('open');
  await vi.waitFor(() => {
    expect(requests).toMatchObject([
      { line: '1 direct', outcome: 'works', status: 200, tries: [] },
      { line: '1 direct', outcome: 'works' },
      { line: '1 direct' },
    ]);
  }, patience);
  expect(gateway.state().rules[0]).toMatchObject({ receivedBytes: 0, sentBytes: 0, connections: 3 });
});

test('a direct line does not reach private addresses, also by a name, nor the gateway itself', async () => {
  const target = await listen(createServer((_request, response) => response.end('itself')));
  const { get, tunnel } = await openWithLines('* -> direct', { rotate: [] }, { rotate: { allowsPrivate: false } });
  expect(await get(`http://127.0.0.1:${String(target)}/`)).toMatchObject({
    status: 403,
    proxyStatus: expect.stringContaining('private') as unknown,
  });
  expect(await tunnel(`localhost:${String(target)}`)).toMatchObject({ status: 403 });
  const allowed = await openWithLines('* -> direct', { rotate: [] });
  const own = new URL(allowed.url('http')).port;
  expect(await allowed.get(`http://127.0.0.1:${own}/`)).toMatchObject({
    status: 403,
    proxyStatus: expect.stringContaining('own-address') as unknown,
  });
});

test('lines that change after a client of SOCKS5 has logged in decide about its request', async () => {
  const { port, apply } = await openWithLines('* -> this rule', { rotate: [await startProxy('own')] });
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const say = async (bytes: Buffer): Promise<Buffer> => {
    socket.write(bytes);
    const [reply] = (await once(socket, 'data')) as [Buffer];
    return reply;
  };
  const withLength = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  await say(Buffer.from([5, 1, 2]));
  expect([...(await say(Buffer.concat([Buffer.from([1]), withLength('rotate'), withLength(token)])))]).toEqual([1, 0]);
  await apply('* -> block');
  const reply = await say(Buffer.concat([Buffer.from([5, 1, 0, 3]), withLength('a.example'), Buffer.from([1, 187])]));
  expect(reply[1]).toBe(2);
});

test('a direct target that cannot be reached is its own fault', async () => {
  const { get, gateway } = await openWithLines('* -> direct', { rotate: [] });
  expect(await get(`http://127.0.0.1:${String(await findFreePort())}/`)).toMatchObject({ status: 502 });
  expect(gateway.state().failures).toMatchObject([{ fault: 'target', proxy: null, reason: 'refused' }]);
});

test('with a status that the line names, a safe request is sent once more by another proxy, and the first one rests for this host', async () => {
  const banned = await startProxy('banned', (_request, response) => response.writeHead(403).end('no'));
  const [good, better] = [await startProxy('good'), await startProxy('better')];
  const { get, requests } = await openWithLines(
    '*.example.com on 403, 429 -> first, this rule\n* -> first',
    { rotate: [good, better], first: [banned, await startProxy('spare')] },
    { first: { rotation: { kind: 'sticky', minutes: 10 } } },
  );
  const bodies: string[] = [];
  // Whichever of the two the client sticks to at first, it leaves the banned one.
  for (let round = 0; round < 4; round += 1) bodies.push((await get('http://shop.example.com/')).body);
  expect(bodies).toEqual(['spare', 'spare', 'spare', 'spare']);
  const sent = banned.seen.length;
  expect(sent).toBeLessThanOrEqual(1);
  const repeated = requests.filter(({ tries }) => tries.length > 1);
  expect(repeated).toHaveLength(sent);
  for (const { tries } of repeated)
    expect(tries).toMatchObject([{ proxy_id: 'banned', reason: 'blocked', status: 403 }, { reason: null }]);
});

test('a proxy that rests for a host is used if a rule has no other, because another rule can have sent it to rest', async () => {
  const banned = await startProxy('banned', (_request, response) => response.writeHead(403).end('no'));
  const { get } = await openWithLines('shop.example:80 on 403 -> wide\nshop.example:8080 on 403 -> one', {
    rotate: [],
    wide: [banned, await startProxy('good'), await startProxy('better')],
    one: [banned],
  });
  for (let round = 0; round < 3; round += 1) expect((await get('http://shop.example/')).status).toBe(200);
  expect(banned.seen).toHaveLength(1);
  expect(await get('http://shop.example:8080/')).toMatchObject({ status: 403, body: 'no' });
});

test('a status is passed on if nobody else can be tried, and a request that changes something is never sent twice', async () => {
  const banned = await startProxy('banned', (_request, response) => response.writeHead(403).end('no'));
  const good = await startProxy('good');
  const alone = await openWithLines('* on 403 -> this rule', { rotate: [banned] });
  expect(await alone.get('http://a.example/')).toMatchObject({ status: 403, body: 'no' });
  const both = await openWithLines('* on 403 -> banned, this rule', { rotate: [good], banned: [banned] });
  expect(await both.get('http://a.example/', 'POST')).toMatchObject({ status: 403, body: 'no' });
  expect(good.seen).toEqual([]);
  expect(await both.get('http://a.example/')).toMatchObject({
    status: 200,
    body: 'good',
    proxyStatus: 'Proxydeck; tries=2',
  });
});

test('new lines leave sessions and open connections as they are, and those that would go elsewhere can be ended', async () => {
  const [own, isp] = [await startProxy('own'), await startProxy('isp')];
  const { tunnel, apply, gateway } = await openWithLines('* -> this rule', { rotate: [own], 'us-isp': [isp] });
  const sockets = [await tunnel('a.example:443'), await tunnel('b.example:443'), await tunnel('c.example:443')];
  expect(gateway.state().rules[0]).toMatchObject({ elsewhere: 0, open: 3 });
  await apply('a.example -> us-isp\nb.example -> block\n* -> us-isp, this rule');
  expect(gateway.state().rules[0]).toMatchObject({ elsewhere: 2, open: 3 });
  gateway.end({ elsewhereOf: 1 });
  await vi.waitFor(() => {
    expect(gateway.state().connections).toMatchObject([{ target: 'c.example:443' }]);
  }, patience);
  expect(sockets[2]?.socket.destroyed).toBe(false);
});

test('a line keeps its counts when it moves', async () => {
  const own = await startProxy('own');
  const { get, apply, gateway } = await openWithLines('a.example -> this rule\n* -> block', { rotate: [own] });
  await get('http://a.example/');
  await apply('b.example -> block\na.example -> this rule');
  expect(gateway.state().rules[0]?.lines).toEqual([
    { requests: 0, failed: 0 },
    { requests: 1, failed: 0 },
  ]);
});

test('Node, curl and Python go where the lines send them', async () => {
  needs('curl');
  needs('python3');
  const [own, isp] = [await startProxy('own'), await startProxy('isp')];
  const target = await listen(createServer((_request, response) => response.end('itself')));
  const direct = `http://127.0.0.1:${String(target)}/`;
  const { agent, url } = await openWithLines(
    '*.ads.example -> block\n*.example.com -> missing, us-isp\n127.0.0.1 -> direct\n* -> this rule',
    { rotate: [own], 'us-isp': [await down('down'), isp] },
  );
  const viaNode = async (address: string): Promise<string> => {
    const response = await fetch(address, { dispatcher: agent }).catch((error: unknown) =>
      String((error as Error).cause),
    );
    return typeof response === 'string' ? response : `${String(response.status)} ${await response.text()}`;
  };
  const run = (program: string, args: readonly string[]): Promise<string> =>
    new Promise((resolve) => {
      execFile(program, args, { env: { ...process.env, no_proxy: '', NO_PROXY: '' } }, (_error, out, problem) => {
        resolve(out + problem);
      });
    });
  const viaCurl = (address: string) =>
    run('curl', ['-sS', '--max-time', '20', '--noproxy', '', '-x', url('http'), '-w', '%{response_code}', address]);
  const script = `import sys, urllib.request as r
try:
  print(r.build_opener(r.ProxyHandler({"http": sys.argv[1]})).open(sys.argv[2]).read().decode())
except Exception as e: print(e)`;
  const viaPython = (address: string) => run('python3', ['-c', script, url('http'), address]);
  for (const ask of [viaNode, viaCurl, viaPython]) {
    expect(await ask('http://shop.example.com/')).toContain('isp');
    expect(await ask('http://other.example/')).toContain('own');
    expect(await ask(direct)).toContain('itself');
    expect(await ask('http://x.ads.example/')).toMatch(/403|not allowed|cannot complete|Can't complete/i);
  }
});
