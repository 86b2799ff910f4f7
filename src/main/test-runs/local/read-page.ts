import type { Duplex } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import type { Dispatcher } from 'undici';

export interface Page {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Like those of browsers (RFC 9110, section 8.4.1; RFC 7932, RFC 8878). */
export const acceptedCodings = 'gzip, deflate, br, zstd';

/** Bounds pages made to fill the memory. */
const maxExpansion = 4;
/** More codings are an attack. */
const maxCodings = 3;

/**
 * Reads, decompresses and decodes a page, up to a limit or damage.
 *
 * @param maxBytes as received
 * @throws the error of the connection
 */
export async function readPage({ body, headers }: Dispatcher.ResponseData, maxBytes: number): Promise<Page> {
  const received = await readStart(body, maxBytes);
  const codings = String(headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  let { bytes, isWhole } = received;
  for (const coding of codings.slice(-maxCodings).toReversed()) {
    const decoder = createDecoder(coding, bytes);
    if (decoder === undefined) continue;
    decoder.end(bytes);
    const decoded = await readStart(untilDamaged(decoder), maxBytes * maxExpansion);
    bytes = decoded.bytes;
    isWhole &&= decoded.isWhole;
  }
  return { text: decodeText(bytes, String(headers['content-type'] ?? '')), isWhole };
}

async function* untilDamaged(decoder: Duplex): AsyncGenerator<Buffer, undefined> {
  try {
    yield* decoder as AsyncIterable<Buffer>;
  } catch {
    // Browsers show what came before.
  }
  return undefined;
}

/** Ends the stream if there is more. */
async function readStart(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), isWhole: false };
  }
  return { bytes: Buffer.concat(chunks), isWhole: true };
}

/** @returns undefined: not compressed */
function createDecoder(coding: string, bytes: Buffer): Duplex | undefined {
  // The end may be missing.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH };
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(zlib);
    case 'deflate':
      // Some servers omit zlib's header, whose first four bits say "deflate".
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate(zlib) : createInflateRaw(zlib);
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return createZstdDecompress({ finishFlush: constants.ZSTD_e_flush });
    default:
      return undefined;
  }
}

/** Browsers look no further for a character set. */
const startBytes = 1024;

/** By byte order mark, header, or page; else UTF-8 (HTML, section 13.2.3). */
function decodeText(bytes: Buffer, contentType: string): string {
  const start = bytes.toString('latin1', 0, startBytes).replaceAll(/<!--.*?-->/gs, '');
  const [, inPage] = /<meta\s[^>]*charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start) ?? [];
  const [, inXml] = /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*encoding\s*=\s*["']([^"']+)/i.exec(start) ?? [];
  const [, inHeader] = /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType) ?? [];
  // A page read as ASCII is not UTF-16.
  const named = (inPage ?? inXml)?.replace(/^utf-?16.*$/i, 'utf-8');
  return (
    createTextDecoder(markedCharset(bytes)) ??
    createTextDecoder(inHeader) ??
    createTextDecoder(named) ??
    utf8
  ).decode(bytes);
}

const utf8 = new TextDecoder();

/** @returns undefined: unknown character set */
function createTextDecoder(name: string | undefined): TextDecoder | undefined {
  if (name === undefined) return undefined;
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}

function markedCharset(bytes: Buffer): string | undefined {
  const mark = bytes.toString('hex', 0, 3);
  if (mark === 'efbbbf') return 'utf-8';
  if (mark.startsWith('feff')) return 'utf-16be';
  return mark.startsWith('fffe') ? 'utf-16le' : undefined;
}
