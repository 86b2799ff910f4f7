import { once } from 'node:events';
import { Transform, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** Most bytes of one message; nothing that a tool takes comes near it. */
export const longestMessage = 1024 * 1024;

/**
 * The messages of a client, one line each, as fast as it reads the answers: a client that never reads must not fill the
 * memory. A message that is too long is not passed on.
 *
 * @param onTooLong called once for each message that is too long
 */
export function boundMessages(stdin: Readable, stdout: Writable, onTooLong: () => void): Readable {
  let line: Buffer[] = [];
  let length = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      takeIn(chunk).then(
        () => {
          done();
        },
        () => {
          // The client has gone; what it still sent is not needed.
          bounded.end();
          done();
        },
      );
    },
  });
  async function takeIn(chunk: Buffer): Promise<void> {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      add(chunk.subarray(start, end + 1));
      start = end + 1;
      await pass();
    }
    add(chunk.subarray(start));
  }
  function add(part: Buffer): void {
    length += part.length;
    if (length > longestMessage) line = [];
    else line.push(part);
  }
  async function pass(): Promise<void> {
    if (length > longestMessage) onTooLong();
    else bounded.push(Buffer.concat(line));
    line = [];
    length = 0;
    // The answer of a tool that only reads is written before the next message is taken.
    await setImmediate();
    if (stdout.writableNeedDrain) {
      await Promise.race([once(stdout, 'drain'), once(stdout, 'close')]);
    }
  }
  stdin.on('error', () => {
    bounded.end();
  });
  return stdin.pipe(bounded);
}
