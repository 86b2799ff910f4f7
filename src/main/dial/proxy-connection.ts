import { connect, type Socket } from 'node:net';
import type { ProxyAddress } from './dial.ts';

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
export function connectToProxy(address: ProxyAddress): ProxyConnection {
  const buffer = Buffer.allocUnsafeSlow(bufferBytes);
  let receiver: Socket | undefined;
  let isWaiting = false;
  const written = (): void => {
    if (!isWaiting) return;
    isWaiting = false;
    socket.resume();
  };
  const socket: Socket = connect({
    ...address,
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
