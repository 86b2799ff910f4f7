import type { ProbePhase } from '../../shared/records/test-result.ts';
import { judgeError, StoppedError, type Verdict } from '../dial/judge-error.ts';
import { once, openTunnel, type Destination, type DialedProxy } from '../dial/tunnel.ts';
import { connectToProxy, type ProxyConnection } from '../dial/proxy-connection.ts';

/** The longest time of a phase, in milliseconds. */
export interface DialTimes {
  readonly connect: number;
  readonly handshake: number;
}
const defaultTimes: DialTimes = { connect: 10_000, handshake: 15_000 };

/** How long each phase took, in milliseconds; null: it was not reached, or there is none. */
export interface DialPhases {
  readonly connect: number | null;
  readonly handshake: number | null;
}

type Dialed = { readonly phases: DialPhases } & (
  | (ProxyConnection & {
      readonly ok: true;
      /** What the target has sent already. */
      readonly head: Buffer;
    })
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
  const connection = connectToProxy(proxy);
  const { socket } = connection;
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
    return { ok: true, ...connection, head, phases };
  } catch (error) {
    socket.destroy();
    const isLookup =
      error instanceof Error && 'syscall' in error && error.syscall === 'getaddrinfo';
    return { ok: false, verdict: judgeError(isLookup ? 'lookup' : phase, error), phases };
  }
}
