import type { Socket } from 'node:net';
import type { ProxyConnection } from '../dial/proxy-connection.ts';

/** A socket whose other side has ended is closed after this time without data. */
const halfOpenMs = 120_000;

/**
 * Passes data between a client and a proxy in both directions. If one side ends, the other may continue to send; if one side is
 * closed or fails, the other is closed as soon as it has what was received.
 *
 * @returns settles when both are closed
 */
export async function relay(client: Socket, { socket, pipeTo }: ProxyConnection): Promise<void> {
  await Promise.all([
    join(client, socket, () => client.pipe(socket)),
    join(socket, client, () => {
      pipeTo(client);
    }),
  ]);
}

function join(from: Socket, to: Socket, pipe: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  from.on('error', () => undefined);
  from.once('end', () => {
    to.setTimeout(halfOpenMs, () => to.destroy());
  });
  from.once('close', () => {
    to.setTimeout(halfOpenMs, () => to.destroy());
    to.destroySoon();
    resolve(undefined);
  });
  if (from.destroyed) from.emit('close');
  else pipe();
  return promise;
}
