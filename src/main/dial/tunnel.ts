import { isIPv6, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import { classifyTunnelResponse, OddAnswerError, RefusedError } from './classify-error.ts';

/** Null: no credentials. */
export interface DialedProxy {
  readonly host: string;
  readonly port: number;
  readonly protocol: 'http' | 'socks5';
  readonly credentials: { readonly username: string; readonly password: string } | null;
}

/** IPv6 without brackets. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** Longer ones are an attack. */
export const maxHeaderBytes = 16 * 1024;
/** RFC 9110, section 15.2. */
export const maxInterim = 100;

/** SOCKS5 has a byte per length (RFC 1929), HTTP ends user names at a colon (RFC 7617). */
export function canCarry({ protocol, credentials }: DialedProxy): boolean {
  if (credentials === null) return true;
  const { username, password } = credentials;
  if (protocol === 'http') return !username.includes(':') && !/[\0-\x1f\x7f]/.test(username + password);
  const lengths = [username, password].map((text) => Buffer.byteLength(text));
  return lengths.every((length) => length >= 1 && length <= 255);
}

/** The login header of an HTTP proxy; none without credentials. */
export function authorization({ credentials }: Pick<DialedProxy, 'credentials'>): {
  'proxy-authorization'?: string;
} {
  if (credentials === null) return {};
  const token = Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64');
  return { 'proxy-authorization': `Basic ${token}` };
}

/**
 * Opens a tunnel through a proxy, which resolves the destination.
 *
 * @returns bytes after the proxy's answer
 * @throws an error for `classifyError`, phase `handshake`
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
      // The caller's own time ends first.
      timeout: timeoutMs + 1000,
    });
    // The library's timer would keep the socket in memory.
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
    // The library would wait for its time.
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
    // 101 was not requested.
    if (status >= 100 && status < 200 && status !== 101) continue;
    const refusal = classifyTunnelResponse(status, headers);
    if (refusal === null) return received;
    throw new RefusedError(refusal);
  }
  throw new OddAnswerError();
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly rest: Buffer<ArrayBuffer>;
}

/**
 * Reads the response to CONNECT, whose lengths must be ignored (RFC 9110, section 9.3.6), unlike Node's parser.
 *
 * @param first received before
 * @throws OddAnswerError if it is not HTTP; the socket's error, or one without a code at its end
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

/** @returns undefined without a status */
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

export function once(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event, resolve);
    socket.once('error', reject);
    socket.once('close', () => {
      reject(new Error('The connection was closed.'));
    });
  });
}
