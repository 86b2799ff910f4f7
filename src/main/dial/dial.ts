import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { once, openTunnel, type Destination, type DialedProxy } from './tunnel.ts';
import type { PhaseDurations, ProbePhase } from '../../shared/records/test-result.ts';
import { StoppedError } from './classify-error.ts';

/** Milliseconds; undefined: no limit. */
type PhaseTimes = { readonly [P in ProbePhase]?: number };

type Phases = ReturnType<typeof createPhases>;

/** Times the phases of a request. */
export function createPhases(timesMs: PhaseTimes, signal?: AbortSignal) {
  const phases: { -readonly [P in ProbePhase]: PhaseDurations[P] } = {
    lookup: null,
    connect: null,
    handshake: null,
    tls: null,
    firstByte: null,
    body: null,
  };
  let current: ProbePhase = 'lookup';
  return {
    /**
     * Runs a phase.
     *
     * @throws StoppedError if overdue or canceled
     */
    async measure<T>(name: ProbePhase, run: () => Promise<T>): Promise<T> {
      current = name;
      const beganAtMs = performance.now();
      const { promise: stopped, reject } = Promise.withResolvers<never>();
      const stop = (): void => {
        reject(new StoppedError());
      };
      const limitMs = timesMs[name];
      const timer = limitMs === undefined ? undefined : setTimeout(stop, limitMs);
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) stop();
      try {
        return await Promise.race([run(), stopped]);
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener('abort', stop);
        phases[name] = performance.now() - beganAtMs;
      }
    },
    /** An error between phases belongs to the next. */
    current: () => current,
    durations: (): PhaseDurations => ({ ...phases }),
  };
}

interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** Of `host`, resolved. */
  readonly addresses: readonly LookupAddress[];
}

/** `head`: received after the proxy's answer, from a server that speaks first. */
export type Dialed<C> = C & { readonly head: Buffer };

/** Opens a plain socket. */
export const openSocket = ({ host, port, addresses }: ProxyAddress): { readonly socket: Socket } => ({
  socket: connect({ host, port, lookup: answerWith(addresses), noDelay: true }),
});

/**
 * Connects to a proxy and opens a tunnel.
 *
 * @param destination null: a plain request
 * @param open begins to connect; its errors pass
 * @throws an error for `classifyError`; the socket is closed
 */
export async function dial<C extends { readonly socket: Socket }>(
  proxy: DialedProxy,
  destination: Destination | null,
  phases: Phases,
  handshakeMs: number,
  open: (address: ProxyAddress) => C,
): Promise<Dialed<C>> {
  const { host, port } = proxy;
  const family = isIP(host);
  const addresses =
    family === 0 ? await phases.measure('lookup', () => lookup(host, { all: true })) : [{ address: host, family }];
  const connection = open({ host, port, addresses });
  const { socket } = connection;
  // An error between phases belongs to the next.
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

/** Finds dead connections, as after sleep. */
const keepAliveMs = 30_000;
const bufferBytes = 64 * 1024;

export interface ProxyConnection {
  readonly socket: Socket;
  /** Passes the proxy's data, and its end, to a socket. */
  readonly pipeTo: (to: Socket) => void;
}

/** Connects with one read buffer: new ones take half the time of a fast download. */
export function connectToProxy({ host, port, addresses }: ProxyAddress): ProxyConnection {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let receiver: Socket | undefined;
  let isWaiting = false;
  const written = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    socket.resume();
  };
  const socket: Socket = connect({
    host,
    port,
    lookup: answerWith(addresses),
    noDelay: true,
    allowHalfOpen: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
    onread: {
      buffer,
      /** @returns whether the buffer may be filled again */
      callback(count): boolean {
        const chunk = buffer.subarray(0, count);
        // The stream's data is sent first.
        if (!receiver || socket.readableLength > 0) return socket.push(Buffer.from(chunk));
        if (receiver.destroyed) return false;
        receiver.write(chunk, written);
        isWaiting = receiver.writableLength > 0;
        return !isWaiting;
      },
    },
  });
  return {
    socket,
    pipeTo(to) {
      receiver = to;
      socket.pipe(to);
    },
  };
}
