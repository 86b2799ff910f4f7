import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundMessages, longestMessage } from '../../../src/main/mcp/bound-messages.ts';

/** What is passed on of some lines, and the answers to the others. */
async function send(...lines: readonly string[]): Promise<{ passed: string; answers: unknown[] }> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const bounded = boundMessages(stdin, stdout);
  let passed = '';
  bounded.setEncoding('utf8').on('data', (text: string) => (passed += text));
  stdin.end(lines.map((line) => `${line}\n`).join(''));
  await once(bounded, 'end');
  const written = String(stdout.read() ?? '');
  return {
    passed,
    answers: written
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line)),
  };
}

const call = (more: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'count' }, ...more });

test.each([
  ['a request without a version', call({ jsonrpc: undefined }), -32_600, 7],
  ['another version', call({ jsonrpc: '1.0' }), -32_600, 7],
  ['parameters as a list', call({ params: [] }), -32_600, 7],
  ['a token of progress that is an object', call({ params: { _meta: { progressToken: {} } } }), -32_600, 7],
  ['a method that is not a name', call({ method: 5 }), -32_600, 7],
  ['a text as its ID', call({ id: 'seven', method: null }), -32_600, 'seven'],
  ['an ID that is an object', call({ id: {} }), -32_600, null],
  ['an ID of the prototype', call({ id: undefined, ['__proto__']: { id: 1 }, method: 1 }), -32_600, null],
  ['a batch', `[${call({})}]`, -32_600, null],
  ['a text', '"tools/call"', -32_600, null],
  ['null', 'null', -32_600, null],
  ['half a request', '{"jsonrpc":"2.0","id":7', -32_700, null],
  ['words', 'this is not JSON', -32_700, null],
  ['bytes that are not text', '\0\u001b', -32_700, null],
  ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), -32_600, null],
  ['more than is read', 'x'.repeat(longestMessage + 1), -32_600, null],
])('%s is answered and not passed on', async (_what, line, code, id) => {
  const { passed, answers } = await send(line);
  expect(passed).toBe('');
  expect(answers).toEqual([{ jsonrpc: '2.0', id, error: { code, message: expect.any(String) as string } }]);
});

test('messages are passed on as they are, and one that is not a message disturbs none', async () => {
  const valid = [
    call({}),
    JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }),
  ];
  const { passed, answers } = await send(...valid, 'wrong', ...valid);
  expect(passed).toBe([...valid, ...valid].map((line) => `${line}\n`).join(''));
  expect(answers).toHaveLength(1);
});

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
  const bounded = boundMessages(stdin, stdout);
  const received: string[] = [];
  bounded.on('data', (line: Buffer) => {
    received.push(String(line));
    stdout.write('answer\n');
  });
  const sent = Array.from({ length: 100 }, (_, id) => `${call({ id })}\n`);
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
