import { createServer, request as requestHttp, type Server } from 'node:http';

/** An HTTP proxy that knows plain requests only. @returns a server that is not listening yet */
export const createPlainProxy = (): Server =>
  createServer((request, response) => {
    const sending = requestHttp(request.url ?? '', { method: request.method, headers: request.headers }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    sending.on('error', () => request.socket.destroy());
    sending.end();
  });
