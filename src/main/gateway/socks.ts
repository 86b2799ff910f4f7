/** SOCKS5 server (RFC 1928) with user name and password (RFC 1929), CONNECT only. */
import type { Socket } from 'node:net';
import { parseIpv6 } from '../../shared/ip-address.ts';
import type { Destination } from '../dial/tunnel.ts';
import type { Login } from './client-login.ts';
import { readTarget } from './target.ts';

export const socksVersion = 0x05;
/** RFC 1928, section 6. */
export const socksReplies = {
  succeeded: 0x00,
  failed: 0x01,
  notAllowed: 0x02,
  networkUnreachable: 0x03,
  hostUnreachable: 0x04,
  refused: 0x05,
  commandNotSupported: 0x07,
  addressNotSupported: 0x08,
} as const;

const noLogin = 0x00;
const passwordLogin = 0x02;
const noMethod = 0xff;

class SocksError extends Error {}

/** Reads exactly `count` bytes of a paused socket; @throws SocksError if it ends before */
export function take(socket: Socket, count: number): Promise<Buffer> {
  if (count === 0) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void): void => {
      socket.off('readable', read);
      socket.off('end', end);
      socket.off('close', end);
      settle();
    };
    const read = (): void => {
      const bytes: unknown = socket.read(count);
      // Too few: the stream's last bytes.
      if (!Buffer.isBuffer(bytes)) return;
      finish(() => {
        if (bytes.length === count) resolve(bytes);
        else reject(new SocksError('The client ended early.'));
      });
    };
    const end = (): void => {
      finish(() => {
        reject(new SocksError('The client has gone.'));
      });
    };
    socket.on('readable', read);
    socket.on('end', end);
    socket.on('close', end);
    read();
  });
}

/**
 * Negotiates a method and reads the login (RFC 1928, section 3; RFC 1929).
 *
 * @param accept null: no login; returns undefined to refuse
 * @returns the value of `accept`
 */
export async function greet<T>(socket: Socket, accept: (login: Login | null) => T | undefined): Promise<T | undefined> {
  const [, methodCount = 0] = await take(socket, 2);
  const methods = await take(socket, methodCount);
  if (methods.includes(passwordLogin)) {
    socket.write(Buffer.of(socksVersion, passwordLogin));
    const accepted = accept(await readLogin(socket));
    socket.write(Buffer.of(0x01, accepted === undefined ? 0x01 : 0x00));
    return accepted;
  }
  const accepted = accept(null);
  const isAgreed = accepted !== undefined && methods.includes(noLogin);
  socket.write(Buffer.of(socksVersion, isAgreed ? noLogin : noMethod));
  return isAgreed ? accepted : undefined;
}

async function readLogin(socket: Socket): Promise<Login> {
  const [version = 0, nameLength = 0] = await take(socket, 2);
  if (version !== 0x01) throw new SocksError('Unknown version of the login.');
  const username = (await take(socket, nameLength)).toString('utf8');
  const [passwordLength = 0] = await take(socket, 1);
  const password = (await take(socket, passwordLength)).toString('utf8');
  return { username, password };
}

type SocksRequest = { readonly destination: Destination } | { readonly reply: number };

/** Reads a request (RFC 1928, section 4). */
export async function readRequest(socket: Socket): Promise<SocksRequest> {
  const [version = 0, command = 0, , kind = 0] = await take(socket, 4);
  if (version !== socksVersion) throw new SocksError('Unknown version of the request.');
  const host = await readHost(socket, kind);
  if (host === undefined) return { reply: socksReplies.addressNotSupported };
  const port = (await take(socket, 2)).readUInt16BE();
  if (command !== 0x01) return { reply: socksReplies.commandNotSupported };
  const destination = readTarget(`${host}:${String(port)}`);
  return destination ? { destination } : { reply: socksReplies.failed };
}

async function readHost(socket: Socket, kind: number): Promise<string | undefined> {
  if (kind === 0x01) return (await take(socket, 4)).join('.');
  if (kind === 0x04) {
    const bytes = await take(socket, 16);
    const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
    return `[${groups.join(':')}]`;
  }
  if (kind !== 0x03) return undefined;
  const [length = 0] = await take(socket, 1);
  const name = (await take(socket, length)).toString('latin1');
  // Some clients send IPv6 addresses as names.
  return parseIpv6(name) === undefined ? name : `[${name}]`;
}

/** Writes a reply (RFC 1928, section 6) without the bound address, which is a proxy's. */
export const replyOf = (code: number): Buffer => Buffer.of(socksVersion, code, 0x00, 0x01, 0, 0, 0, 0, 0, 0);
