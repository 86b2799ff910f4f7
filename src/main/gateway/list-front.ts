import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asFailure } from '../../shared/failure.ts';
import { gatewayHosts } from '../../shared/gateway/gateway.ts';
import { listPath, type ListRequest, type ServedList } from '../../shared/gateway/served-list.ts';

/** Reads a list; null: there is none of this name with this token. Failures: why it cannot be made. */
export type ReadList = (request: ListRequest) => Promise<ServedList | null>;

/** Headers of every answer: no page of the web reads it, and no cache uses it without asking again. */
const guards = [
  ...['Cross-Origin-Resource-Policy', 'same-origin', 'X-Content-Type-Options', 'nosniff'],
  ...['Cache-Control', 'private, no-cache', 'Content-Type', 'text/plain; charset=utf-8'],
];

/** Whether a request is for a list, whatever its answer. */
export const isForList = ({ url = '' }: IncomingMessage): boolean => url.startsWith(listPath);

/**
 * Answers a request for a list at a local address. A wrong name, token, `Host` or method get the same answer, which does not say which
 * program it is from; there is no CORS header.
 *
 * @param silenceMs a client that reads nothing for so long is closed
 */
export async function serveList(
  request: IncomingMessage,
  response: ServerResponse,
  readList: ReadList,
  silenceMs: number,
): Promise<void> {
  const refuse = (status: number, text: string): void => {
    response.writeHead(status, [...guards, 'Content-Length', String(Buffer.byteLength(text)), 'Connection', 'close']);
    response.end(request.method === 'HEAD' ? undefined : text);
  };
  const wanted = readRequest(request);
  let list: ServedList | null;
  try {
    list = wanted && (await readList(wanted));
  } catch (error) {
    // Only a client with the token comes so far.
    refuse(503, `${asFailure(error).message}\n`);
    return;
  }
  if (!list) {
    refuse(404, 'Not found\n');
    return;
  }
  const { tag, text, bytes, writtenCount, skippedCount, syncedAt } = list;
  const headers = [
    ...guards,
    ...['ETag', `"${tag}"`, 'X-Proxy-Count', String(writtenCount), 'X-Skipped-Count', String(skippedCount)],
    ...(syncedAt === null ? [] : ['X-Last-Sync', syncedAt]),
  ];
  if (text === null) {
    response.writeHead(304, headers);
    response.end();
    return;
  }
  response.writeHead(200, [...headers, 'Content-Length', String(bytes)]);
  request.socket.setTimeout(silenceMs);
  if (request.method === 'HEAD') response.end();
  // The type of the browser's streams is not that of Node's.
  else await pipeline(Readable.fromWeb(text.stream() as Parameters<typeof Readable.fromWeb>[0]), response);
}

/** Reads a request; null: it is not one for a list. */
function readRequest({ method = '', url = '', headers, socket }: IncomingMessage): ListRequest | null {
  const hosts = [...gatewayHosts, 'localhost'].map((host) => (host.includes(':') ? `[${host}]` : host));
  const isOwnHost = hosts.some((host) => headers.host?.toLowerCase() === `${host}:${String(socket.localPort)}`);
  if (!isOwnHost || !['GET', 'HEAD'].includes(method)) return null;
  const [path = '', query = ''] = url.split('?', 2);
  const [, bearer] = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  const token = bearer ?? new URLSearchParams(query).get('token') ?? '';
  const knownTags = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^(W\/)?"|"$/g, ''));
  try {
    return { name: decodeURIComponent(path.slice(listPath.length)), token, knownTags };
  } catch {
    // The name is not percent-encoded.
    return null;
  }
}
