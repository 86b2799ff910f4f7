import { createGunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { fail } from '../../../shared/failure.ts';
import { notThisService } from './errors.ts';

type Received = Pick<Dispatcher.ResponseData, 'headers' | 'body'>;

/**
 * Reads a body to its end.
 *
 * @param maxBytes bound after decompression; beyond it the connection is dropped
 * @throws FailureError `too-large`; `not-this-service` for an unknown encoding
 */
export async function readBody({ headers, body }: Received, maxBytes: number): Promise<Buffer> {
  const encoding = String(headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip') {
    // Destroying it emits an error, which has no other listener yet.
    body.on('error', () => undefined).destroy();
    throw notThisService();
  }
  const stream = encoding === 'gzip' ? body.pipe(createGunzip()) : body;
  if (stream !== body) body.on('error', (error) => stream.destroy(error));
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw fail(
          'too-large',
          `The service sent a response of more than ${Math.floor(maxBytes / 1024 / 1024)} MiB, which was rejected.`,
        );
      }
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  const whole = Buffer.concat(chunks);
  chunks.forEach(detachBuffer);
  return whole;
}

/**
 * Frees the memory of bytes at once, if no other bytes share it: the collector would let
 * hundreds of bodies pile up first.
 */
export function detachBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
