import { PassThrough, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundMessages } from '../../../src/main/mcp/pipe.ts';

test('messages of a client that does not read wait, and arrive in order once it reads', async () => {
  let drain = (): void => undefined;
  // It takes one answer, and tells that it has room when the test says so.
  const stdout = new Writable({
    highWaterMark: 1,
    write(_chunk, _encoding, done) {
      drain = done;
    },
  });
  const stdin = new PassThrough();
  const bounded = boundMessages(stdin, stdout, () => undefined);
  const received: string[] = [];
  bounded.on('data', (line: Buffer) => {
    received.push(String(line));
    stdout.write('answer\n');
  });
  const sent = Array.from({ length: 100 }, (_, id) => `${String(id)}\n`);
  stdin.end(sent.join(''));
  // Many times as many turns as there are messages.
  for (let turn = 0; turn < 1000; turn += 1) await nextTurn();
  expect(received).toEqual(sent.slice(0, 1));
  for (let turn = 0; received.length < sent.length && turn < 10_000; turn += 1) {
    drain();
    await nextTurn();
  }
  expect(received).toEqual(sent);
});

test('a message that is too long is not passed on, and the next one is', async () => {
  const stdin = new PassThrough();
  let refusals = 0;
  const bounded = boundMessages(stdin, new PassThrough(), () => (refusals += 1));
  stdin.end(`${'x'.repeat(1024 * 1024)}\nshort\n`);
  const received: string[] = [];
  for await (const line of bounded) received.push(String(line));
  expect([refusals, received]).toEqual([1, ['short\n']]);
});
