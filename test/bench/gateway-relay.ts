/**
 * The least that a process of Node between a client and a proxy does: `PORT UPSTREAM [wrapped]`. It accepts a connection, opens one to
 * the upstream, and passes bytes on, each direction as cheaply as Node can. Prints a line when it listens.
 *
 * Node reads into one buffer only for sockets that a program makes. `wrapped` makes a second socket of each accepted connection, by
 * an option that Node does not document, to show what that would be worth.
 */
import { connect, createServer, Socket, type OnReadOpts, type SocketConstructorOpts } from 'node:net';

const [port, upstream, kind] = process.argv.slice(2);

/** Reads into one buffer, and writes it to another socket before more is read. */
function passOn(sockets: () => { from: Socket; to: Socket }): OnReadOpts {
  const buffer = Buffer.allocUnsafeSlow(64 * 1024);
  return {
    buffer,
    callback(count) {
      const { from, to } = sockets();
      to.write(buffer.subarray(0, count), () => from.resume());
      return to.writableLength === 0;
    },
  };
}

/** A second socket of an accepted connection. */
function wrap(accepted: Socket, onread: OnReadOpts): Socket {
  // No type has the handle and the option.
  const handle: unknown = Reflect.get(accepted, '_handle');
  return new Socket({ handle, allowHalfOpen: true, onread } as SocketConstructorOpts);
}

const isWrapped = kind === 'wrapped';
const server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: isWrapped }, (accepted) => {
  const client: Socket = isWrapped
    ? wrap(
        accepted,
        passOn(() => ({ from: client, to: socket })),
      )
    : accepted;
  const socket: Socket = connect({
    host: '127.0.0.1',
    port: Number(upstream),
    allowHalfOpen: true,
    noDelay: true,
    onread: passOn(() => ({ from: socket, to: client })),
  });
  if (isWrapped) {
    client.resume();
    client.on('end', () => socket.end());
  } else {
    client.pipe(socket);
  }
  socket.on('end', () => client.end());
  client.on('close', () => socket.destroy());
  for (const side of [client, socket]) side.on('error', () => client.destroy());
});
server.listen({ host: '127.0.0.1', port: Number(port), backlog: 1024 }, () => {
  console.log('listening');
});
