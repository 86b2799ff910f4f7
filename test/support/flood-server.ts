/** A process of its own that answers with 128 MB: `/bomb` packed, anything else as they are. Tells its port. */
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

const block = Buffer.alloc(1024 * 1024, 0x20);
const bomb = gzipSync(Buffer.alloc(128 * block.length, 0x20));

const server = createServer((request, response) => {
  if (request.url?.endsWith('/bomb') === true) {
    response.setHeader('Content-Encoding', 'gzip').end(bomb);
    return;
  }
  let sent = 0;
  const pump = (): void => {
    while (sent < 128 && !response.destroyed) {
      sent += 1;
      if (!response.write(block)) {
        response.once('drain', pump);
        return;
      }
    }
    response.end();
  };
  pump();
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
