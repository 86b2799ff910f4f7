/**
 * The target of the gateway's benchmarks: `/bytes/N` sends N bytes, `/hold` never ends, anything else is one line.
 * Prints the ports of HTTP and HTTPS.
 */
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';

const block = Buffer.alloc(256 * 1024, 'x');
const answer: RequestListener = (request, response) => {
  const [, count] = /^\/bytes\/(\d+)$/.exec(request.url ?? '') ?? [];
  if (count !== undefined) {
    let left = Number(count);
    response.writeHead(200, { 'Content-Length': left });
    const send = (): void => {
      while (left > 0) {
        const part = block.subarray(0, Math.min(left, block.length));
        left -= part.length;
        if (!response.write(part)) {
          response.once('drain', send);
          return;
        }
      }
      response.end();
    };
    send();
  } else if (request.url === '/hold') response.write('held');
  else {
    request.resume();
    request.on('end', () => response.end('arrived\n'));
  }
};
const [keyFile = '', certificateFile = ''] = process.argv.slice(2);
const servers = [
  createServer(answer),
  createSecureServer({ key: readFileSync(keyFile), cert: readFileSync(certificateFile) }, answer),
];
const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
      resolve((server.address() as AddressInfo).port); // It listens on a port, not on a pipe.
    }),
  );
console.log((await Promise.all(servers.map(listen))).join(' '));
