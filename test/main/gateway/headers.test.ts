import { expect, test } from 'vitest';
import { passOn } from '../../../src/main/gateway/headers.ts';

test('headers keep their order, their spelling and their repetitions', () => {
  const raw = ['X-One', '1', 'Set-Cookie', 'a=1', 'set-cookie', 'b=2', 'x-one', '2'];
  expect(passOn(raw)).toEqual(raw);
});

test('headers of the connection are left out, with those that it names', () => {
  const raw = [
    'Connection',
    'close, X-Private',
    'X-PRIVATE',
    '1',
    'Proxy-Authorization',
    'Basic secret',
    'Proxy-Connection',
    'keep-alive',
    'Transfer-Encoding',
    'chunked',
    'TE',
    'trailers',
    'Upgrade',
    'h2c',
    'Host',
    'example.com',
    'Accept',
    '*/*',
  ];
  expect(passOn(raw, 'host')).toEqual(['Accept', '*/*']);
});
