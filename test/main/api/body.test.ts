import { createHash, randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { connect, serve } from './serve.ts';

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What is sent for a path: random bytes, and the first half of them again, so that packing helps. */
const sizes = [0, 1, 5_000, 65_535, 65_536, 131_072, 1_200_000, 3_000_000];
const half = randomBytes(1_500_000);
const bodies = sizes.map((size) => Buffer.concat([half, half]).subarray(0, size));

test.each(['plain', 'in pieces', 'packed'])(
  'bodies of every length sent %s come whole, many at once and one after the other',
  async (how) => {
    const { baseUrl } = await serve(({ url = '' }, response) => {
      const body = bodies[Number(url.split('/').at(-1))] ?? Buffer.alloc(0);
      if (how === 'plain') {
        response.writeHead(200, { 'Content-Length': body.length }).end(body);
        return;
      }
      if (how === 'packed') response.setHeader('Content-Encoding', 'gzip');
      const sent = how === 'packed' ? gzipSync(body) : body;
      // Pieces of a prime length never align with packets.
      for (let at = 0; at < sent.length; at += 65_521) response.write(sent.subarray(at, at + 65_521));
      response.end();
    });
    const { client } = connect(baseUrl);
    for (let round = 0; round < 2; round += 1) {
      const received = await Promise.all(
        bodies.map((_, index) => client.receive({ method: 'GET', path: `/${String(index)}` })),
      );
      expect(received.map(digest)).toEqual(bodies.map(digest));
    }
  },
);
