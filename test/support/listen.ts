import type { AddressInfo, Server, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * Has a server listen until the end of the test, whose connections end then, too. Errors of a connection are those of the
 * other side, which the test looks at.
 *
 * @returns its port
 */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port; // It listens on a port, not on a pipe.
}
