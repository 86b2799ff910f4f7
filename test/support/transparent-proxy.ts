/** An HTTP proxy that passes on what it receives, as tinyproxy does, and closes if its target does; it also opens tunnels. */
import { lookup } from 'node:dns';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** @returns a server that is not listening yet */
export function createTransparentProxy(): Server {
  return createServer((client: Socket) => {
    client.on('error', () => undefined);
    client.once('data', (data: Buffer) => {
      const text = data.toString('latin1');
      const [, method = '', authority = ''] = /^(\S+) (?:http:\/\/)?([^\s/]+)/.exec(text) ?? [];
      const at = authority.lastIndexOf(':');
      const refuse = (): void => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      const host = authority.slice(0, at).replace(/^\[|\]$/g, '');
      if (host.endsWith('.invalid')) {
        refuse();
        return;
      }
      const target = connect({ host, port: Number(authority.slice(at + 1)), lookup });
      target.once('error', refuse);
      target.on('close', () => void client.end());
      client.on('close', () => target.destroy());
      target.once('connect', () => {
        target.off('error', refuse);
        target.on('error', () => client.destroy());
        if (method === 'CONNECT') client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        else target.write(text.replace(/^(\S+) http:\/\/[^/\s]+/, '$1 '), 'latin1');
        target.pipe(client, { end: false });
        client.pipe(target);
      });
    });
  });
}
