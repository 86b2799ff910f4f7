import { connect, type Socket } from 'node:net';
import type { ProbePhase } from '../../shared/local-test.ts';
import { judgeError, StoppedError, type Verdict } from '../dial/judge-error.ts';
import { once, openTunnel, type Destination, type DialedProxy } from '../dial/tunnel.ts';

/** The longest time of a phase, in milliseconds. */
export interface DialTimes {
  readonly connect: number;
  readonly handshake: number;
}
const defaultTimes: DialTimes = { connect: 10_000, handshake: 15_000 };
/** After this time without data the other side is asked whether it is still there, as after the machine slept. */
const keepAliveMs = 30_000;
/** With the 64 KiB of Node, fast downloads wait for their reader more often than they read. */
export const bufferBytes = 256 * 1024;

/** How long each phase took, in milliseconds; null: it was not reached, or there is none. */
export interface DialPhases {
  readonly connect: number | null;
  readonly handshake: number | null;
}

export type Dialed = { readonly phases: DialPhases } & (
  | {
      readonly ok: true;
      readonly socket: Socket;
      /** What the target has sent already. */
      readonly head: Buffer;
    }
  | { readonly ok: false; readonly verdict: Verdict }
);

/**
 * Connects to a proxy and has it open a tunnel.
 *
 * @param destination null: only connects, for a plain request
 * @param signal the client has gone; the reason then says nothing about the proxy
 */
export async function dial(
  proxy: DialedProxy,
  destination: Destination | null,
  signal: AbortSignal,
  times: DialTimes = defaultTimes,
): Promise<Dialed> {
  // Node gives the size of the buffer to the stream; its types leave that out.
  const options = {
    host: proxy.host,
    port: proxy.port,
    noDelay: true,
    allowHalfOpen: true,
    highWaterMark: bufferBytes,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveMs,
  };
  const socket = connect(options);
  // An error between two phases is that of the next one.
  socket.on('error', () => undefined);
  let phase: ProbePhase = 'connect';
  const phases: { -readonly [P in keyof DialPhases]: DialPhases[P] } = {
    connect: null,
    handshake: null,
  };
  const measure = async <T>(name: keyof DialPhases, work: Promise<T>): Promise<T> => {
    phase = name;
    const beganAtMs = performance.now();
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => {
      reject(new StoppedError());
    };
    const timer = setTimeout(stop, times[name]);
    signal.addEventListener('abort', stop);
    try {
      return await Promise.race([work, stopped]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      phases[name] = performance.now() - beganAtMs;
    }
  };
  try {
    if (signal.aborted) throw new StoppedError();
    await measure('connect', once(socket, 'connect'));
    const head =
      destination === null
        ? Buffer.alloc(0)
        : await measure('handshake', openTunnel(socket, proxy, destination, times.handshake));
    return { ok: true, socket, head, phases };
  } catch (error) {
    socket.destroy();
    const isLookup =
      error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';
    return { ok: false, verdict: judgeError(isLookup ? 'lookup' : phase, error), phases };
  }
}
