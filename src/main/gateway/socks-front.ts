import type { Socket } from 'node:net';
import { whenGone, type Front } from './front.ts';
import { explain } from './refuse.ts';
import { greet, readRequest, replyOf, socksReplies } from './socks.ts';

/**
 * Serves one SOCKS5 client on a paused socket whose first byte is still to be read.
 *
 * @throws an error if the client does not speak SOCKS5 or goes
 */
export async function serveSocks(front: Front, socket: Socket): Promise<void> {
  // The time without a byte is limited, too; this one ends a client that sends one now and then.
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
  // It has said what it wants; from here on the target decides how long it takes.
  clearTimeout(deadline);
  socket.setTimeout(0);
  if ('reply' in request) {
    refuse(request.reply);
    return;
  }
  const { destination } = request;
  const gone = whenGone(socket);
  const attempts = await front.begin(client, destination, gone.signal);
  if ('refusal' in attempts) {
    refuse(explain(attempts, null).socks);
    return;
  }
  const opened = await attempts.open(destination);
  gone.stop();
  if (!('socket' in opened)) {
    if (!gone.signal.aborted) front.giveUp(client, attempts, destination, opened);
    refuse(explain(opened, null).socks);
    return;
  }
  attempts.sent(opened.proxy);
  socket.write(replyOf(socksReplies.succeeded));
  await front.join(client, opened, destination);
}
