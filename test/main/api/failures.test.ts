import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createProxyTestRun } from '../../../src/main/api/actions.ts';
import { stringifyJson, type JsonObject } from '../../../src/shared/json.ts';
import { connect, failureOf, keys, serve } from './serve.ts';
import { findFreePort } from '../../support/real-proxies.ts';

const get = { method: 'GET', path: '/x' } as const;
const post = { method: 'POST', path: '/x', body: { a: 1 } } as const;
const patch = { method: 'PATCH', path: '/x', body: { a: 1 } } as const;
const oneTry = { maxTries: 1 };

test.each([
  [400, 'rejected'],
  [401, 'keys-refused'],
  [403, 'keys-refused'],
  [404, 'not-found'],
  [409, 'rejected'],
  [422, 'rejected'],
  [429, 'too-many-requests'],
  [500, 'service-fault'],
  [503, 'service-fault'],
])('status %i is the failure %s, with what the service said', async (status, code) => {
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(status).end(JSON.stringify({ message: `no\u0007\n${'x'.repeat(600)}` }));
  });
  const { client } = connect(baseUrl, { limits: oneTry });
  const failure = await failureOf(client.send(get));
  expect(failure).toMatchObject({ code, status });
  expect(failure.serviceMessage).toHaveLength(500);
  expect(failure.serviceMessage).toMatch(/^no {2}x+$/);
});

test.each<[string, JsonObject, { serviceMessage?: string; requestId?: string }]>([
  [
    'a message, an error and an ID',
    { error: 'invalid_filter', message: 'No such filter.', api_request_id: 'req-7' },
    { serviceMessage: 'No such filter.', requestId: 'req-7' },
  ],
  ['an error alone', { error: 'No such filter.' }, { serviceMessage: 'No such filter.' }],
  ['an error with a message', { error: { message: 'No such filter.' } }, { serviceMessage: 'No such filter.' }],
  ['an empty message', { message: ' ', error: 'No such filter.' }, { serviceMessage: 'No such filter.' }],
  ['an ID that is a number', { api_request_id: 7 }, { requestId: '7' }],
  ['an ID that is large', { api_request_id: 9007199254740993n }, { requestId: '9007199254740993' }],
  ['an ID with a line break', { api_request_id: 'req\n7' }, { requestId: 'req 7' }],
  ['an ID that repeats a key', { api_request_id: keys.privateKey }, { requestId: '[key]' }],
  ['things of other types', { message: 7, error: [], api_request_id: {} }, {}],
  ['an empty ID', { api_request_id: '' }, {}],
])('of an error body with %s the message and the ID are kept, of reads and of changes', async (_, body, kept) => {
  const { baseUrl } = await serve((_request, response) => response.writeHead(500).end(stringifyJson(body)));
  const { client } = connect(baseUrl, { limits: oneTry });
  for (const request of [get, post]) {
    const { serviceMessage, requestId } = await failureOf(client.send(request));
    expect({ serviceMessage, requestId }).toEqual({ serviceMessage: undefined, requestId: undefined, ...kept });
  }
});

test('a refusal by 403 that says when to come back is about the number of requests, not about the keys', async () => {
  const { baseUrl } = await serve((_, response) => response.writeHead(403, { 'Retry-After': '90' }).end('{}'));
  const { client } = connect(baseUrl);
  expect((await failureOf(client.send(get))).code).toBe('too-many-requests');
});

test.each([301, 302, 303, 307, 308])('status %i is not followed: no key reaches the other address', async (status) => {
  const other = await serve((_, response) => response.end('{}'));
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(status, { Location: `${other.baseUrl}/x` }).end();
  });
  const { client } = connect(baseUrl);
  // 302 and 303 may lead to the result of a change that was carried out.
  const ofChange = status === 302 || status === 303 ? 'outcome-unknown' : 'redirected';
  expect((await failureOf(client.send(get))).code).toBe('redirected');
  for (const request of [post, patch]) {
    expect((await failureOf(client.send(request))).code).toBe(ofChange);
  }
  expect(other.arrived).toHaveLength(0);
});

