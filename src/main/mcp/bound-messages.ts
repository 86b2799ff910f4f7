import { parseJSONRPCMessage, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { once } from 'node:events';
import { Transform, type Readable, type Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

/** More than any tool takes. */
export const longestMessage = 1024 * 1024;

/**
 * Passes on messages, one per line, only as fast as the client reads answers, which must not fill the memory. Lines
 * that are too long or no message are answered here.
 */
export function boundMessages(stdin: Readable, stdout: Writable): Readable {
  let line: Buffer[] = [];
  let length = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      takeIn(chunk).then(
        () => {
          done();
        },
        () => {
          // The client has gone.
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
    const message = Buffer.concat(line);
    const refusal = length > longestMessage ? tooLong : refuseLine(message.toString('utf8'));
    if (refusal === null) bounded.push(message);
    else stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...refusal })}\n`);
    line = [];
    length = 0;
    // Answers of reading tools are written first.
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

interface Refusal {
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

const refuse = (code: number, message: string, id: Refusal['id'] = null): Refusal => ({ id, error: { code, message } });

const tooLong = refuse(
  ProtocolErrorCode.InvalidRequest,
  `A message has ${String(longestMessage)} bytes at most. This one was not read.`,
);

/** Null: it is a message. */
function refuseLine(line: string): Refusal | null {
  if (line.trim() === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refuse(ProtocolErrorCode.ParseError, 'This line is not JSON. Send each message as JSON on one line.');
  }
  try {
    parseJSONRPCMessage(value);
    return null;
  } catch {
    const what = Array.isArray(value)
      ? 'Send each message on a line of its own.'
      : 'Check jsonrpc, id, method and params.';
    return refuse(ProtocolErrorCode.InvalidRequest, `This is not a valid request. ${what}`, readId(value));
  }
}

function readId(value: unknown): Refusal['id'] {
  const id: unknown = typeof value === 'object' && value !== null && 'id' in value ? value.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
