import { expect, test } from 'vitest';
import { createRests } from '../../../src/main/gateway/rests.ts';

const minuteMs = 60_000;

function open() {
  let nowMs = 0;
  const rests = createRests(() => nowMs);
  const resting = (host: string, ids: readonly string[]): readonly string[] => ids.filter((id) => rests.has(host, id));
  return { rests, resting, pass: (ms: number): void => void (nowMs += ms) };
}

test('a proxy rests for a host for ten minutes, from the last time that it is sent to rest', () => {
  const { rests, resting, pass } = open();
  rests.add('a.example', 'one', 10);
  pass(4 * minuteMs);
  rests.add('a.example', 'two', 10);
  pass(4 * minuteMs);
  rests.add('a.example', 'one', 10);
  expect(resting('a.example', ['one', 'two', 'three'])).toEqual(['one', 'two']);
  expect(resting('b.example', ['one', 'two'])).toEqual([]);
  pass(6 * minuteMs);
  expect(resting('a.example', ['one', 'two'])).toEqual(['one']);
  pass(4 * minuteMs);
  expect(resting('a.example', ['one', 'two'])).toEqual([]);
});

test('at most half of the proxies rest for a host, and one whose rest is over makes room', () => {
  const { rests, resting, pass } = open();
  const ids = ['one', 'two', 'three', 'four'];
  for (const id of ids) {
    rests.add('a.example', id, ids.length);
    pass(minuteMs);
  }
  expect(resting('a.example', ids)).toEqual(['one', 'two']);
  pass(6.5 * minuteMs);
  rests.add('a.example', 'four', ids.length);
  expect(resting('a.example', ids)).toEqual(['two', 'four']);
});