test('both keys go with every request, and no failure repeats them', async () => {
  const { baseUrl, arrived } = await serve((_, response) => response.writeHead(500).end());
  const { client } = connect(`${baseUrl}/`, { limits: oneTry });
  const failures = [await failureOf(client.send(get)), await failureOf(client.send(post))];
  expect(arrived.map(({ url }) => url)).toEqual(['/1.0/x', '/1.0/x']);
  for (const { headers } of arrived) {
    expect(headers).toMatchObject({ 'x-api-public-key': keys.publicKey, 'x-api-private-key': keys.privateKey });
  }
  expect(JSON.stringify(failures)).not.toMatch(/the-(public|private)-key/);
});

test.each([
  ['a page of HTML', Buffer.from('<!doctype html><p>Sign in')],
  ['JSON that is cut', Buffer.from('{"data": [')],
  ['an array', Buffer.from('[]')],
  ['nothing', Buffer.alloc(0)],
  ...[[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82]].map((bytes): [string, Buffer] => [
    `JSON with the bytes ${bytes.join()}, which are not UTF-8`,
    Buffer.concat([Buffer.from('{"data":"'), Buffer.from(bytes), Buffer.from('"}')]),
  ]),
])('%s with status 200 is not this service', async (_, body) => {
  const { baseUrl } = await serve((_request, response) => response.end(body));
  const { client } = connect(baseUrl);
  expect((await failureOf(client.send(get))).code).toBe('not-this-service');
});

test('integers beyond 2^53 and text beyond ASCII arrive exactly', async () => {
  const { baseUrl } = await serve((_, response) =>
    response.end('{"n":9007199254740993,"m":-9223372036854775808,"t":"é😀"}'),
  );
  const { client } = connect(baseUrl);
  const body = await client.send(get);
  expect(body).toEqual({ n: 9007199254740993n, m: -9223372036854775808n, t: 'é😀' });
});

test('a compressed answer is read; one that is not what it says is not this service', async () => {
  const { baseUrl } = await serve(({ url }, response) => {
    response.setHeader('Content-Encoding', url === '/1.0/br' ? 'br' : 'gzip');
    response.end(url === '/1.0/x' ? gzipSync('{"a":1}') : '{"a":1}');
  });
  const { client } = connect(baseUrl);
  expect(await client.send(get)).toEqual({ a: 1 });
  for (const path of ['/plain', '/br']) {
    expect((await failureOf(client.send({ method: 'GET', path }))).code).toBe('not-this-service');
  }
});

test('128 MB are refused at 16 MiB, straight or unpacked, with less than 50 MB of memory', async () => {
  const server = fork(join(import.meta.dirname, '../../support/flood-server.ts'));
  onTestFinished(() => {
    server.disconnect();
  });
  const [address] = (await once(server, 'message')) as [AddressInfo]; // its first message
  const { client } = connect(`http://127.0.0.1:${address.port}/1.0`);
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  for (const path of ['/plain', '/bomb']) {
    const failure = await failureOf(client.send({ method: 'GET', path }));
    expect(failure.code).toBe('too-large');
    expect(failure.message).toMatch(/more than 16 MiB/);
  }
  clearInterval(sampling);
  expect(most - before).toBeLessThan(50e6);
});

test('a service that never answers is left at the deadline', async () => {
  const { baseUrl } = await serve(() => undefined);
  const { client } = connect(baseUrl, { limits: { ...oneTry, headersTimeoutMs: 60_000, totalTimeoutMs: 300 } });
  // Long before the deadline of the headers, for which the test would not wait.
  expect((await failureOf(client.send(get))).code).toBe('timeout');
});

test('a test run may take longer than other requests', async () => {
  const { baseUrl } = await serve((_, response) => {
    // Later than the bounds of other requests, and in time for a test run: the bounds themselves are tested.
    setTimeout(() => response.end('{"data":{}}'), 400);
  });
  const { client } = connect(baseUrl, { limits: { ...oneTry, headersTimeoutMs: 100, totalTimeoutMs: 200 } });
  expect((await failureOf(client.send(get))).code).toBe('timeout');
  expect(await createProxyTestRun(client, { proxies: [], urls: [] })).toEqual({});
});

