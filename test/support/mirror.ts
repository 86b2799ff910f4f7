/** A proxy of both protocols with a target behind it, in one: every tunnel is open, and every request is recorded and answered. */
import { createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\narrived';

/**
 * @param answer what the target does with all that it received so far, each time that it receives something
 * @returns `received`: what the target got, as text of bytes
 */
export async function startMirror(
  answer: (socket: Socket, received: string) => void = (socket, received) => {
    if (received.includes('\r\n\r\n')) socket.end(ok);
  },
): Promise<{ readonly port: number; readonly received: () => string }> {
  let all = '';
  const server = createServer((socket) => {
    let received = '';
    socket.on('data', (data) => {
      const text = data.toString('latin1');
      if (received === '' && data[0] === 5) {
        // The greeting of SOCKS5, and then its request.
        socket.write(data.length < 5 ? Buffer.of(5, 0) : Buffer.of(5, 0, 0, 1, 0, 0, 0, 0, 0, 0));
      } else if (received === '' && text.startsWith('CONNECT ')) {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      } else {
        received += text;
        all += text;
        answer(socket, received);
      }
    });
  });
  return { port: await listen(server), received: () => all };
}
