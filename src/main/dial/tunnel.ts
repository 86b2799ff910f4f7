import { isIPv6, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import { classifyTunnelResponse, OddAnswerError, RefusedError } from './classify-error.ts';

/** A proxy and the credentials to use it with; `null`: without. */
export interface DialedProxy {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'http' | 'socks5';
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** What a tunnel leads to; an IPv6 address is written without brackets. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** Longer headers are an attack, not an answer. */
export const maxHeaderBytes = 16 * 1024;
/** More responses than any server sends before the final one (RFC 9110, section 15.2). */
export const maxInterim = 100;

/**
 * Whether the protocol can carry the credentials: SOCKS5 has one byte for each length (RFC 1929), and HTTP's user name
 * ends at the first colon (RFC 7617).
 */
export function canCarry({ protocol, credentials }: DialedProxy): boolean {
  if (credentials === null) return true;
  const { username, password } = credentials;
  if (protocol === 'http') return !username.includes(':') && !/[\0-\x1f\x7f]/.test(username + password);
  const lengths = [username, password].map((text) => Buffer.byteLength(text));
  return lengths.every((length) => length >= 1 && length <= 255);
}

/** The header that logs in to an HTTP proxy; none without credentials. */
export function authorization({ credentials }: Pick<DialedProxy, 'credentials'>): {
  'proxy-authorization'?: string;
} {
  if (credentials === null) return {};
  const token = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${token}` };
}

/**
 * Has a proxy open a tunnel, over a connection to it that is open. The proxy resolves the name of the destination.
 *
 * @param timeoutMs the longest time that the caller waits
 * @returns what was received after the proxy's own answer: a server that speaks first has begun
 * @throws an error for `classifyError`, of the phase `handshake`
 */
export function openTunnel(
  socket: Socket,
  proxy: DialedProxy,
  destination: Destination,
  timeoutMs: number,
): Promise<Buffer> {
  return proxy.protocol === 'http'
    ? connectThroughHttp(socket, proxy, destination)
    : connectThroughSocks(socket, proxy, destination, timeoutMs);
}

function connectThroughSocks(
  socket: Socket,
  { host, port, credentials }: DialedProxy,
  destination: Destination,
  timeoutMs: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const client = new SocksClient({
      proxy: {
        host,
        port,
        type: 5,
        ...(credentials && { userId: credentials.username, password: credentials.password }),
      },
      command: 'connect',
      destination,
      // The caller's own time ends first, and says why.
      timeout: timeoutMs + 1000,
    });
    // The library never clears its timer, which would keep the socket and its buffers in memory until then.
    const release = (): void => {
      client.removeAllListeners();
      setImmediate(() => Object.assign(client, { socket: null, receiveBuffer: null }));
    };
    client.once('established', () => {
      release();
      resolve(Buffer.alloc(0));
    });
    client.once('error', (error) => {
      release();
      reject(error);
    });
    // The library waits for its time, because only half of the connection is closed.
    socket.once('end', () => {
      reject(new Error('The proxy closed the connection.'));
    });
    client.connect(socket);
  });
}

async function connectThroughHttp(socket: Socket, proxy: DialedProxy, { host, port }: Destination): Promise<Buffer> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
  const login = authorization(proxy)['proxy-authorization'];
  const lines = [
    `CONNECT ${authority} HTTP/1.1`,
    `Host: ${authority}`,
    ...(login === undefined ? [] : [`Proxy-Authorization: ${login}`]),
  ];
  socket.write([...lines, '', ''].join('\r\n'));
  for (let interim = 0, received = Buffer.alloc(0); interim <= maxInterim; interim += 1) {
    const { status, headers, rest } = await readHead(socket, received);
    received = rest;
    // A change of protocols is not what was asked for.
    if (status >= 100 && status < 200 && status !== 101) continue;
    const refusal = classifyTunnelResponse(status, headers);
    if (refusal === null) return received;
    throw new RefusedError(refusal);
  }
  throw new OddAnswerError();
}

/** The head of a response, and what was received after it. */
interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly rest: Buffer<ArrayBuffer>;
}

/**
 * Reads the head of a response to CONNECT. Node's parser refuses two lengths, or a length and chunks, which have no meaning here: the
 * client must ignore them (RFC 9110, section 9.3.6).
 *
 * @param first what was received before
 * @throws OddAnswerError if it is not HTTP, as soon as that is certain; the error of the socket, or one without a code at its end
 */
function readHead(socket: Socket, first: Buffer<ArrayBuffer>): Promise<Head> {
  return new Promise((resolve, reject) => {
    let received = first;
    const finish = (settle: () => void): void => {
      socket.off('readable', read).off('end', fail).off('close', fail).off('error', reject);
      settle();
    };
    const fail = (): void => {
      finish(() => {
        reject(new Error('The proxy closed the connection.'));
      });
    };
    const read = (): void => {
      const more: unknown = socket.read();
      if (Buffer.isBuffer(more)) received = Buffer.concat([received, more]);
      const text = received.toString('latin1').replace(/^(\r?\n)+/, '');
      const [head] = /^[^]*?\r?\n\r?\n/.exec(text) ?? [];
      const isOdd = !text.startsWith('HTTP/1.'.slice(0, text.length)) || (head ?? text).length > maxHeaderBytes;
      const parsed = head === undefined || isOdd ? undefined : parseHead(head);
      if (parsed && head !== undefined) {
        const rest = received.subarray(received.length - text.length + head.length);
        finish(() => {
          resolve({ ...parsed, rest });
        });
      } else if (isOdd || head !== undefined) {
        finish(() => {
          reject(new OddAnswerError());
        });
      }
    };
    socket.on('readable', read).on('end', fail).on('close', fail).on('error', reject);
    if (socket.destroyed) fail();
    else read();
  });
}

/** @returns undefined if it has no status */
function parseHead(head: string): Pick<Head, 'status' | 'headers'> | undefined {
  const [statusLine = '', ...lines] = head.split(/\r?\n/);
  const [, status] = /^HTTP\/1\.\d ([1-5]\d\d)( |$)/.exec(statusLine) ?? [];
  if (status === undefined) return undefined;
  const fields = lines.map((line) => /^([^:\s]+):[ \t]*(.*?)[ \t]*$/.exec(line)).filter((field) => field !== null);
  return {
    status: Number(status),
    headers: Object.fromEntries(fields.map(([, name = '', value = '']) => [name.toLowerCase(), value])),
  };
}

/** Waits for an event of a socket, or its end. */
export function once(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('The connection was closed.'));
    });
  });
}
