import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '../../../src/main/ipc/handlers/exports.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('short work reports nothing, long work reports four times a second', () => {
  const reported: number[] = [];
  const report = throttle((done: number) => reported.push(done));
  for (let done = 1; done <= 100; done += 1) {
    vi.advanceTimersByTime(10);
    report(done);
  }
  expect(reported).toEqual([25, 50, 75, 100]);
});
