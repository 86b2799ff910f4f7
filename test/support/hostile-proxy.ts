/** A process of its own: a proxy for plain HTTP whose targets send as much as they can. Tells its port. */
import { createServer, type Socket } from 'node:net';

const megabyte = 2 ** 20;
const parts: { readonly [host: string]: readonly [head: string, part: Buffer] } = {
  headers: ['HTTP/1.1 200 OK\r\n', Buffer.from(`x: ${'y'.repeat(1000)}\r\n`.repeat(1000))],
  body: ['HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n', Buffer.alloc(megabyte, 'x')],
  chunks: ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', Buffer.from('1\r\nx\r\n'.repeat(megabyte / 6))],
  'early-hints': ['', Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(40_000))],
  lines: ['', Buffer.alloc(megabyte, '\r\n')],
};

const server = createServer((socket: Socket) => {
  socket.on('error', () => undefined);
  socket.once('data', (request) => {
    const [, host = ''] = /^GET http:\/\/([a-z-]+)\.test/.exec(request.toString('latin1')) ?? [];
    const [head, part] = parts[host] ?? ['HTTP/1.1 404 Not Found\r\n\r\n', Buffer.alloc(0)];
    socket.write(head);
    if (part.length === 0) return;
    const pump = (): void => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', pump);
    pump();
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
