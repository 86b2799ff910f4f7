import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { ApiClient } from '../../../src/main/api/http/client.ts';
import { listPages } from '../../../src/main/api/pages.ts';
import { asFailure } from '../../../src/shared/failure.ts';
import { syncLists as lists, type SyncList } from '../../../src/shared/sync.ts';
import { walkRecords } from './read-records.ts';
import { connect } from './serve.ts';
import { listen } from '../../support/listen.ts';
import { findFreePort } from '../../support/real-proxies.ts';

/** Short bounds of the same kinds as the real ones. */
const limits = {
  connectTimeoutMs: 500,
  headersTimeoutMs: 100,
  bodyIdleTimeoutMs: 100,
  totalTimeoutMs: 300,
  maxTries: 2,
};

const body = JSON.stringify({ data: [{ service_id: 'a' }], item_count: 1, page: 1, total_count: 1 });
const head = (length: number): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

/** What can go wrong between a service and its client; each gets the socket after a request has come. */
const faults: readonly (readonly [name: string, answer: (socket: Socket) => void])[] = [
  [
    'latency beyond the bound',
    (socket) => {
      // The bounds themselves are tested, so the answer needs a time of its own.
      const timer = setTimeout(() => socket.end(head(body.length) + body), 5000);
      socket.on('close', () => {
        clearTimeout(timer);
      });
    },
  ],
  ['no answer at all', () => undefined],
  ['a head and no body', (socket) => socket.write(head(1000))],
  [
    'a body that trickles',
    (socket) => {
      socket.write(head(100_000));
      const timer = setInterval(() => socket.write(' '), 25);
      socket.on('close', () => {
        clearInterval(timer);
      });
    },
  ],
  ['a body that is cut', (socket) => socket.end(head(1000) + body)],
  ['a reset in the middle', (socket) => socket.write(head(1000) + body, () => socket.resetAndDestroy())],
  [
    'bytes one at a time, closed slowly',
    (socket) => {
      const bytes = Buffer.from(head(body.length + 10) + body);
      let at = 0;
      const timer = setInterval(() => {
        if (at < bytes.length) socket.write(bytes.subarray(at, (at += 40)));
        else clearInterval(timer);
      }, 20);
      socket.on('close', () => {
        clearInterval(timer);
      });
    },
  ],
  ['a head that is not HTTP', (socket) => socket.end('* OK IMAP ready\r\n')],
];

async function settle(client: ApiClient, list: SyncList): Promise<string> {
  try {
    for await (const records of walkRecords((walk) => listPages(client, list, walk))) {
      expect(records).toBeDefined();
    }
    return 'done';
  } catch (error) {
    return asFailure(error).code;
  }
}

test.each(faults)('%s: every list settles in its bounds', async (_, answer) => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      answer(socket);
    });
  });
  const port = await listen(server);
  const { client } = connect(`http://127.0.0.1:${port}/1.0`, { limits });
  const codes = await Promise.all(lists.map((list) => settle(client, list)));
  for (const code of codes) expect(['timeout', 'unreachable']).toContain(code);
});

test('a service that is down is said to be unreachable by every list', async () => {
  const { client } = connect(`http://127.0.0.1:${await findFreePort()}/1.0`, { limits });
  const codes = await Promise.all(lists.map((list) => settle(client, list)));
  expect(codes).toEqual(['unreachable', 'unreachable', 'unreachable', 'unreachable']);
});
