import type { Server as HttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { codeOf } from '../dial/classify-error.ts';
import { gatewayHosts, type RuleProblem } from '../../shared/gateway/gateway.ts';
import { asFailure } from '../../shared/failure.ts';
import { socksVersion, take, greet, readRequest, replyOf, socksReplies } from './socks.ts';
import { whenGone, type Front } from './front.ts';
import { explainRefusal } from './explain-refusal.ts';

/** Ends clients that should send something and are silent. */
export const silenceMsByDefault = 30_000;
const keepAliveMs = 30_000;
const nearby = 100;
/** A machine without IPv6 has IPv4. */
const noIpv6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** A port on both loopback addresses. */
export interface Listener {
  /** Accepts nothing new and ends unused connections. */
  readonly stop: () => void;
  readonly isEmpty: () => boolean;
  readonly close: () => Promise<void>;
}

/** Listens on a port for HTTP and SOCKS5. @returns a problem if it cannot */
export async function listen(
  port: number,
  front: Front,
  http: HttpServer,
  silenceMs: number,
): Promise<Listener | { readonly problem: RuleProblem }> {
  const sockets = new Set<Socket>();
  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // Its server notices the end.
    socket.on('error', () => undefined);
    // For the first bytes; then the server decides.
    socket.setTimeout(silenceMs, () => socket.destroy());
    route(socket, front, http).catch(() => socket.destroy());
  };
  const servers: Server[] = [];
  try {
    for (const host of gatewayHosts) {
      const server = await bind(port, host, serve);
      if (server) servers.push(server);
    }
  } catch (error) {
    await Promise.all(servers.map(close));
    if (codeOf(error) !== 'EADDRINUSE') {
      const isForbidden = codeOf(error) === 'EACCES';
      const message = isForbidden
        ? 'This system does not let programs of yours listen on this port. Choose one above 1023.'
        : asFailure(error).message;
      return { problem: { kind: 'failed', message } };
    }
    return { problem: { kind: 'port-taken', freePort: await findFreePort(port + 1) } };
  }
  return {
    stop() {
      for (const server of servers) server.close();
      for (const socket of sockets) {
        if (socket.bytesRead === 0) socket.destroy();
      }
    },
    isEmpty: () => sockets.size === 0,
    async close() {
      const closed = servers.map(close);
      for (const socket of sockets) socket.destroy();
      await Promise.all(closed);
    },
  };
}

async function route(socket: Socket, front: Front, http: HttpServer): Promise<void> {
  const first = await take(socket, 1);
  const rest: unknown = socket.read();
  // In one piece, so that parser errors contain the method.
  socket.unshift(Buffer.isBuffer(rest) ? Buffer.concat([first, rest]) : first);
  if (first[0] === socksVersion) {
    await serveSocks(front, socket);
    return;
  }
  http.emit('connection', socket);
  socket.resume();
}

/** @returns undefined without IPv6 */
function bind(port: number, host: string, serve: (socket: Socket) => void): Promise<Server | undefined> {
  const server = createServer(
    {
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
    },
    serve,
  );
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (host.includes(':') && noIpv6.includes(codeOf(error))) resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      resolve(server);
    });
  });
}

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });

/** Finds a port that is free on both addresses, from `from` on; null: none of a hundred. */
export async function findFreePort(from: number): Promise<number | null> {
  for (let port = from; port < Math.min(from + nearby, 65_536); port += 1) {
    try {
      for (const host of gatewayHosts) {
        const server = await bind(port, host, (socket) => socket.destroy());
        if (server) await close(server);
      }
      return port;
    } catch {
      // Somebody has it.
    }
  }
  return null;
}

/**
 * Serves a SOCKS5 client on a paused socket with an unread first byte.
 *
 * @throws if it does not speak SOCKS5 or goes
 */
async function serveSocks(front: Front, socket: Socket): Promise<void> {
  // Also for clients that send a byte now and then.
  const deadline = setTimeout(() => socket.destroy(), front.silenceMs).unref();
  socket.once('close', () => {
    clearTimeout(deadline);
  });
  await front.beforeLogin(socket);
  const client = await greet(socket, (login) => {
    const admitted = front.admit(socket, 'SOCKS5', login);
    if (!('refusal' in admitted)) return admitted;
    front.noteRefusal(admitted.refusal, null, '');
    return undefined;
  });
  if (!client) {
    front.dismiss(socket, '');
    return;
  }
  const refuse = (code: number): void => {
    front.dismiss(socket, replyOf(code));
  };
  const request = await readRequest(socket);
  // Then the target's time counts.
  clearTimeout(deadline);
  socket.setTimeout(0);
  if ('reply' in request) {
    refuse(request.reply);
    return;
  }
  const { destination } = request;
  const gone = whenGone(socket);
  const attempts = front.begin(client, 'socks5', destination, gone.signal);
  if ('refusal' in attempts) {
    refuse(explainRefusal(attempts, null).socks);
    return;
  }
  const opened = await attempts.open(true);
  gone.stop();
  if (!('socket' in opened)) {
    if (!gone.signal.aborted) front.giveUp(client, attempts, destination, opened);
    attempts.end();
    refuse(explainRefusal(opened, null).socks);
    return;
  }
  attempts.sent(opened);
  socket.write(replyOf(socksReplies.succeeded));
  await front.join(client, attempts, opened, destination);
}
