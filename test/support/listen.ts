import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** When a server ends: with the running test, or otherwise. */
export type After = (stop: () => void) => void;

/**
 * Has a server listen, by default until the end of the test; its connections end with it. Errors of a connection are those of
 * the other side, which the test looks at.
 *
 * @returns its port
 */
export async function listen(server: Server, host = '127.0.0.1', after: After = onTestFinished): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}