test('a body that drips for ever is left at the deadline', async () => {
  const { baseUrl } = await serve((request, response) => {
    response.write('{');
    const drip = setInterval(() => response.write(' '), 50);
    request.on('close', () => {
      clearInterval(drip);
    });
  });
  const { client } = connect(baseUrl, { limits: { ...oneTry, totalTimeoutMs: 500 } });
  expect((await failureOf(client.send(get))).code).toBe('timeout');
});

test('a broken connection to GET is unreachable, and so is a port where nobody listens', async () => {
  const { baseUrl } = await serve((_, response) => response.socket?.resetAndDestroy());
  const { client } = connect(baseUrl, { limits: oneTry });
  expect((await failureOf(client.send(get))).code).toBe('unreachable');
  const toNobody = connect(`http://127.0.0.1:${await findFreePort()}/1.0`, { limits: oneTry }).client;
  expect((await failureOf(toNobody.send(get))).code).toBe('unreachable');
  expect((await failureOf(toNobody.send(post))).code).toBe('unreachable');
});

test('a name that is none is unreachable, a server without TLS is said to be unsafe', async () => {
  const nowhere = connect('http://nowhere.invalid/1.0', { limits: oneTry }).client;
  expect((await failureOf(nowhere.send(get))).code).toBe('unreachable');
  const { baseUrl } = await serve((_, response) => response.end('{}'));
  const unsafe = connect(baseUrl.replace('http:', 'https:'), { limits: oneTry }).client;
  expect((await failureOf(unsafe.send(get))).code).toBe('tls');
});

test.each(['POST', 'PATCH'] as const)('%s whose connection breaks arrives once, outcome unknown', async (method) => {
  const { baseUrl, arrived } = await serve((request, response) => {
    request.resume().on('end', () => response.socket?.resetAndDestroy());
  });
  const { client, waits } = connect(baseUrl);
  expect((await failureOf(client.send({ ...post, method }))).code).toBe('outcome-unknown');
  expect(arrived).toHaveLength(1);
  expect(waits).toEqual([]);
});

test.each<[string, number, string, Buffer]>([
  ['no body', 204, 'identity', Buffer.alloc(0)],
  ['a page of HTML', 200, 'identity', Buffer.from('<!doctype html><p>Sign in')],
  ['a body that is not compressed as it says', 200, 'gzip', Buffer.from('{"a":1}')],
  ['a body in an unknown encoding', 200, 'br', Buffer.from('{"a":1}')],
  ['the error of a gateway', 502, 'identity', Buffer.from('{"message":"Bad Gateway"}')],
  ['the timeout of a gateway', 504, 'identity', Buffer.from('{"message":"Timeout"}')],
])('a change that gets %s is of unknown outcome, and sent once', async (_, status, encoding, body) => {
  const { baseUrl, arrived } = await serve((_request, response) => {
    response.writeHead(status, { 'Content-Encoding': encoding }).end(body);
  });
  const { client } = connect(baseUrl);
  for (const request of [post, patch]) {
    expect((await failureOf(client.send(request))).code).toBe('outcome-unknown');
  }
  expect(arrived).toHaveLength(2);
});

test('POST that gets no answer in time arrives once, outcome unknown', async () => {
  const { baseUrl, arrived } = await serve(() => undefined);
  const { client } = connect(baseUrl, { limits: { totalTimeoutMs: 300 } });
  expect((await failureOf(client.send(post))).code).toBe('outcome-unknown');
  expect(arrived).toHaveLength(1);
});

test('a request that is canceled ends at once', async () => {
  const controller = new AbortController();
  const { baseUrl } = await serve(() => {
    controller.abort();
  });
  const { client } = connect(baseUrl);
  const failure = await failureOf(client.send(get, { signal: controller.signal }));
  expect(failure.code).toBe('canceled');
  expect((await failureOf(client.send(get, { signal: controller.signal }))).code).toBe('canceled');
});
