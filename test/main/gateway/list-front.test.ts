/** Lists at a local address, with real requests. */
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fail } from '../../../src/shared/failure.ts';
import type { ListRequest } from '../../../src/shared/gateway/served-list.ts';
import { openGateway, token as ruleToken } from '../../support/open-gateway.ts';

const text = 'http://user:secret@203.0.113.7:8000\nünï\n';
const list = {
  tag: 'tag-1',
  bytes: Buffer.byteLength(text),
  writtenCount: 1,
  skippedCount: 3,
  syncedAt: '2026-11-27T19:00:00.000Z',
};

/** A gateway that serves the list `daily` with the token `right`. */
async function open() {
  const requested: ListRequest[] = [];
  const { port, gateway } = await openGateway(
    [],
    {},
    {
      readList: (request) => {
        requested.push(request);
        const { name, token, knownTags } = request;
        if (name === 'broken' && token === 'right')
          return Promise.reject(fail('invalid-input', 'It has several files.'));
        if (name !== 'daily list' || token !== 'right') return Promise.resolve(null);
        const isKnown = knownTags.includes(list.tag) || knownTags.includes('*');
        return Promise.resolve({ ...list, text: isKnown ? null : new Blob([text]) });
      },
    },
  );
  /** The whole response to a request, byte by byte as it was received. */
  const send = (line: string, ...headers: string[]): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      onTestFinished(() => void socket.destroy());
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('close', () => {
        resolve(Buffer.concat(chunks).toString());
      });
      socket.on('error', () => undefined);
      socket.write([`${line} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n'));
    });
  return { port, gateway, requested, send, host: `Host: 127.0.0.1:${String(port)}` };
}

const path = '/lists/daily%20list';

test('a list is its text with counts, the last sync and a tag, by a token in the query or as a bearer', async () => {
  const { send, host } = await open();
  const byQuery = await send(`GET ${path}?token=right`, host);
  const byBearer = await send(`GET ${path}`, host, 'Authorization: Bearer right');
  expect(byBearer).toBe(byQuery);
  const [head = '', body] = byQuery.split('\r\n\r\n');
  expect(body).toBe(text);
  expect(head.split('\r\n')).toEqual(
    expect.arrayContaining([
      'HTTP/1.1 200 OK',
      'ETag: "tag-1"',
      'X-Proxy-Count: 1',
      'X-Skipped-Count: 3',
      'X-Last-Sync: 2026-11-27T19:00:00.000Z',
      `Content-Length: ${String(list.bytes)}`,
    ]),
  );
  expect(head.toLowerCase()).not.toContain('access-control');
});

test('a client that has the text gets no body, and HEAD gets the headers', async () => {
  const { send, host } = await open();
  for (const known of ['"tag-1"', 'W/"tag-1"', '"x", "tag-1"', '*']) {
    const answer = await send(`GET ${path}?token=right`, host, `If-None-Match: ${known}`);
    expect(answer).toMatch(/^HTTP\/1\.1 304 Not Modified\r\n/);
    expect(answer).toContain('ETag: "tag-1"');
    expect(answer.split('\r\n\r\n')[1]).toBe('');
  }
  expect(await send(`GET ${path}?token=right`, host, 'If-None-Match: "other"')).toContain('200 OK');
  const head = await send(`HEAD ${path}?token=right`, host);
  expect(head).toContain(`Content-Length: ${String(list.bytes)}`);
  expect(head.split('\r\n\r\n')[1]).toBe('');
});

test('whatever is wrong, the answer is the same and names no program', async () => {
  const { send, host, port, requested } = await open();
  const wrong = await Promise.all([
    send(`GET ${path}?token=wrong`, host),
    send(`GET ${path}`, host),
    send(`GET ${path}?token=${ruleToken}`, host),
    send('GET /lists/other?token=right', host),
    send('GET /lists/?token=right', host),
    send('GET /lists/%E0%A4%A?token=right', host),
    send(`POST ${path}?token=right`, host, 'Content-Length: 0'),
    send(`DELETE ${path}?token=right`, host),
    send(`OPTIONS ${path}?token=right`, host, 'Origin: https://example.com', 'Access-Control-Request-Method: GET'),
    // A name that a page of the web had resolved to this machine.
    send(`GET ${path}?token=right`, `Host: evil.example:${String(port)}`),
    send(`GET ${path}?token=right`, 'Host: 127.0.0.1'),
    send(`GET ${path}?token=right`, 'Host: 127.0.0.1:1'),
  ]);
  expect(new Set(wrong).size).toBe(1);
  expect(wrong[0]).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  expect(wrong[0]).not.toMatch(/proxydeck|gateway|access-control|www-authenticate/i);
  expect(requested.map(({ name }) => name)).not.toContain('evil');
});

test.each(['localhost', '[::1]', 'LOCALHOST', '127.0.0.1'])('the host %s is this machine', async (name) => {
  const { send, port } = await open();
  expect(await send(`GET ${path}?token=right`, `Host: ${name}:${String(port)}`)).toContain('200 OK');
});

test('a list that cannot be made says why, to a client with the token', async () => {
  const { send, host } = await open();
  const answer = await send('GET /lists/broken?token=right', host);
  expect(answer).toContain('503 Service Unavailable');
  expect(answer).toContain('It has several files.');
});

test('a list is not reached through the gateway itself', async () => {
  const { send, host, port, requested } = await open();
  const login = `Proxy-Authorization: Basic ${Buffer.from(`rotate:${ruleToken}`).toString('base64')}`;
  const answer = await send(`GET http://127.0.0.1:${String(port)}${path}?token=right`, host, login);
  expect(answer).toContain('403 Forbidden');
  expect(requested).toEqual([]);
});
