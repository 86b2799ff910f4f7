import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { once, openTunnel, type Destination, type DialedProxy } from './tunnel.ts';
import type { PhaseDurations, ProbePhase } from '../../shared/records/test-result.ts';
import { StoppedError } from './classify-error.ts';

/** The longest time of each phase, in milliseconds; none: it has no limit. */
type PhaseTimes = { readonly [P in ProbePhase]?: number };

/** The phases of one request through a proxy, with the time that each of them took. */
type Phases = ReturnType<typeof createPhases>;

/** @param signal nobody waits for the request any longer */
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
     * Runs a phase within its time.
     *
     * @throws StoppedError if it takes longer, or if `signal` is aborted
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
    /** The phase that runs, or ran last: an error between two of them is that of the next one. */
    current: () => current,
    durations: (): PhaseDurations => ({ ...phases }),
  };
}

/** Where a connection to a proxy goes. */
interface ProxyAddress {
  readonly host: string;
  readonly port: number;
  /** Of `host`, which was looked up before. */
  readonly addresses: readonly LookupAddress[];
}

/** A connection to a proxy, and what was received after its own answer: a server that speaks first has begun. */
export type Dialed<C> = C & { readonly head: Buffer };

/** Begins to connect, for a caller that needs nothing special of the socket. */
export const openSocket = ({ host, port, addresses }: ProxyAddress): { readonly socket: Socket } => ({
  socket: connect({ host, port, lookup: answerWith(addresses), noDelay: true }),
});

/**
 * Connects to a proxy and has it open a tunnel, in the phases `lookup`, `connect` and `handshake`.
 *
 * @param destination null: only connects, for a plain request
 * @param handshakeMs the longest time of the handshake
 * @param open begins to connect; an error of it is thrown as it is
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

/** After this time without data the other side is asked whether it is still there, as after the machine slept. */
const keepAliveMs = 30_000;
/** The most that is read at once. */
const bufferBytes = 64 * 1024;

/** A connection to a proxy. */
export interface ProxyConnection {
  readonly socket: Socket;
  /** Passes on what the proxy sends, and its end, to a socket. */
  readonly pipeTo: (to: Socket) => void;
}

/**
 * Begins to connect to a proxy. Everything is read into one buffer: with a new one for each read, which is what streams need,
 * half of the processor time of a fast download is spent on memory.
 */
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
        // What the stream has is sent first.
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
