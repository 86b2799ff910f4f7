/**
 * The least that a process of Node between a client and a proxy does: `PORT UPSTREAM`. It accepts a connection, opens one to
 * the upstream, and passes bytes on, each direction as cheaply as Node can. Prints a line when it listens.
 */
import { connect, createServer } from 'node:net';

const [port, upstream] = process.argv.slice(2).map(Number);
const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);
  const socket = connect({
    host: '127.0.0.1',
    port: upstream ?? 0,
    allowHalfOpen: true,
    noDelay: true,
    onread: {
      buffer,
      callback: (count) => {
        client.write(buffer.subarray(0, count), () => socket.resume());
        return client.writableLength === 0;
      },
    },
  });
  client.pipe(socket);
  socket.on('end', () => client.end());
  client.on('close', () => socket.destroy());
  for (const side of [client, socket]) side.on('error', () => client.destroy());
});
server.listen({ host: '127.0.0.1', port, backlog: 1024 }, () => {
  console.log('listening');
});
