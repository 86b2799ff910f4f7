import { request as requestHttp } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import { classifyTunnelResponse, RefusedError } from './classify-error.ts';

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

function connectThroughHttp(socket: Socket, proxy: DialedProxy, { host, port }: Destination): Promise<Buffer> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${String(port)}`;
  return new Promise((resolve, reject) => {
    const request = requestHttp({
      method: 'CONNECT',
      path: authority,
      headers: { host: authority, ...authorization(proxy) },
      createConnection: () => socket,
      maxHeaderSize: maxHeaderBytes,
    });
    request.on('connect', (response, _socket, head) => {
      const { statusCode = 0 } = response;
      const refusal = classifyTunnelResponse(statusCode, response.headers);
      if (refusal === null) resolve(head);
      else reject(new RefusedError(refusal));
    });
    request.on('error', reject);
    request.end();
  });
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
