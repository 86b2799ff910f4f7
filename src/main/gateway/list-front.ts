import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { asFailure } from '../../shared/failure.ts';
import { gatewayHosts } from '../../shared/gateway/gateway.ts';
import { listPath, type ListRequest, type ServedList } from '../../shared/gateway/served-list.ts';

/** Null: no list with this name and token. Failures: why it cannot be made. */
export type ReadList = (request: ListRequest) => Promise<ServedList | null>;

/** Keep web pages from reading, and caches from reusing answers. */
const guards = [
  ...['Cross-Origin-Resource-Policy', 'same-origin', 'X-Content-Type-Options', 'nosniff'],
  ...['Cache-Control', 'private, no-cache', 'Content-Type', 'text/plain; charset=utf-8'],
];

export const isForList = ({ url = '' }: IncomingMessage): boolean => url.startsWith(listPath);

/**
 * Answers a request for a list. A wrong name, token, `Host` or method get the same anonymous answer without CORS.
 *
 * @param silenceMs closes clients that read nothing
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
    // Only for clients with the token.
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
  // The types of the browser's and Node's streams differ.
  else await pipeline(Readable.fromWeb(text.stream() as Parameters<typeof Readable.fromWeb>[0]), response);
}

/** Null: not for a list. */
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
    // Invalid percent-encoding.
    return null;
  }
}
