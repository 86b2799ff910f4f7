/** Answers to CONNECT (RFC 9110, section 9.3.6), in a test from this machine and in the gateway. */
import { connect, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { probe } from '../../../src/main/test-runs/local/probe.ts';
import { listen } from '../../support/listen.ts';
import { openGateway, proxyOn, token } from '../../support/open-gateway.ts';
import { makeCertificates } from '../../support/make-certificates.ts';
import { createServer as createHttpsServer } from 'node:https';
import { readFileSync } from 'node:fs';

const issued = makeCertificates();
const certificates = [readFileSync(issued.trustedRoots, 'utf8')];

/** A proxy that answers CONNECT with a text, in pieces if there are several, and then is a tunnel to a page. */
async function startProxy(pieces: readonly string[]) {
  const page = await listen(createHttpsServer(issued.of('good'), (_request, response) => response.end('arrived')));
  const asked: string[] = [];
  const port = await listen(
    createServer((socket) => {
      socket.once('data', (data) => {
        // What follows is for the target.
        socket.pause();
        asked.push(data.toString('latin1'));
        const answer = async (): Promise<void> => {
          for (const piece of pieces) {
            await new Promise((resolve) => socket.write(piece, 'latin1', resolve));
            await new Promise((resolve) => setTimeout(resolve, 10));
          }
          const target = connect({ host: '127.0.0.1', port: page });
          target.on('error', () => socket.destroy());
          target.pipe(socket);
          socket.pipe(target);
        };
        void answer();
      });
    }),
  );
  return { port, page, asked };
}

const times = { connect: 10_000, handshake: 10_000, answer: 10_000 };

async function reports(pieces: readonly string[]) {
  const { port, page, asked } = await startProxy(pieces);
  const proxy = { host: '127.0.0.1', port, protocol: 'http', credentials: null } as const;
  const url = new URL(`https://localhost:${String(page)}/`);
  const tested = await probe(proxy, url, { certificates, timeoutMs: { handshake: 10_000, tls: 10_000 } });
  const { port: gatewayPort, gateway } = await openGateway([proxyOn(port)], {}, { times });
  const login = Buffer.from(`rotate:${token}`).toString('base64');
  const through = await probe(
    { host: '127.0.0.1', port: gatewayPort, protocol: 'http', credentials: { username: 'rotate', password: token } },
    url,
    { certificates },
  );
  expect(asked.join()).not.toContain(login);
  return { tested, through, failures: gateway.state().failures, asked };
}

describe('a tunnel is open after', () => {
  test.each([
    ['no header', ['HTTP/1.1 200 Connection established\r\n\r\n']],
    ['a length', ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n']],
    ['a length of nothing', ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n']],
    ['a length that is none', ['HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n']],
    ['two lengths', ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n']],
    ['chunks', ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n']],
    ['another coding', ['HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n']],
    ['a length and chunks', ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n']],
    ['chunks and a length', ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n']],
    ['the end of its connection', ['HTTP/1.1 200 OK\r\nConnection: close\r\nProxy-Agent: x\r\n\r\n']],
    ['HTTP/1.0', ['HTTP/1.0 200 Connection established\r\n\r\n']],
    ['another status of success', ['HTTP/1.1 204 No Content\r\n\r\n']],
    ['a status without a text', ['HTTP/1.1 200\r\n\r\n']],
    ['a status with bytes', ['HTTP/1.1 200 \xe9tabli\r\nX: \xe9\r\n\r\n']],
    ['lines that end without CR', ['HTTP/1.1 200 OK\nX: 1\n\n']],
    [
      '100 and 103',
      ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'],
    ],
    ['an answer in pieces', ['HT', 'TP/1.1 200', ' OK\r', '\nX: 1\r\n', '\r', '\n']],
    ['an empty line', ['\r\n\r\nHTTP/1.1 200 OK\r\n\r\n']],
    ['pieces that have the next', ['HTTP/1.1 102 Processing\r\n\r\nHTT', 'P/1.1 200 OK\r\n\r\n']],
  ])('%s', async (_name, pieces) => {
    const { tested, through, failures, asked } = await reports(pieces);
    expect(tested).toMatchObject({ reason: null, status: 200 });
    expect(through).toMatchObject({ reason: null, status: 200 });
    expect(failures).toEqual([]);
    expect(asked[0]).toMatch(/^CONNECT localhost:\d+ HTTP\/1\.1\r\nhost: localhost:\d+\r\n/i);
  });
});

describe('no tunnel is open after', () => {
  test.each([
    ['another version', ['HTTP/2 200 OK\r\n\r\n']],
    ['no status', ['HTTP/1.1 OK\r\n\r\n']],
    ['a status of two digits', ['HTTP/1.1 20 OK\r\n\r\n']],
    ['a status of four digits', ['HTTP/1.1 2000 OK\r\n\r\n']],
    ['a page', ['<html>Welcome</html>\r\n\r\n']],
    ['101', ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n']],
    ['a beginning of something else', ['HTTQ']],
    ['endless headers', ['HTTP/1.1 200 OK\r\n', `X: ${'y'.repeat(17_000)}\r\n`, '\r\n']],
    ['endless interim answers', Array<string>(150).fill('HTTP/1.1 103 Early Hints\r\n\r\n')],
  ])('%s', async (_name, pieces) => {
    const { tested, failures } = await reports(pieces);
    expect(tested).toMatchObject({ reason: 'not-a-proxy' });
    expect(failures).toMatchObject([{ reason: 'not-a-proxy', fault: 'proxy' }]);
  });
});
