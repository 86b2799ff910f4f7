import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { Phases } from './phases.ts';
import { once, openTunnel, type Destination, type DialedProxy } from './tunnel.ts';

/** Where a connection to a proxy goes. */
export interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** Gives the addresses of `host`, which were looked up before. */
  readonly lookup?: LookupFunction;
}

/** A connection to a proxy, and what was received after its own answer: a server that speaks first has begun. */
export type Dialed<C> = C & { readonly head: Buffer };

/** Begins to connect, for a caller that needs nothing special of the socket. */
export const openSocket = (address: ProxyAddress): { readonly socket: Socket } => ({
  socket: connect({ ...address, noDelay: true }),
});

/**
 * Connects to a proxy and has it open a tunnel, in the phases `lookup`, `connect` and `handshake`.
 *
 * @param destination null: only connects, for a plain request
 * @param handshakeMs the longest time of the handshake
 * @param open begins to connect
 * @throws an error for `judgeError`; the socket is closed
 */
export async function dial<C extends { readonly socket: Socket }>(
  proxy: DialedProxy,
  destination: Destination | null,
  phases: Phases,
  handshakeMs: number,
  open: (address: ProxyAddress) => C,
): Promise<Dialed<C>> {
  const { host, port } = proxy;
  const found = isIP(host) === 0 ? await phases.measure('lookup', () => lookup(host, { all: true })) : undefined;
  const connection = open({ host, port, ...(found && { lookup: answerWith(found) }) });
  const { socket } = connection;
  // An error between two phases is that of the next one.
  socket.on('error', () => undefined);
  try {
    await phases.measure('connect', () => once(socket, 'connect'));
    const head =
      destination === null
        ? Buffer.alloc(0)
        : await phases.measure('handshake', () => openTunnel(socket, proxy, destination, handshakeMs));
    return { ...connection, head };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

const answerWith =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };
